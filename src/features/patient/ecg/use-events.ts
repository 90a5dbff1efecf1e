import { useMemo } from 'react'
import { useResource } from '../../../engine/react'
import { waveformEvents } from '../../../data/waveform'
import { periodStretch, type EventPeriod, type ReadingSpan } from '../../../domain/ecg/ecg-window'

const quarterMs = 900_000
const refreshEveryMs = 60_000

/**
 * The events of a period, asked in quarters of an hour, so that new readings do not change the
 * question. `listedFrom`: the answer was full, and begins here (epoch milliseconds). `isAsked`
 * false: nothing is asked (C497).
 */
export const useEvents = (
  patientId: string,
  period: EventPeriod,
  span: ReadingSpan | null,
  isAsked: boolean,
) => {
  const { from, to } = periodStretch(period, span ?? { earliest: 0, latest: 0 })
  const asked = {
    patientId,
    type: 'SingleECG',
    from: Math.floor(from / quarterMs) * quarterMs,
    to: (Math.floor(to / quarterMs) + 1) * quarterMs,
  } as const
  const reading = useResource(waveformEvents, asked, { enabled: isAsked, refreshEveryMs })
  const rows = useMemo(
    () => (isAsked ? reading.rows.filter(({ end }) => end >= from) : []),
    [isAsked, reading.rows, from],
  )
  const listedFrom = isAsked && reading.total === null ? (rows[0]?.start ?? null) : null
  return { ...reading, rows, listedFrom }
}
