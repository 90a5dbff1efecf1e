/** With no answer within 5 minutes of the warning the user is signed out (P253). */
const answerMs = 5 * 60_000

export type InactivityView =
  /** Somebody is there; look again in `checkInMs`. */
  | { readonly kind: 'active'; readonly checkInMs: number }
  /** The dialog is shown until `leftMs` have passed. */
  | { readonly kind: 'warning'; readonly leftMs: number }
  | { readonly kind: 'over' }

/**
 * The state of the session. `lastActivityAt` is of any tab, so all agree (P252: 15 minutes by
 * default, 5 to 60 per organisation).
 */
export const inactivityView = (
  lastActivityAt: number,
  nowMs: number,
  limitMinutes: number,
): InactivityView => {
  const limitMs = limitMinutes * 60_000
  const quietMs = Math.max(0, nowMs - lastActivityAt)
  if (quietMs < limitMs) return { kind: 'active', checkInMs: limitMs - quietMs }
  const leftMs = limitMs + answerMs - quietMs
  return leftMs > 0 ? { kind: 'warning', leftMs } : { kind: 'over' }
}

/** The number of whole minutes and seconds to show for what is left. */
export const countdown = (leftMs: number): { minutes: number; seconds: number } => {
  const seconds = Math.ceil(leftMs / 1000)
  return { minutes: Math.floor(seconds / 60), seconds: seconds % 60 }
}
