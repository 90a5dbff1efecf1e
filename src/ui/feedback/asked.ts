import type { Problem } from '../../domain/problem'

/**
 * Something that was asked for a screen: an Answer of the data floor is one, a Reading is made one
 * by `readAs`.
 */
export interface Asked<Value> {
  /** Null: not here yet, or not to be seen. */
  readonly value: Value | null
  /** When `value` was answered, epoch milliseconds, by the clock that ages count by. */
  readonly at: number | null
  /** Of the last question. */
  readonly problem: Problem | null
  readonly fetching: boolean
  /** The server cannot be reached now. */
  readonly offline: boolean
  readonly refresh: () => Promise<void>
}

/** A Reading of the data floor, as far as a screen shows it. */
export interface ShownReading<Row> {
  readonly rows: readonly Row[]
  readonly ready: boolean
  readonly freshness: { readonly asOf: number | null; readonly fetching: boolean }
  readonly problem: Problem | null
  readonly refresh: () => Promise<void>
}

/**
 * Rows that are kept on the device, asked as an answer is. None were ever fetched: no value. Kept
 * rows are there for being offline, which is then nothing to tell of.
 */
export const readAs = <Row>(
  { rows, ready, freshness, problem, refresh }: ShownReading<Row>,
  offline: boolean,
): Asked<readonly Row[]> => {
  const isKept = freshness.asOf !== null || rows.length > 0
  return {
    value: ready && isKept ? rows : null,
    at: freshness.asOf,
    problem: offline ? null : problem,
    fetching: freshness.fetching,
    offline: offline && ready && !isKept,
    refresh,
  }
}

/**
 * What is shown of something asked. `shown`: the value, perhaps beside a failure or its age.
 * Without a connection nothing has failed.
 */
export type AskedState = 'shown' | 'loading' | 'offline' | 'forbidden' | 'failed'

/** The one state in which something asked is shown. */
export const stateOf = ({ value, problem, offline }: Asked<unknown>): AskedState => {
  if (problem?.kind === 'forbidden') return 'forbidden'
  if (value !== null) return 'shown'
  if (offline) return 'offline'
  return problem === null ? 'loading' : 'failed'
}
