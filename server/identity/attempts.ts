import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../db/database'
import { TriesSpentError } from './errors'
import { hashOf } from './secrets'

/** Five tries per quarter of an hour (security.md C3), for each kind and subject. */
const triesAllowed = 5
const windowSeconds = 15 * 60

/** Tries of who has proved something already: of one account, or of one challenge. */
export type AttemptKind = 'present-password' | 'code' | 'challenge'
/** What anybody may try at any account; at 'second-step', anybody who has its password. */
export type OpenKind = 'password' | 'reset-mail' | 'second-step'

/** Who tries: the address, and the device by its hash if it signed in to this account before. */
export interface Origin {
  readonly address: string
  readonly knownDevice: string | null
}

/** A try that was counted before it is evaluated. */
export interface Entry {
  /** Tries of this origin within the quarter of an hour, with this one. */
  readonly tries: number
  /** The right person came: this was no wrong try, and those before it are forgotten. */
  succeed(): Promise<void>
  /** Nothing was evaluated, for reasons of ours: it was no try. */
  takeBack(): Promise<void>
}

export interface Attempts {
  /**
   * Counts one try before it is evaluated, in one statement, so that parallel tries count.
   * @returns how many there are within 15 minutes, with this one
   * @throws TriesSpentError from the sixth within 15 minutes
   */
  spend(kind: AttemptKind, subject: string): Promise<number>
  /** Forgets the tries: the right person came. */
  forget(kind: AttemptKind, subject: string): Promise<void>
  /**
   * The same for what anybody may try at any account: of one address at one account, of one address
   * at all, and of all strange devices at one account. A device that signed in to it before is
   * counted apart, so that no stranger keeps its owner out.
   */
  enter(kind: OpenKind, account: string, origin: Origin): Promise<Entry>
  /** Forgets what was tried at an account, from wherever. */
  forgetAccount(kind: OpenKind, account: string): Promise<void>
}

/** Tries within the window. Wards share an address, and their known devices do not count to it. */
const most = {
  device: 10,
  pair: triesAllowed,
  address: 100,
  // Of a million codes three are right at a time.
  account: { password: 50, 'reset-mail': 20, 'second-step': 10 },
} as const

interface Counter {
  readonly limiter: RateLimiterPostgres
  readonly key: string
}

/** In the database, so that restarts and several servers count together. Subjects are hashed. */
export const createAttempts = (database: Database): Attempts => {
  const storeClient = {
    query: ({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) =>
      database.kysely.executeQuery(CompiledQuery.raw(text, [...values])),
  }
  const limiterOf = (keyPrefix: string, points: number): RateLimiterPostgres =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'identity_attempt',
      tableCreated: true,
      keyPrefix,
      points,
      duration: windowSeconds,
      clearExpiredByTimeout: true,
    })
  const ofSubject = limiterOf('try', triesAllowed)
  const ofDevice = limiterOf('device', most.device)
  const ofPair = limiterOf('pair', most.pair)
  const ofAddress = limiterOf('address', most.address)
  const ofAccount = {
    password: limiterOf('account', most.account.password),
    'reset-mail': limiterOf('account', most.account['reset-mail']),
    'second-step': limiterOf('account', most.account['second-step']),
  }
  const keyOf = (kind: AttemptKind | OpenKind, ...subjects: readonly string[]): string =>
    [kind, ...subjects.map(hashOf)].join('-')
  /** @returns how many tries there are with this one */
  const consume = async ({ limiter, key }: Counter): Promise<number> => {
    try {
      return (await limiter.consume(key)).consumedPoints
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes)
        throw new TriesSpentError(refusal.consumedPoints === limiter.points + 1)
      throw refusal
    }
  }

  return {
    spend: (kind, subject) => consume({ limiter: ofSubject, key: keyOf(kind, subject) }),
    forget: async (kind, subject) => {
      await ofSubject.delete(keyOf(kind, subject))
    },
    enter: async (kind, account, { address, knownDevice }) => {
      const own: Counter =
        knownDevice === null
          ? { limiter: ofPair, key: keyOf(kind, account, address) }
          : { limiter: ofDevice, key: keyOf(kind, account, knownDevice) }
      const shared: readonly Counter[] =
        knownDevice === null
          ? [
              { limiter: ofAddress, key: keyOf(kind, address) },
              { limiter: ofAccount[kind], key: keyOf(kind, account) },
            ]
          : []
      const counted: Counter[] = []
      const giveBack = async (counters: readonly Counter[]): Promise<void> => {
        await Promise.all(counters.map(({ limiter, key }) => limiter.reward(key)))
      }
      // One after the other: what one counter refuses does not use up the next one's tries.
      // The address first: a stranger who is refused by it leaves no row of an account behind.
      const [ofSender, ...others] = shared
      const inOrder = ofSender === undefined ? [own] : [ofSender, own, ...others]
      let tries = 0
      for (const counter of inOrder)
        try {
          const count = await consume(counter)
          if (counter === own) tries = count
          counted.push(counter)
        } catch (refusal) {
          await giveBack(counted)
          throw refusal
        }
      return {
        tries,
        takeBack: () => giveBack(counted),
        succeed: async () => {
          await giveBack(shared)
          await own.limiter.delete(own.key)
        },
      }
    },
    forgetAccount: async (kind, account) => {
      for (const prefix of ['pair', 'account', 'device'])
        await database.kysely.executeQuery(
          CompiledQuery.raw('delete from identity_attempt where starts_with(key, $1)', [
            `${prefix}:${keyOf(kind, account)}`,
          ]),
        )
    },
  }
}
