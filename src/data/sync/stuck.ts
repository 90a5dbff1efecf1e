import type { Problem } from '../../domain/problem'

/** So many times the server may fail at one command before a person is asked. */
export const stuckAfterTries = 5
/** Or so long after it first did, milliseconds. */
export const stuckAfterMs = 120_000

/**
 * Tells a command that the server itself keeps failing at from one that only has bad luck with the line. Counts answers of
 * the server alone (Problem.byServer): networks, proxies, 401, 429 and 503 never count. After a resend it counts anew.
 */
export const createStuck = (monotonic: () => number) => {
  const seen = new Map<string, { readonly tries: number; readonly since: number }>()
  return {
    /** Counts one failed attempt; true when it was one too many. */
    isStuck: (id: string, { byServer }: Problem): boolean => {
      if (byServer !== true) return false
      const { tries, since } = seen.get(id) ?? { tries: 0, since: monotonic() }
      seen.set(id, { tries: tries + 1, since })
      const isOver = tries + 1 >= stuckAfterTries || monotonic() - since >= stuckAfterMs
      if (isOver) seen.delete(id)
      return isOver
    },
    forget: (id: string): void => void seen.delete(id),
  }
}
