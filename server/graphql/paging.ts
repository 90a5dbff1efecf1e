import { badInput } from './errors'

/** Rows a page holds at most: larger pages are refused whatever the query's cost (design/sync.md, finding 14). */
export const pageLimit = 50

/** @throws BAD_USER_INPUT naming `take` unless it is 1 to 50. */
export function pageSize(take: number | null | undefined): number {
  const size = take ?? pageLimit
  if (size < 1 || size > pageLimit) throw badInput([{ path: 'take', message: `Must be 1 to ${pageLimit}` }])
  return size
}
