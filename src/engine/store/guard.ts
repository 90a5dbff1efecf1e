import type { Dexie } from 'dexie'
import { problem, ProblemError } from '../../domain/problem'

/** A write or read that the device could not do. Said to the person; never taken for success. */
export const notSaved = (thrown: unknown): ProblemError => {
  const error = new ProblemError(problem('storage'))
  error.cause = thrown
  return error
}

const lost: ReadonlySet<string> = new Set([
  'DatabaseClosedError',
  'UnknownError',
  'InvalidStateError',
  'AbortError',
  'TransactionInactiveError',
])
const namesIn = (thrown: unknown, depth = 0): readonly string[] => {
  if (depth > 4 || thrown === null || typeof thrown !== 'object') return []
  const { name, cause, inner } = thrown as { name?: unknown; cause?: unknown; inner?: unknown }
  return [String(name), ...namesIn(cause, depth + 1), ...namesIn(inner, depth + 1)]
}

/** True for errors of a lost database connection (WebKit, Chromium), also within 'Not saved'. */
export const isLostConnection = (thrown: unknown): boolean =>
  namesIn(thrown).some((name) => lost.has(name))

/** True where there was no room, by the browser's own name only: it costs kept data. */
export const isFull = (thrown: unknown): boolean => namesIn(thrown).includes('QuotaExceededError')

interface Connections {
  count: number
  opening: Promise<void> | null
}
const connections = new WeakMap<Dexie, Connections>()
const connectionsOf = (database: Dexie): Connections => {
  const known = connections.get(database) ?? { count: 0, opening: null }
  connections.set(database, known)
  return known
}

/** Replaces the lost connection number `lost`, once for all who lost it. */
const reopen = (database: Dexie, lost: number): Promise<void> => {
  const known = connectionsOf(database)
  if (known.opening !== null) return known.opening
  if (known.count !== lost) return Promise.resolve()
  const opening = (async () => {
    database.close()
    await database.open()
  })().finally(() => {
    known.count += 1
    known.opening = null
  })
  known.opening = opening
  return opening
}

/**
 * Does `work`, and once more on a fresh connection after a loss; then 'Not saved'. `work` must be
 * repeatable. `mayReopen`: no for a closed database. `makeRoom` frees space before the second
 * attempt on a full disk.
 */
export const guarded = async <Value>(
  database: Dexie,
  mayReopen: () => boolean,
  work: () => PromiseLike<Value>,
  makeRoom?: () => Promise<unknown>,
): Promise<Value> => {
  const { count } = connectionsOf(database)
  try {
    return await work()
  } catch (thrown) {
    // A rule of the store said no: that is no failure of the device.
    if (thrown instanceof ProblemError) throw thrown
    const wantsRoom = makeRoom !== undefined && isFull(thrown)
    if (!(wantsRoom || isLostConnection(thrown)) || !mayReopen()) throw notSaved(thrown)
    if (wantsRoom) await makeRoom()
  }
  try {
    await reopen(database, count)
    // Closed on purpose while it was opening: an open connection that nobody holds would keep it
    // from being deleted.
    if (!mayReopen()) {
      database.close()
      throw new Error('Closed')
    }
    return await work()
  } catch (thrown) {
    throw notSaved(thrown)
  }
}
