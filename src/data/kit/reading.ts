import type { Problem } from '../../domain/problem'

/** How true what is shown still is. Times are epoch milliseconds. */
export interface Freshness {
  /** Server time of the snapshot that is shown; null when nothing was ever fetched. */
  readonly asOf: number | null
  /** When the device last heard an answer for this reading. */
  readonly checkedAt: number | null
  /** Older than the resource's limit, or never fetched. */
  readonly stale: boolean
  /** A refresh is on its way. */
  readonly fetching: boolean
}

/** What a screen gets of a resource. Rows come from the local store alone, with waiting changes laid over them. */
export interface Reading<Row> {
  readonly rows: readonly Row[]
  /** How many there are in all, as the server last said; null when it never did. */
  readonly total: number | null
  /** False until the local store has answered once: show a skeleton, not an empty state. */
  readonly ready: boolean
  readonly freshness: Freshness
  /** Of the last refresh; null when it worked. Rows stay valid beside it. */
  readonly problem: Problem | null
  /** Whose order the rows stand in: the server's last answer, or this device's own over the rows it has (offline). */
  readonly arrangedBy: 'server' | 'device'
  /** Fetches the next older rows; null when there are none, or the reading is not paged backwards. Never rejects. */
  readonly older: (() => Promise<void>) | null
  /** Asks the server now; resolves when it answered, never rejects. */
  readonly refresh: () => Promise<void>
}

/** Where a waiting row stands; rows known to the server have none. */
export type WaitingState = 'waiting' | 'sending' | 'refused'

/** A row with what the outbox knows of it. */
export type Shown<Entity> = Entity & {
  readonly waiting?: { readonly state: WaitingState; readonly commandId: string; readonly problem?: Problem }
}
