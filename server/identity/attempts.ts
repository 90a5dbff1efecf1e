import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../db/database'
import { IdentityError } from './errors'
import { hashOf } from './secrets'

/** Five tries per quarter of an hour (security.md C3), for each kind and subject. */
const triesAllowed = 5
const windowSeconds = 15 * 60

export type AttemptKind = 'password' | 'present-password' | 'code' | 'challenge' | 'reset-mail'

export interface Attempts {
  /**
   * Counts one try before it is evaluated, in one statement, so that parallel tries count.
   * @throws IdentityError TOO_MANY_ATTEMPTS_TRY_LATER from the sixth within 15 minutes
   */
  spend(kind: AttemptKind, subject: string): Promise<void>
  /** Forgets the tries: the right person came. */
  forget(kind: AttemptKind, subject: string): Promise<void>
}

/** In the database, so that restarts and several servers count together. Subjects are hashed. */
export const createAttempts = (database: Database): Attempts => {
  const storeClient = {
    query: ({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) =>
      database.kysely.executeQuery(CompiledQuery.raw(text, [...values])),
  }
  const limiter = new RateLimiterPostgres({
    storeClient,
    storeType: 'client',
    tableName: 'identity_attempt',
    tableCreated: true,
    keyPrefix: 'try',
    points: triesAllowed,
    duration: windowSeconds,
    clearExpiredByTimeout: true,
  })
  const key = (kind: AttemptKind, subject: string): string => `${kind}-${hashOf(subject)}`
  return {
    async spend(kind, subject) {
      try {
        await limiter.consume(key(kind, subject))
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes)
          throw new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER')
        throw refusal
      }
    },
    async forget(kind, subject) {
      await limiter.delete(key(kind, subject))
    },
  }
}
