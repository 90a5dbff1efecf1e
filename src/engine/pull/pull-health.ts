import type { Clock } from '../../platform/clock'

/** A request without an answer for so long is doubted; the transport gives up later. */
const doubtAfterMs = 6_000
/** One lost question is no reason to call the page behind. */
const behindAfter = 2

export interface PullHealthOptions {
  readonly clock: Pick<Clock, 'after'>
  /** Whether the server tells this device of changes, in whichever of its tabs. */
  readonly isTold: () => boolean
  /** Whether this device is told of changes and can fetch them. */
  readonly told: (is: boolean) => void
  /** Whether pulls fail again and again, in whichever tab asks: what is shown is of before. */
  readonly behind: (is: boolean) => void
  /** A question has had no answer for long: ask whether the server is there at all. */
  readonly doubted: () => void
}

/** Whether pulls work, and who is told of it. */
export const createPullHealth = (options: PullHealthOptions) => {
  let failures = 0
  /** Since the second failure in a row, until a question is answered. */
  let behind = false
  let isLate = false
  /** A device whose requests fail is not live. */
  const tell = (): void => {
    options.told(options.isTold() && failures === 0 && !isLate)
    options.behind(behind)
  }
  return {
    tell,
    /** Failed pulls in a row. */
    failures: (): number => failures,
    isBehind: (): boolean => behind,
    worked: (): void => {
      failures = 0
      behind = false
      tell()
    },
    /** @returns whether the page is behind since this failure */
    failed: (): boolean => {
      failures += 1
      behind ||= failures >= behindAfter
      tell()
      return failures === behindAfter
    },
    /** There is a reason to try again at once. */
    forgive: (): void => {
      failures = 0
    },
    /** What another tab says of its pulls. */
    heard: (is: boolean): void => {
      behind = is
    },
    /** Tells where a question lasts; `isCurrent`: it is still the one that counts. */
    doubting: async <Value>(isCurrent: () => boolean, question: Promise<Value>): Promise<Value> => {
      const answered = options.clock.after(doubtAfterMs, () => {
        if (!isCurrent()) return
        isLate = true
        tell()
        options.doubted()
      })
      try {
        return await question
      } finally {
        answered()
        if (isCurrent()) isLate = false
      }
    },
    restart: (): void => {
      isLate = false
      failures = 0
      behind = false
      options.behind(behind)
    },
  }
}
