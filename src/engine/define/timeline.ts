import type { KeptRow, Page } from './resource'

/**
 * Keeps a timeline without holes, newest first: behind a full page that touches nothing kept, older
 * rows are removed and fetched again on paging back. `before`: epoch milliseconds; null: the newest
 * page.
 */
export const goneFromTimeline = (
  kept: readonly KeptRow[],
  page: Page<{ readonly id: string }>,
  take: number,
  before: number | null,
): readonly string[] => {
  if (before !== null || page.rows.length < take) return []
  const fresh = new Set(page.rows.map((row) => row.id))
  return kept.some((row) => fresh.has(row.id)) ? [] : kept.map((row) => row.id)
}
