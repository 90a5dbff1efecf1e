import type { Problem } from '../../domain/problem'
import type { Unsent, Waiting } from '../../domain/sync/unsent'

/**
 * Why something is not here: deleted, not permitted, off the roster, or merged; UNKNOWN: the server
 * shows it to nobody here, and it never was on this device.
 */
export type Gone = 'DELETED' | 'REVOKED' | 'OUT_OF_SCOPE' | 'MERGED' | 'UNKNOWN'

/** The stored reason; one that this release does not know counts as REVOKED. */
export const goneOf = (reason: string): Gone | undefined =>
  reason === ''
    ? undefined
    : reason === 'DELETED' ||
        reason === 'OUT_OF_SCOPE' ||
        reason === 'MERGED' ||
        reason === 'UNKNOWN'
      ? reason
      : 'REVOKED'

export { needsPerson, type ItemState, type Waiting } from '../../domain/sync/unsent'

/** How true what is shown still is. Times are epoch milliseconds. */
export interface Freshness {
  /** Server time of the snapshot that is shown; null when nothing was ever fetched. */
  readonly asOf: number | null
  /** When the device last heard an answer for this reading. */
  readonly checkedAt: number | null
  /** The last answer to this reading's own refresh, by the same clock; null: none. */
  readonly refreshedAt: number | null
  /** Older than the resource's limit, or never fetched. */
  readonly stale: boolean
  /** A refresh is on its way. */
  readonly fetching: boolean
}

/** What a screen gets of a resource: rows of the local store, with waiting changes. */
export interface Reading<Row> {
  readonly rows: readonly Row[]
  /** How many there are in all, as the server last said; null when it never did. */
  readonly total: number | null
  /** False until the local store has answered once: show a skeleton, not an empty state. */
  readonly ready: boolean
  readonly freshness: Freshness
  /** Of the last refresh; null when it worked. Rows stay valid beside it. */
  readonly problem: Problem | null
  /** The server took it from this user; absent while they may see it. */
  readonly gone?: Gone
  /**
   * From when on this device holds a timeline without holes, epoch milliseconds: -Infinity, all of
   * it; null, nothing of it.
   */
  readonly heldFrom: number | null
  /** Theirs to read, and nothing else, until then, epoch milliseconds of the server; absent: without an end. */
  readonly endsAt?: number
  /** The order of the rows: the server's last answer, or this device's own (offline). */
  readonly arrangedBy: 'server' | 'device'
  /** Fetches the next older rows; null: none, or not paged backwards. Never rejects. */
  readonly older: (() => Promise<void>) | null
  /** Asks the server now; resolves when it answered, never rejects. */
  readonly refresh: () => Promise<void>
}

/**
 * A row with what the outbox knows of it: `waiting` of a row that the server does not have,
 * `unsent` of changes to parts of one that it has; `ofBefore` of a row of a list that the server
 * changed since, in an answer that is not read yet: of when it is, epoch milliseconds.
 */
export type Shown<Entity> = Entity & {
  readonly waiting?: Waiting
  readonly unsent?: readonly Unsent[]
  readonly ofBefore?: number
}
