/** The time windows of charts (product 9, P366). Each is also its value in an address. */
export const timeWindows = ['24h', '3d', '7d', '14d', '30d'] as const
export type TimeWindow = (typeof timeWindows)[number]

const hourMs = 60 * 60_000
const hours: Readonly<Record<TimeWindow, number>> = {
  '24h': 24,
  '3d': 3 * 24,
  '7d': 7 * 24,
  '14d': 14 * 24,
  '30d': 30 * 24,
}

/** The length of a window in elapsed milliseconds: a day is 24 hours, also at a clock change. */
export const timeWindowMs = (span: TimeWindow): number => hours[span] * hourMs

/** The window that an address names; null, which is none, for anything else. */
export const readTimeWindow = (text: string | null): TimeWindow | null =>
  timeWindows.find((span) => span === text) ?? null

/**
 * True when a check-up ended in the window, its edge included. One in the future is within: its age
 * is unknown, so it is not hidden.
 */
export const isWithin = (endedAt: string, span: TimeWindow, nowMs: number): boolean =>
  nowMs - Date.parse(endedAt) <= timeWindowMs(span)

/**
 * How many check-ups ended before the window; 0 without a window.
 * @param ascending sorted by their end, oldest first
 */
export const countBeforeWindow = (
  ascending: readonly { readonly endedAt: string }[],
  span: TimeWindow | null,
  nowMs: number,
): number => {
  if (span === null) return 0
  let [from, to] = [0, ascending.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const row = ascending[middle]
    if (row !== undefined && isWithin(row.endedAt, span, nowMs)) to = middle
    else from = middle + 1
  }
  return from
}
