import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Encrypts ingest secrets (AES-256-GCM) under a key outside the database, so that a copy of it
 * signs nothing. HMAC needs the secret itself: it cannot be hashed.
 */
export interface SecretBox {
  /** The encrypted form of a secret, bound to the id of its key. */
  seal(id: string, secret: string): string
  /** The secret, or null when it was sealed under another key, for another id, or changed. */
  open(id: string, sealed: string): string | null
  /** A name for a text that does not tell it: equal for equal texts of one purpose (HMAC-SHA256). */
  nameOf(purpose: string, text: string): string
  /** A key of a purpose, 32 bytes; `nth`: another one, where a purpose cannot use the first. */
  keyOf(purpose: string, nth: number): Buffer
}

/** A box under a 32-byte key. */
export const secretBox = (key: Uint8Array): SecretBox => ({
  seal: (id, secret) => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id))
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return `v1:${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')}`
  },
  open: (id, sealed) => {
    if (!sealed.startsWith('v1:')) return null
    const bytes = Buffer.from(sealed.slice(3), 'base64')
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(
        Buffer.from(id),
      )
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    } catch {
      return null
    }
  },
  // A key of its own for each purpose: nothing that is sealed is a name.
  nameOf: (purpose, text) =>
    createHmac('sha256', createHmac('sha256', key).update(`name:${purpose}`).digest())
      .update(text)
      .digest('base64url'),
  keyOf: (purpose, nth) => createHmac('sha256', key).update(`key:${purpose}:${nth}`).digest(),
})

const readOrCreate = (path: string): Buffer => {
  try {
    writeFileSync(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  if (key.length !== 32) throw new Error(`${path} does not hold a 32-byte key in hex`)
  return key
}

/**
 * The box under INGEST_KEY_SECRET (32 characters or more, equal on all servers), else under a key
 * file in the data directory, made on first use.
 * @throws Error when the secret is too short or the key file is damaged
 */
export const openSecretBox = (where: {
  readonly dataDir: string
  readonly ingestKeySecret?: string | undefined
}): SecretBox => {
  const text = where.ingestKeySecret
  if (text !== undefined && text !== '') {
    if (text.length < 32) throw new Error('INGEST_KEY_SECRET must be 32 characters or longer')
    return secretBox(createHash('sha256').update(text).digest())
  }
  mkdirSync(where.dataDir, { recursive: true })
  return secretBox(readOrCreate(join(where.dataDir, 'ingest-key.secret')))
}
