import { badInput } from './errors'

/**
 * Rows a page holds at most: larger pages are refused whatever the query's cost (design/sync.md,
 * finding 14).
 */
export const pageLimit = 50

/** @throws BAD_USER_INPUT naming `take` unless it is 1 to 50. */
export function pageSize(take: number | null | undefined): number {
  const size = take ?? pageLimit
  if (size < 1 || size > pageLimit)
    throw badInput([{ path: 'take', message: `Must be 1 to ${pageLimit}` }])
  return size
}

/**
 * The order within a page: newest first, what is of one instant by id. @param at ISO instant, UTC
 * with milliseconds
 */
export const newestFirst =
  <Row extends { readonly id: string }>(at: (row: Row) => string) =>
  (a: Row, b: Row): number =>
    at(a) === at(b) ? (a.id < b.id ? 1 : -1) : at(a) < at(b) ? 1 : -1
