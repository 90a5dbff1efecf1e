import {
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '../clock'
import { isoNow } from '../clock'
import type { Database } from '../db/database'
import type { SecretBox } from '../secret-box'
import { toBase64url } from './bytes'

/**
 * The server's keys of sync: what devices seal to, and what makes session ids and cursors
 * unforgeable.
 */
export interface Vault {
  readonly id: string
  /** SPKI DER, base64url. */
  readonly publicKey: string
  /** The private half by key id; null for a key that this server does not have. */
  privateKey(id: string): KeyObject | null
  /** HMAC-SHA-256 of a text for one purpose, base64url. */
  mac(purpose: 'session' | 'cursor', text: string): string
  /** Whether it is one of our MACs, those of older keys included. */
  isMac(purpose: 'session' | 'cursor', text: string, mac: string): boolean
}

/** Reads the vault when it is first needed, and makes its key where there is none. */
export interface VaultStore {
  open(): Promise<Vault>
  /** A secret as the database keeps it, bound to a name. */
  seal(name: string, secret: string): string
  unseal(name: string, sealed: string): string | null
}

interface OpenKey {
  readonly id: string
  readonly publicKey: string
  readonly privateKey: KeyObject
  readonly macKey: Buffer
}

const hmac = (key: Buffer, purpose: string, text: string): Buffer =>
  createHmac('sha256', key).update(`${purpose}\n${text}`).digest()

const vaultOf = (keys: readonly OpenKey[]): Vault => {
  const [newest] = keys
  if (newest === undefined) throw new Error('The vault has no key')
  return {
    id: newest.id,
    publicKey: newest.publicKey,
    privateKey: (id) => keys.find((key) => key.id === id)?.privateKey ?? null,
    mac: (purpose, text) => toBase64url(hmac(newest.macKey, purpose, text)),
    isMac: (purpose, text, mac) => {
      const given = Buffer.from(mac, 'base64url')
      return keys.some((key) => {
        const right = hmac(key.macKey, purpose, text)
        return given.length === right.length && timingSafeEqual(given, right)
      })
    },
  }
}

const lockName = 'sync vault key'

/**
 * The vault over the database, its secrets sealed by the server's box. A key that the box cannot
 * open (its secret was changed) is passed over and a new one made: what was sealed to the old one
 * is refused as UNSEALABLE, and the devices still have it.
 */
export const createVaultStore = (options: {
  readonly database: Database
  readonly clock: Clock
  readonly secrets: SecretBox
}): VaultStore => {
  const { database, secrets } = options
  let opened: Promise<Vault> | null = null

  const read = (): Promise<Vault> =>
    database.asSystem(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(trx)
      const rows = await trx
        .selectFrom('vault_key')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute()
      const keys = rows.flatMap((row): OpenKey[] => {
        const privateKey = secrets.open(`vault ${row.id}`, row.private_key)
        const macKey = secrets.open(`vault-mac ${row.id}`, row.mac_key)
        return privateKey === null || macKey === null
          ? []
          : [
              {
                id: row.id,
                publicKey: row.public_key,
                macKey: Buffer.from(macKey, 'base64url'),
                privateKey: createPrivateKey({
                  key: Buffer.from(privateKey, 'base64url'),
                  format: 'der',
                  type: 'pkcs8',
                }),
              },
            ]
      })
      if (keys.length > 0) return vaultOf(keys)
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const key: OpenKey = {
        id: randomUUID(),
        publicKey: toBase64url(pair.publicKey.export({ format: 'der', type: 'spki' })),
        privateKey: pair.privateKey,
        macKey: randomBytes(32),
      }
      await trx
        .insertInto('vault_key')
        .values({
          id: key.id,
          public_key: key.publicKey,
          created_at: isoNow(options.clock),
          private_key: secrets.seal(
            `vault ${key.id}`,
            toBase64url(pair.privateKey.export({ format: 'der', type: 'pkcs8' })),
          ),
          mac_key: secrets.seal(`vault-mac ${key.id}`, toBase64url(key.macKey)),
        })
        .execute()
      return vaultOf([key])
    })

  return {
    open: () => {
      opened ??= read().catch((error: unknown) => {
        opened = null
        throw error
      })
      return opened
    },
    seal: (name, secret) => secrets.seal(name, secret),
    unseal: (name, sealed) => secrets.open(name, sealed),
  }
}
