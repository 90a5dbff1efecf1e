import { useCallback, useState } from 'react'
import type { Reading } from '../../../engine/define'
import { may } from '../../../domain/access/may'
import { usualPeriod, type EventPeriod, type ReadingSpan } from '../../../domain/ecg/ecg-window'
import { usePrincipal } from '../../../ui/access'
import { useEvents } from './use-events'

/** The events of a period, and whether their menu is open (C352, C353). */
export const useEventsMenu = (
  patientId: string,
  reading: Pick<Reading<ReadingSpan>, 'rows' | 'ready' | 'freshness'>,
  offline: boolean,
) => {
  const span = reading.rows[0] ?? null
  const principal = usePrincipal()
  const mayOpen = principal !== null && may(principal, 'waveform-event.view') && span !== null
  const [period, setPeriod] = useState<EventPeriod>(usualPeriod)
  const [isOpen, setOpen] = useState(false)
  const events = useEvents(patientId, period, span, mayOpen)
  const failed = events.problem !== null && !offline
  const hasNone = reading.ready && reading.freshness.asOf !== null && span === null
  // It closes by itself, and stays closed until somebody opens it.
  if (isOpen && (hasNone || failed)) setOpen(false)
  const toggle = useCallback(() => setOpen((was) => !was), [])
  const close = useCallback(() => setOpen(false), [])
  return { mayOpen, period, setPeriod, isOpen, toggle, close, events, failed }
}
