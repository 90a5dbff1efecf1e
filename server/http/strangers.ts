import type { Context, MiddlewareHandler } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { GraphQLError } from 'graphql'
import { showsToken, type Caller } from '../graphql/caller'
import type { AddressOf } from './address'

/** How a path says that too much was asked. @param seconds until more is answered */
type Refuse = (c: Context, seconds: number) => Response

/** Counts what one address asks without having shown who it is, of one kind of path. */
export interface Strangers {
  /** For paths that take no token: every request counts. */
  readonly each: MiddlewareHandler
  /**
   * For paths that take one: what comes without it counts, and what comes with one that was refused
   * (`refused`). From an address that has used its number up only who is signed in is heard; the
   * others' bodies are not read.
   */
  readonly untilSignedIn: (callerOf: (c: Context) => Caller) => MiddlewareHandler
  /** A token of this request was refused. */
  readonly refused: (c: Context) => void
}

const secondsOf = (spent: RateLimiterRes | null): number =>
  Math.max(1, Math.ceil((spent?.msBeforeNext ?? 60_000) / 1000))

const isUnauthorized = (thrown: unknown): boolean =>
  thrown instanceof GraphQLError && thrown.extensions.code === 'UNAUTHORIZED'

/**
 * @param perMinute requests of one address
 * @param addressOf behind a proxy that is not ours all share one address, and its number
 */
export const limitStrangers = ({
  perMinute,
  addressOf,
  refuse,
}: {
  readonly perMinute: number
  readonly addressOf: AddressOf
  readonly refuse: Refuse
}): Strangers => {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  /** Null: it may be answered. */
  const spend = (c: Context): Promise<RateLimiterRes | null> =>
    limiter.consume(addressOf(c)).then(
      () => null,
      (over: unknown) => {
        if (over instanceof RateLimiterRes) return over
        throw over
      },
    )
  return {
    each: async (c, next) => {
      const over = await spend(c)
      if (over !== null) return refuse(c, secondsOf(over))
      return next()
    },
    untilSignedIn: (callerOf) => async (c, next) => {
      if (!showsToken(c.req.header('authorization') ?? null)) {
        const over = await spend(c)
        return over === null ? next() : refuse(c, secondsOf(over))
      }
      const spent = await limiter.get(addressOf(c))
      if (spent !== null && spent.remainingPoints <= 0)
        try {
          await callerOf(c).requireSignedIn()
        } catch (thrown) {
          if (isUnauthorized(thrown)) return refuse(c, secondsOf(spent))
        }
      return next()
    },
    refused: (c) => void spend(c),
  }
}
