import type { StoredCursor, StoredReceipt, StoredRow } from './tables'

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

/** Which rows: one, a subject's, a subject's in a time span (epoch milliseconds), or all. */
export type RowSelection =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'subject'; readonly subjectId: string }
  | { readonly by: 'time'; readonly subjectId: string; readonly from: number; readonly to: number }
  | { readonly by: 'all' }

/** A row to be kept, still open. */
export interface IncomingRow {
  readonly id: string
  readonly subjectId: string
  readonly at: number
  readonly revision: number
  readonly value: unknown
}

/** One answer to be kept, all of it or nothing. */
export interface Acceptance {
  readonly table: string
  readonly rows: readonly IncomingRow[]
  /** Epoch milliseconds. */
  readonly asOf: number
  /** From a command's answer, perhaps stored long ago: it proves no right of today. */
  readonly ofCommand?: true
  readonly receipt?: { readonly id: string; readonly value: unknown }
  /** Kept rows that the answer shows to be gone; synchronous, inside the transaction. */
  readonly gone?: {
    readonly selection: RowSelection
    readonly of: (
      kept: readonly { readonly id: string; readonly at: number }[],
    ) => readonly string[]
  }
}

/** What a screen's reading is made of, as it was at one moment. */
export interface CacheReading {
  readonly rows: readonly StoredRow[]
  readonly receipt: StoredReceipt | null
  readonly cursor: StoredCursor | null
}

export interface CacheStore {
  readonly name: string
  readonly userId: string
  readonly organizationId: string
  /** Tables that scopes fill. */
  readonly pulled: readonly string[]
  /** True once closed here or deleted by another tab: nothing is read or kept any more. */
  isClosed(): boolean
  close(): void
  /** Raw rows; for live queries. Open their bodies afterwards with `openRow`. */
  rows(table: string, selection: RowSelection): Promise<readonly StoredRow[]>
  /** The subjects on the organisation's roster, by id, as far as it is kept. */
  onRoster(): Promise<readonly string[]>
  /** Rows, receipt and the cursor of `scope` (null: of none) in one transaction. */
  reading(
    table: string,
    selection: RowSelection,
    receiptId: string,
    scope: string | null,
  ): Promise<CacheReading>
  receipt(id: string): Promise<StoredReceipt | null>
  /** What a call was answered last, opened, and when (epoch milliseconds); null: nothing is kept. */
  answer(id: string): Promise<{ readonly value: unknown; readonly at: number } | null>
  /** Keeps what a call was answered in the place of its former answer. `at`: epoch milliseconds. */
  keepAnswer(id: string, value: unknown, at: number): Promise<void>
  /** Forgets what calls were answered: one of them, or all. */
  forgetAnswers(id?: string): Promise<void>
  openRow(table: string, row: StoredRow): Promise<unknown>
  openReceipt(receipt: StoredReceipt): Promise<unknown>
  /**
   * Keeps an answer in one transaction: the higher revision wins, then the later answer. Revoked
   * rows, and cards missing from a complete roster, do not return. False: the store is closed.
   */
  accept(acceptance: Acceptance): Promise<boolean>
  /** A sealed row for `applyPull`; at most 500 at once. `asOf`: server time, epoch milliseconds. */
  sealRow(table: string, row: IncomingRow, asOf: number): Promise<StoredRow>
  /** How far a scope has come; null: it was never asked for. For live queries. */
  cursor(scope: string): Promise<StoredCursor | null>
  /** Those of several scopes, in their order, in one question. */
  cursorsOf(scopes: readonly string[]): Promise<readonly (StoredCursor | null)[]>
  cursors(): Promise<readonly StoredCursor[]>
  /** Those of scopes that end by themselves. For live queries. */
  ending(): Promise<readonly StoredCursor[]>
  /** Has subjects asked for whom this store never asked for; of others nothing changes. */
  askFor(subjectIds: readonly string[]): Promise<void>
  /**
   * Rows, removals and cursors of one answer in one transaction. `asked`: its cursors. Null: the
   * store is closed.
   */
  applyPull(answer: PulledAnswer, asked: ReadonlyMap<string, string>): Promise<PullOutcome | null>
  /**
   * Evicts a scope, and receipts that would make the rest look complete. Answers the freed
   * characters.
   */
  evict(scope: string, isReceipt: (id: string) => boolean): Promise<number>
  /**
   * Evicts rows of the sized tables (or `which`), oldest answers first, down to so many characters.
   * Answers how many.
   */
  trimSized(most: number, which?: readonly string[]): Promise<number>
  /** Forgets rows that this user may no longer see. */
  remove(table: string, selection: RowSelection): Promise<void>
}
