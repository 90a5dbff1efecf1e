import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { inactivityView, type InactivityView } from '../inactivity.view'
import type { LastActivity } from './last-activity'

const uses = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Watches a session. A sign-in or unlock is use. During the warning only its answer counts.
 * `onOver` is called once without an answer, also after sleep.
 */
export const useInactivity = (
  activity: LastActivity,
  limitMinutes: number,
  onOver: () => void,
): { view: InactivityView; stay: () => void } => {
  const [view, setView] = useState<InactivityView>(() => {
    activity.mark(Date.now())
    return inactivityView(activity.read(Date.now()), Date.now(), limitMinutes)
  })
  const over = useEffectEvent(onOver)
  const kind = view.kind

  const look = useCallback(
    () => setView(inactivityView(activity.read(Date.now()), Date.now(), limitMinutes)),
    [activity, limitMinutes],
  )
  const stay = useCallback(() => {
    activity.mark(Date.now())
    look()
  }, [activity, look])

  useEffect(() => activity.subscribe(look), [activity, look])

  useEffect(() => {
    if (kind !== 'active') return undefined
    const mark = () => activity.mark(Date.now())
    for (const use of uses) window.addEventListener(use, mark, { passive: true, capture: true })
    return () => {
      for (const use of uses) window.removeEventListener(use, mark, { capture: true })
    }
  }, [activity, kind])

  useEffect(() => {
    if (view.kind === 'over') {
      over()
      return undefined
    }
    // A second for the countdown; otherwise when the limit would be reached if nobody did anything.
    const timer = setTimeout(
      look,
      view.kind === 'warning' ? Math.min(1_000, view.leftMs) : view.checkInMs,
    )
    return () => clearTimeout(timer)
  }, [look, view])

  useEffect(() => {
    // Timers stop while a tablet sleeps.
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [look])

  return { view, stay }
}
