import { randomUUID } from 'node:crypto'
import {
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWTHeaderParameters,
} from 'jose'
import type { Clock } from '../clock'
import type { Database } from '../db/database'
import { openKey, sealKey, type Seal } from './sealed'
import { rows, together } from './tables'

/** The only algorithm: other names (`none`, HS256) are refused before any key is used. */
export const algorithm = 'RS256'

/** A key that was followed by another still verifies for this long: longer than any token lives. */
const overlapMs = 24 * 60 * 60 * 1000
/** Unknown key ids make us look into the database at most this often, whatever callers send. */
const lookAgainMs = 10_000

interface Key {
  readonly kid: string
  readonly createdAt: number
  readonly signing: CryptoKey
  readonly verifying: CryptoKey
}

export interface Keys {
  /** The newest key; made when there is none. */
  signing(): Promise<Key>
  /** Finds keys by `kid` alone; `jwk`, `jku` and `x5u` are ignored. */
  find(header: JWTHeaderParameters): Promise<CryptoKey>
  /**
   * Signs with a new key. Tokens of the old one stay valid; keys replaced a day ago are deleted.
   */
  rotate(): Promise<void>
}

const importBoth = async (
  kid: string,
  createdAt: number,
  jwk: Awaited<ReturnType<typeof exportJWK>>,
): Promise<Key> => {
  const { kty, n, e } = jwk
  const [signing, verifying] = await Promise.all([
    importJWK(jwk, algorithm),
    importJWK({ kty, n, e }, algorithm),
  ])
  return { kid, createdAt, signing: signing as CryptoKey, verifying: verifying as CryptoKey }
}

/**
 * RS256 keys (2,048 bits) in the database, sealed, for restarts and several servers. One that was
 * sealed under another secret counts as none.
 */
export const createKeys = (database: Database, clock: Clock, box: Seal): Keys => {
  let known: readonly Key[] = []
  let lookedAt = 0
  let loading: Promise<void> | null = null

  const load = (): Promise<void> => {
    loading ??= (async () => {
      const found = await rows(database)
        .selectFrom('identity_key')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('kid')
        .execute()
      known = await Promise.all(
        found.flatMap(({ kid, created_at, private_jwk }) => {
          const jwk = openKey(box, kid, private_jwk)
          return jwk === null ? [] : [importBoth(kid, created_at, jwk)]
        }),
      )
      lookedAt = clock.now()
    })().finally(() => {
      loading = null
    })
    return loading
  }

  const add = async (): Promise<void> => {
    const { privateKey } = await generateKeyPair(algorithm, {
      modulusLength: 2048,
      extractable: true,
    })
    const kid = randomUUID()
    const sealed = sealKey(box, kid, await exportJWK(privateKey))
    await together(database, async (trx) => {
      const successor = await trx
        .selectFrom('identity_key')
        .select('created_at')
        .orderBy('created_at', 'desc')
        .executeTakeFirst()
      if (successor !== undefined && successor.created_at < clock.now() - overlapMs) {
        await trx
          .deleteFrom('identity_key')
          .where('created_at', '<', successor.created_at)
          .execute()
      }
      await trx
        .insertInto('identity_key')
        .values({ kid, private_jwk: sealed, created_at: clock.now() })
        .execute()
    })
    await load()
  }

  return {
    async signing() {
      if (known.length === 0) await load()
      if (known.length === 0) await add()
      const newest = known[0]
      if (newest === undefined) throw new Error('No signing key could be made')
      return newest
    },
    async find({ kid }) {
      const match = (): Key | undefined => known.find((key) => key.kid === kid)
      if (match() === undefined && (known.length === 0 || clock.now() - lookedAt > lookAgainMs))
        await load()
      const key = match()
      if (key === undefined) throw new errors.JWKSNoMatchingKey()
      return key.verifying
    },
    rotate: add,
  }
}
