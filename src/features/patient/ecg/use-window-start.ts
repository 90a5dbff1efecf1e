import { useCallback, useState } from 'react'
import type { Reading } from '../../../engine/define'
import { latestStart, type ReadingSpan } from '../../../domain/ecg/ecg-window'

export interface WindowStart {
  /** Epoch milliseconds; null: it is not known yet whether there are readings. */
  readonly start: number | null
  /** True when there are readings that came after the window was chosen. */
  readonly isNewer: boolean
  /** A person chose a window. */
  readonly show: (start: number) => void
  /** A person reads this one: it stays. */
  readonly hold: () => void
}

/**
 * Where the shown window begins. The kept window gives way to the latest 90 s of the first answer
 * (C350). After that, or after a first touch, only the user moves it (decision 0024).
 */
export const useWindowStart = ({
  rows,
  ready,
  freshness,
  problem,
}: Pick<Reading<ReadingSpan>, 'rows' | 'ready' | 'freshness' | 'problem'>): WindowStart => {
  const span = rows[0] ?? null
  const latest = span?.latest ?? 0
  const [start, setStart] = useState<number | null>(null)
  const [known, setKnown] = useState(0)
  const [isHeld, setHeld] = useState(false)
  /** The last answer before the panel opened. A later one is of this opening. */
  const [before, setBefore] = useState<{ readonly checkedAt: number | null } | null>(null)
  // Where nothing is under way any more as the store answers, its rows are this opening's already.
  if (ready && before === null)
    setBefore({ checkedAt: freshness.fetching || problem !== null ? freshness.checkedAt : null })
  const isAnswered = before !== null && freshness.checkedAt !== before.checkedAt
  if (span !== null && !isHeld && (start === null || isAnswered)) {
    setStart(latestStart(span))
    setKnown(latest)
    if (isAnswered) setHeld(true)
  }
  const hold = useCallback(() => setHeld(true), [])
  const show = useCallback(
    (next: number): void => {
      setStart(next)
      setKnown(latest)
      setHeld(true)
    },
    [latest],
  )
  return { start, isNewer: span !== null && latest > known, show, hold }
}
