import type { Problem } from '../problem'

/**
 * What a command was sent as: its idempotency key, and when the person acted (epoch milliseconds).
 * Sent again as the same, the server does it at most once and answers what became of it.
 */
export interface SentAs {
  readonly id: string
  readonly capturedAt: number
}

/**
 * True when a request may have reached the server and no answer of ours says what became of it.
 * `maintenance` counts: an earlier try of the same request may have been done.
 */
export const isUnanswered = ({ kind, byServer }: Problem): boolean =>
  kind === 'network' ||
  kind === 'timeout' ||
  kind === 'maintenance' ||
  (kind === 'server' && byServer !== true)
