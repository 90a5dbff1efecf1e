import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Signs the ends of the action log (Ed25519), under a key outside the database: whoever writes the log
 * anew in the database cannot make the ends that were sent elsewhere agree with it.
 */
export interface LogKey {
  /** SPKI in base64, by which others check what was signed. */
  readonly publicKey: string
  readonly sign: (text: string) => string
  readonly isSigned: (text: string, signature: string) => boolean
}

/** The key of a data directory, made on first use. @throws for a file that holds none */
export const openLogKey = (dataDir: string): LogKey => {
  const path = join(dataDir, 'action-log-key.pem')
  if (!existsSync(path))
    writeFileSync(
      path,
      generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
      { mode: 0o600, flag: 'wx' },
    )
  const privateKey = createPrivateKey(readFileSync(path))
  const publicKey = createPublicKey(privateKey)
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
    isSigned: (text, signature) =>
      verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64')),
  }
}
