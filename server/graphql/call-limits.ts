import { RateLimiterMemory } from 'rate-limiter-flexible'
import { tooMany } from './errors'
import type { OperationRule } from './operations'

/** What one user may ask for in a minute, of this process. */
export interface CallLimits {
  /** Counts one operation. @throws TOO_MANY */
  spend(uid: string, rule: OperationRule, args: Record<string, unknown>): Promise<void>
}

export function createCallLimits(perMinute: {
  readonly signIns: number
  readonly operations: number
  /** Of pages, as many as they may hold. */
  readonly rows: number
  readonly lookups: number
}): CallLimits {
  const limiter = (points: number): RateLimiterMemory =>
    new RateLimiterMemory({ points, duration: 60 })
  const signIns = limiter(perMinute.signIns)
  const operations = limiter(perMinute.operations)
  const rows = limiter(perMinute.rows)
  const lookups = limiter(perMinute.lookups)
  return {
    async spend(uid, rule, args) {
      const asked = rule.rows?.(args) ?? 0
      const looksUp =
        typeof rule.lookupLike === 'function' ? rule.lookupLike(args) : rule.lookupLike === true
      const counted = await Promise.allSettled([
        operations.consume(uid),
        ...(rule.signInLike === true ? [signIns.consume(uid)] : []),
        ...(looksUp ? [lookups.consume(uid)] : []),
        ...(asked > 0 ? [rows.consume(uid, asked)] : []),
      ])
      if (counted.some(({ status }) => status === 'rejected')) throw tooMany()
    },
  }
}
