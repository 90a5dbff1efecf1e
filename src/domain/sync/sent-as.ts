import type { Problem } from '../problem'

/**
 * A command's idempotency key, and when the user acted (epoch ms). The server does each key at most
 * once.
 */
export interface SentAs {
  readonly id: string
  readonly capturedAt: number
  /** How many answers to it could not be read or kept. */
  readonly unread?: number
}

/**
 * True when a request may have reached the server and its result is unknown. `maintenance` counts:
 * an earlier try may have been done.
 */
export const isUnanswered = ({ kind, byServer }: Problem): boolean =>
  kind === 'network' ||
  kind === 'timeout' ||
  kind === 'maintenance' ||
  (kind === 'server' && byServer !== true)
