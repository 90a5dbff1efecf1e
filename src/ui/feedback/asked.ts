import type { Problem } from '../../domain/problem'
import { isHeldSince, type HeldFrom } from '../../domain/sync/held'

/** Something asked for a screen: an Answer, or a Reading through `readAs`. */
export interface Asked<Value> {
  /** Null: not here yet, or not to be seen. */
  readonly value: Value | null
  /** When `value` was answered, epoch milliseconds, by the clock that ages count by. */
  readonly at: number | null
  readonly problem: Problem | null
  readonly fetching: boolean
  readonly offline: boolean
  readonly refresh: () => Promise<void>
}

/** A Reading of the data floor, as far as a screen shows it. */
export interface ShownReading<Row> {
  readonly rows: readonly Row[]
  readonly ready: boolean
  readonly heldFrom: HeldFrom
  readonly freshness: { readonly asOf: number | null; readonly fetching: boolean }
  readonly problem: Problem | null
  readonly refresh: () => Promise<void>
}

/**
 * Kept rows as an answer. None, of something that is not wholly here: no value, for there may be some.
 * Being offline is no state of kept rows.
 */
export const readAs = <Row>(
  { rows, ready, heldFrom, freshness, problem, refresh }: ShownReading<Row>,
  offline: boolean,
): Asked<readonly Row[]> => {
  const isKept = rows.length > 0 || isHeldSince(heldFrom)
  return {
    value: ready && isKept ? rows : null,
    at: freshness.asOf,
    problem: offline ? null : problem,
    fetching: freshness.fetching,
    offline: offline && ready && !isKept,
    refresh,
  }
}

/** `shown`: the value, perhaps beside a failure or its age. Offline nothing has failed. */
export type AskedState = 'shown' | 'loading' | 'offline' | 'forbidden' | 'failed'

/** The one state in which something asked is shown. */
export const stateOf = ({ value, problem, offline }: Asked<unknown>): AskedState => {
  if (problem?.kind === 'forbidden') return 'forbidden'
  if (value !== null) return 'shown'
  if (offline) return 'offline'
  return problem === null ? 'loading' : 'failed'
}
