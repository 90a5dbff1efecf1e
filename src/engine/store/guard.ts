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

/**
 * True for what browsers throw when they have lost the database under a live page (WebKit and
 * Chromium both do), also within 'Not saved'.
 */
export const isLostConnection = (thrown: unknown): boolean =>
  namesIn(thrown).some((name) => lost.has(name))

/**
 * True where there was no room. Only what browsers call by that name: anything else must not cost
 * the device what it keeps.
 */
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

/**
 * A fresh connection in the place of number `lost`: made once for all who lost that one, or each
 * would end the other's second attempt.
 */
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
 * Does `work`; when the connection was lost, once more on a fresh one; then 'Not saved'. `work`
 * must come to the same when it is done twice. `mayReopen` says no for a database that was closed
 * on purpose. `makeRoom`: what gives up disposable data when the disk is full, ahead of the second
 * attempt; a fresh connection then too, since browsers leave one that found no room unable to
 * write.
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
