import { createHmac } from 'node:crypto'
import {
  base64url,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  SignJWT,
  type JWK,
  type JWTPayload,
} from 'jose'

/** A pair of keys as a toolbar has one. */
export const makeToolbarKey = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: 'toolbar', alg: 'ES256' }
}

export const portalOrigin = 'https://portal.example'
let made = 0

/** What a good identity claims, at an instant; each has a nonce of its own. */
export const goodClaims = (nowMs: number, more: Record<string, unknown> = {}) => {
  const iat = Math.floor(nowMs / 1000)
  made += 1
  return {
    source: 'Quicksilva',
    organizationId: 'G82027',
    userId: 'dr-jones',
    aud: portalOrigin,
    jti: `nonce-of-identity-${made}`,
    iat,
    exp: iat + 300,
    ...more,
  }
}

const payloadOf = (claims: object) => base64url.encode(JSON.stringify(claims))
const headerOf = (header: object) => base64url.encode(JSON.stringify(header))

/** Signed as it is told, whatever it says. */
export const signed = async (
  key: JWK,
  claims: object,
  header: Record<string, unknown> = {},
): Promise<string> =>
  new SignJWT(claims as JWTPayload)
    .setProtectedHeader({ alg: 'ES256', kid: 'toolbar', ...header })
    .sign(await importJWK(key, 'ES256'))

/** Identities that nobody may believe, each with why. @param key the toolbar's own */
export const badIdentities = async (
  key: JWK,
  nowMs: number,
): Promise<readonly (readonly [string, string])[]> => {
  const now = Math.floor(nowMs / 1000)
  const claims = (more: Record<string, unknown> = {}) => goodClaims(nowMs, more)
  const without = (...names: string[]) =>
    Object.fromEntries(Object.entries(claims()).filter(([name]) => !names.includes(name)))
  const good = await signed(key, claims())
  const [header = '', , signature = ''] = good.split('.')
  const other = await makeToolbarKey()
  const { d: _private, ...publicKey } = key
  const hmac = (secret: string): string => {
    const text = `${headerOf({ alg: 'HS256', kid: 'toolbar' })}.${payloadOf(claims())}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const pem = await exportSPKI(
    (await importJWK({ ...publicKey, ext: true }, 'ES256', { extractable: true })) as CryptoKey,
  )
  const { d: _own, ...otherPublic } = other
  return [
    ['nothing', ''],
    ['no JWT', 'dr-jones'],
    ['two parts', `${header}.${payloadOf(claims())}`],
    ['four parts', `${good}.${signature}`],
    ['a payload that is no JSON', `${header}.${base64url.encode('dr-jones')}.${signature}`],
    ['signed by nobody', `${headerOf({ alg: 'none' })}.${payloadOf(claims())}.`],
    [
      'alg none with a signature',
      `${headerOf({ alg: 'none' })}.${payloadOf(claims())}.${signature}`,
    ],
    ['HS256 with the public key', hmac(JSON.stringify({ keys: [publicKey] }))],
    ['HS256 with the public key as PEM', hmac(pem)],
    ['another key under the same name', await signed(other, claims())],
    ['another key, unnamed', await signed(other, claims(), { kid: 'other' })],
    ['a key that it brings itself', await signed(other, claims(), { jwk: otherPublic })],
    ['another user under a good signature', `${header}.${payloadOf(claims())}.${signature}`],
    ['without its signature', good.slice(0, good.lastIndexOf('.') + 1)],
    ['over', await signed(key, claims({ iat: now - 400, exp: now - 100 }))],
    ['over before its five minutes', await signed(key, claims({ iat: now - 60, exp: now - 30 }))],
    ['not yet valid', await signed(key, claims({ nbf: now + 60 }))],
    ['made in the future', await signed(key, claims({ iat: now + 60, exp: now + 120 }))],
    ['made long ago', await signed(key, claims({ iat: now - 3600, exp: now + 60 }))],
    ['for more than five minutes', await signed(key, claims({ exp: now + 301 }))],
    ['for ever', await signed(key, without('exp'))],
    ['made at no time', await signed(key, without('iat'))],
    ['an end that is a text', await signed(key, claims({ exp: String(now + 60) }))],
    ['without a nonce', await signed(key, without('jti'))],
    ['a nonce that is guessed', await signed(key, claims({ jti: '1' }))],
    ['for another portal', await signed(key, claims({ aud: 'https://other.example' }))],
    [
      'for this portal and another',
      await signed(key, claims({ aud: [portalOrigin, 'https://o.example'] })),
    ],
    ['for nobody', await signed(key, without('aud'))],
    ['of another source', await signed(key, claims({ source: 'Mercury' }))],
    ['of no source', await signed(key, without('source'))],
    ['of no user', await signed(key, without('userId'))],
    ['of a user without a name', await signed(key, claims({ userId: '' }))],
    ['a user that is a number', await signed(key, claims({ userId: 7 }))],
    ['a user with a line break', await signed(key, claims({ userId: 'dr\njones' }))],
    ['of no organisation', await signed(key, without('organizationId'))],
    ['an organisation that is a list', await signed(key, claims({ organizationId: ['G82027'] }))],
    ['very long', await signed(key, claims({ more: 'x'.repeat(5000) }))],
  ]
}
