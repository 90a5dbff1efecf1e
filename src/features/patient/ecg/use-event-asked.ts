import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router-dom'
import type { WaveformEvent } from '../../../data/waveform'
import { eventAsked, isAsked } from '../../../domain/ecg/event-asked'

/** Shows the event that a link led to, once it and the trace are read: once for each arrival. */
export const useEventAsked = (
  events: readonly WaveformEvent[],
  isReady: boolean,
  select: (event: WaveformEvent) => void,
): RefObject<HTMLElement | null> => {
  const panel = useRef<HTMLElement>(null)
  const { state, key } = useLocation()
  const shown = useRef<string | null>(null)
  const asked = eventAsked(state)
  const event = asked === null ? undefined : events.find((one) => isAsked(asked, one))
  useEffect(() => {
    if (event === undefined || !isReady || shown.current === key) return
    shown.current = key
    select(event)
    panel.current?.scrollIntoView?.({ block: 'start' })
    panel.current?.focus({ preventScroll: true })
  }, [event, isReady, key, select])
  return panel
}
