import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router-dom'
import type { WaveformEvent } from '../../../data/waveform'
import { eventAsked } from './newest-event'

/** Shows the event that a link led to, once it and the trace are read: once for each arrival. */
export const useEventAsked = (
  events: readonly WaveformEvent[],
  isReady: boolean,
  select: (event: WaveformEvent) => void,
): RefObject<HTMLElement | null> => {
  const panel = useRef<HTMLElement>(null)
  const { state, key } = useLocation()
  const shown = useRef<string | null>(null)
  const id = eventAsked(state)
  const event = id === null ? undefined : events.find((one) => one.id === id)
  useEffect(() => {
    if (event === undefined || !isReady || shown.current === key) return
    shown.current = key
    select(event)
    panel.current?.scrollIntoView?.({ block: 'start' })
    panel.current?.focus({ preventScroll: true })
  }, [event, isReady, key, select])
  return panel
}
