import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Checkup } from '../../../domain/checkup/checkup'
import {
  countBeforeWindow,
  readTimeWindow,
  type TimeWindow,
} from '../../../domain/checkup/time-window'
import { useTicked } from '../../../ui/time'

export interface TimeWindowChoice {
  /** null: all check-ups. */
  readonly within: TimeWindow | null
  /** Kept in the address, so that a reload and a link keep it; the other parameters stay. */
  readonly choose: (next: TimeWindow | null) => void
  /** Those of the window as time passes, oldest first. */
  readonly inside: readonly Checkup[]
  /** True when one from before the window is known: then all of the window are here. */
  readonly isCovered: boolean
}

/**
 * @param ascending every kept check-up, oldest first, complete at the new end
 * @param parameter the name of the choice in the address
 * @param usual without a choice; null: all check-ups
 */
export const useTimeWindow = (
  ascending: readonly Checkup[],
  parameter: string,
  usual: TimeWindow | null,
): TimeWindowChoice => {
  const [query, setQuery] = useSearchParams()
  const within = readTimeWindow(query.get(parameter)) ?? usual
  const before = useTicked((nowMs) => countBeforeWindow(ascending, within, nowMs))
  const inside = useMemo(
    () => (before === 0 ? ascending : ascending.slice(before)),
    [ascending, before],
  )
  const choose = useCallback(
    (next: TimeWindow | null) =>
      setQuery(
        (now) => {
          const then = new URLSearchParams(now)
          if (next === null || next === usual) then.delete(parameter)
          else then.set(parameter, next)
          return then
        },
        { replace: true, preventScrollReset: true },
      ),
    [setQuery, parameter, usual],
  )
  return { within, choose, inside, isCovered: within === null || before > 0 }
}
