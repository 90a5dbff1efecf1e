/** From here on a row says when the server received it, too: milliseconds (design/sync, Time). */
const lateAfterMs = 5 * 60_000

/**
 * True when something reached the server so much later than it was written that both times are
 * worth telling. ISO instants.
 */
export const isLate = (capturedAt: string, receivedAt: string): boolean =>
  Date.parse(receivedAt) - Date.parse(capturedAt) > lateAfterMs
