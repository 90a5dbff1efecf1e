import type { JWK } from 'jose'
import type { SecretBox } from '../secret-box'

/** Seals what a copy of the database must not give: signing keys and secrets of second factors. */
export type Seal = Pick<SecretBox, 'seal' | 'open'>

const keyName = (kid: string): string => `identity-key:${kid}`
const factorName = (uid: string): string => `identity-factor:${uid}`

export const sealKey = ({ seal }: Seal, kid: string, jwk: JWK): string =>
  seal(keyName(kid), JSON.stringify(jwk))

/** The signing key of a row; null: sealed under another secret. */
export const openKey = ({ open }: Seal, kid: string, kept: string): JWK | null => {
  const jwk = open(keyName(kid), kept)
  return jwk === null ? null : (JSON.parse(jwk) as JWK)
}

export const sealFactorSecret = ({ seal }: Seal, uid: string, secret: string): string =>
  seal(factorName(uid), secret)

/**
 * The secret of a second factor.
 * @throws Error where it was sealed under another secret of the server
 */
export const openFactorSecret = ({ open }: Seal, uid: string, kept: string): string => {
  const secret = open(factorName(uid), kept)
  if (secret === null) throw new Error('A second factor was sealed under another secret')
  return secret
}
