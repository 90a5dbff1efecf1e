/** From here on a row says when the server received it, too: milliseconds (design/sync, Time). */
const lateAfterMs = 5 * 60_000

/** True when the delay before the server got it is worth showing. ISO instants. */
export const isLate = (capturedAt: string, receivedAt: string): boolean =>
  Date.parse(receivedAt) - Date.parse(capturedAt) > lateAfterMs
