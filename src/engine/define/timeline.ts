import type { KeptRow, Page } from './resource'

/**
 * Rows of a timeline are kept without holes, newest first. A full page that touches nothing kept
 * leaves a hole of unknown size behind it: what is older than it goes, and comes again when the
 * person pages back. `before`: the page was asked for rows older than that (epoch milliseconds);
 * null: the newest.
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
