import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from 'jose'
import { z } from 'zod'
import { ConfigError, type Config } from '../config'

const publicKeySchema = z.looseObject({
  kty: z.enum(['EC', 'RSA']),
  // A private key, or a secret, is nobody's to give us.
  d: z.undefined({ error: 'Must hold public keys alone' }).optional(),
})
const keySetSchema = z.object({ keys: z.array(publicKeySchema).min(1) })

const fileIn = (dataDir: string): string => join(dataDir, 'toolbar-key.json')

/** The demonstration's toolbar: a private key (ES256) in the data directory, made on first use. */
export const demonstrationKey = async (dataDir: string): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const made: JWK = { ...(await exportJWK(privateKey)), kid: 'demonstration', alg: 'ES256' }
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(fileIn(dataDir), `${JSON.stringify(made)}\n`, { mode: 0o600, flag: 'wx' })
    return made
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as JWK
  }
}

/** The public half. */
export const publicOf = ({ kty, crv, x, y, kid, alg }: JWK): JSONWebKeySet => ({
  keys: [{ kty, crv, x, y, kid, alg } as JWK],
})

/**
 * The public keys of the toolbar: the file that TOOLBAR_JWKS names, else the demonstration's own. Null: there is no
 * toolbar. @throws ConfigError for a file that is no set of public keys
 */
export const toolbarKeys = async ({
  toolbarJwks: file,
  demonstration,
  dataDir,
}: Pick<Config, 'toolbarJwks' | 'demonstration' | 'dataDir'>): Promise<JSONWebKeySet | null> => {
  if (file !== undefined)
    try {
      return keySetSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) as JSONWebKeySet
    } catch {
      throw new ConfigError([
        'TOOLBAR_JWKS: Must name a file with a JSON Web Key Set of public keys (EC or RSA)',
      ])
    }
  return demonstration ? publicOf(await demonstrationKey(dataDir)) : null
}
