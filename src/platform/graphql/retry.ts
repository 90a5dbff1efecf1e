/** Three tries, 300 ms before the second, doubled, full jitter (P292 to P294). */
export const tries = 3
const baseDelayMs = 300

/** Milliseconds to wait after try number `tried` (1, 2, …); `random` gives 0 to below 1. */
export const retryDelayMs = (tried: number, random: () => number): number =>
  random() * baseDelayMs * 2 ** (tried - 1)

/** Statuses of a server that is away for a moment. */
export const retriedStatuses: ReadonlySet<number> = new Set([502, 503, 504])
