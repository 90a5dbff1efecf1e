import type { JWK } from 'jose'
import type { Database } from '../db/database'
import type { SecretBox } from '../secret-box'
import { rows } from './tables'

/** Seals what a copy of the database must not give: signing keys and secrets of second factors. */
export type Seal = Pick<SecretBox, 'seal' | 'open'>

const keyName = (kid: string): string => `identity-key:${kid}`
const factorName = (uid: string): string => `identity-factor:${uid}`

export const sealKey = ({ seal }: Seal, kid: string, jwk: JWK): string =>
  seal(keyName(kid), JSON.stringify(jwk))

/** The signing key of a row; null: sealed under another secret. In clear until the next start. */
export const openKey = ({ open }: Seal, kid: string, kept: JWK | string): JWK | null => {
  if (typeof kept !== 'string') return kept
  const jwk = open(keyName(kid), kept)
  return jwk === null ? null : (JSON.parse(jwk) as JWK)
}

export const sealFactorSecret = ({ seal }: Seal, uid: string, secret: string): string =>
  seal(factorName(uid), secret)

/**
 * The secret of a second factor, in clear until the next start.
 * @throws Error where it was sealed under another secret of the server
 */
export const openFactorSecret = ({ open }: Seal, uid: string, kept: string): string => {
  if (!kept.startsWith('v1:')) return kept
  const secret = open(factorName(uid), kept)
  if (secret === null) throw new Error('A second factor was sealed under another secret')
  return secret
}

/** Seals what an earlier release wrote in clear. */
export const sealWhatIsClear = async (database: Database, box: Seal): Promise<void> => {
  for (const { kid, private_jwk: jwk } of await rows(database)
    .selectFrom('identity_key')
    .select(['kid', 'private_jwk'])
    .execute())
    if (typeof jwk !== 'string')
      await rows(database)
        .updateTable('identity_key')
        .set({ private_jwk: JSON.stringify(sealKey(box, kid, jwk)) })
        .where('kid', '=', kid)
        .execute()
  for (const table of ['identity_factor', 'identity_challenge'] as const)
    for (const { uid, secret } of await rows(database)
      .selectFrom(table)
      .select(['uid', 'secret'])
      .where('secret', 'is not', null)
      .where('secret', 'not like', 'v1:%')
      .execute())
      await rows(database)
        .updateTable(table)
        .set({ secret: sealFactorSecret(box, uid, secret ?? '') })
        .where('uid', '=', uid)
        // Another one may have followed meanwhile.
        .where('secret', '=', secret)
        .execute()
}
