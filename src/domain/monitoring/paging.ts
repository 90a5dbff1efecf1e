import { bucketMs } from './bucket'

/**
 * Where a patient's data begins and ends: the starts of the earliest and of the latest bucket,
 * epoch milliseconds.
 */
export interface DataSpan {
  readonly earliest: number
  readonly latest: number
}

export interface BucketPage {
  /** The starts of the quarters of an hour that the columns stand for, oldest first. */
  readonly starts: readonly number[]
  /** Where the last column goes when paged; null: that way is closed. */
  readonly previous: number | null
  readonly next: number | null
}

/**
 * The columns that end with the bucket starting at `current`. Previous goes back 15 minutes and is
 * closed where the columns would pass the earliest data; next goes on by 15 minutes times the
 * number of columns and is closed where it would pass the latest (C346 to C349).
 */
export const bucketPage = (
  current: number,
  columns: number,
  { earliest, latest }: DataSpan,
): BucketPage => {
  const starts = Array.from(
    { length: columns },
    (_, nth) => current - (columns - 1 - nth) * bucketMs,
  )
  const back = current - bucketMs
  const on = current + columns * bucketMs
  return {
    starts,
    previous: (starts[0] ?? current) - bucketMs < earliest ? null : back,
    next: on > latest ? null : on,
  }
}
