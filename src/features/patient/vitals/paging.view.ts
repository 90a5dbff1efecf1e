/** Columns of the observation chart by width of the window (C603). */
export type ColumnCount = 10 | 8 | 4

/** The page of the reader. `before`: the columns end just before that check-up. */
export type Anchor =
  | { readonly at: 'newest' }
  | { readonly at: 'oldest' }
  | { readonly at: 'before'; readonly id: string }

export interface ColumnPage<Row> {
  readonly columns: readonly Row[]
  /** Positions of the first and last column, from the oldest; 0 and 0: none. */
  readonly from: number
  readonly to: number
  readonly total: number
  readonly hasOlder: boolean
  readonly hasNewer: boolean
  /** The page before this one is not, or not wholly, on the device. */
  readonly needsOlder: boolean
  readonly older: Anchor
  readonly newer: Anchor
}

/**
 * The columns to show. `ascending`: kept check-ups, oldest first, complete at the new end; `total`:
 * on the server, null: unknown. An anchor without earlier ones shows the oldest kept page.
 */
export const columnPage = <Row extends { readonly id: string }>(
  ascending: readonly Row[],
  total: number | null,
  size: ColumnCount,
  anchor: Anchor,
): ColumnPage<Row> => {
  const known = ascending.length
  const all = Math.max(known, total ?? 0)
  const found = anchor.at === 'before' ? ascending.findIndex((row) => row.id === anchor.id) : -1
  const wanted = anchor.at === 'oldest' ? size : found === -1 ? known : found
  const end = Math.min(known, Math.max(wanted, size))
  const start = Math.max(0, end - size)
  const columns = ascending.slice(start, end)
  const notKept = all - known
  const first = ascending[start]
  const next = ascending[Math.min(known, end + size)]
  return {
    columns,
    from: columns.length === 0 ? 0 : notKept + start + 1,
    to: columns.length === 0 ? 0 : notKept + end,
    total: all,
    hasOlder: notKept + start > 0,
    hasNewer: end < known,
    needsOlder: notKept > 0 && start < size,
    older: first === undefined ? anchor : { at: 'before', id: first.id },
    newer: next === undefined ? { at: 'newest' } : { at: 'before', id: next.id },
  }
}
