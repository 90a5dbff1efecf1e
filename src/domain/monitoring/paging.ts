import { bucketMs } from './bucket'

/** The starts of the earliest and the latest bucket, epoch milliseconds. */
export interface DataSpan {
  readonly earliest: number
  readonly latest: number
}

export interface BucketPage {
  /** The starts of the columns, oldest first. */
  readonly starts: readonly number[]
  /** Where the last column goes when paged; null: that way is closed. */
  readonly previous: number | null
  readonly next: number | null
}

/**
 * The columns that end with the bucket `current`. Previous goes back 15 minutes, next goes on by 15
 * minutes times the columns; both stop at the data's ends (C346 to C349).
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
