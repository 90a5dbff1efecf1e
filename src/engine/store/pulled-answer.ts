import type { StoredCursor, StoredRow } from './tables'

/** A sealed row on its way into a table. */
export interface SealedRow {
  readonly table: string
  readonly row: StoredRow
}

/** A lost scope, its subject ('' for none), and why. */
export interface EndedScope {
  readonly scope: string
  readonly subjectId: string
  readonly reason: string
}

/** What one pull says of one scope; docs/sync-protocol.md. */
export interface ScopePatch {
  readonly scope: string
  /** The subject that the scope is about; '' for none. */
  readonly subjectId: string
  readonly base: string
  readonly next: string
  readonly put: readonly SealedRow[]
  readonly remove: readonly { readonly table: string; readonly id: string }[]
  /** Scopes that end with this patch: what a row that is no longer to be seen opened. */
  readonly ends: readonly EndedScope[]
  /** Scopes that the rows put open: they have news to fetch. */
  readonly opens: readonly string[]
  /** Scopes that the removed rows opened. */
  readonly closes: readonly string[]
  /** Nothing of the scope is left to ask for: a staged generation may replace the old one. */
  readonly isWhole: boolean
  /** Of a scope that is not whole, the entities of which there is more; null, absent: of any. */
  readonly moreOf?: readonly string[] | null
  /** Epoch milliseconds of the server from which on it is not the user's; null, absent: without an end. */
  readonly endsAt?: number | null
}

/** One answer, sealed. Times are epoch milliseconds. */
export interface PulledAnswer {
  /** Server time of the answer. */
  readonly asOf: number
  readonly checkedAt: number
  readonly patches: readonly ScopePatch[]
  readonly ended: readonly EndedScope[]
  /** Scopes that begin again, beside what is kept. */
  readonly reset: readonly string[]
  /** A screen asked: its scopes count as used, epoch milliseconds; absent: nobody looked. */
  readonly usedAt?: number
  /**
   * An empty answer is noted when the last note is this old, milliseconds: each wakes the readings.
   */
  readonly noteAfterMs: number
}

/** Scopes whose patch did not fit the cursor: another tab was faster. */
export interface PullOutcome {
  readonly stale: readonly string[]
  /** Scopes of kept subjects missing from a roster: each is to be asked. */
  readonly left: readonly string[]
}

/** The cursor to ask with: the staged generation's, if any; '' from the beginning. */
export const cursorToAsk = (kept: StoredCursor | null): string =>
  kept?.building?.cursor ?? kept?.cursor ?? ''
