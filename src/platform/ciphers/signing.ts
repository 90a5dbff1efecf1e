import { unwrapPkcs8, wrap } from './aes'
import { toBase64Url } from './bytes'
import type { Bytes, NewSigningKey, Wrapped } from './ciphers'

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' } as const

export const newSigningKey = async (): Promise<NewSigningKey> => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  return {
    privateKey,
    publicKey: toBase64Url(new Uint8Array(await crypto.subtle.exportKey('spki', publicKey))),
  }
}

export const wrapSigningKey = (
  privateKey: CryptoKey,
  dataKey: CryptoKey,
  bound: readonly string[],
): Promise<Wrapped> => wrap('pkcs8', privateKey, { key: dataKey, bound })

export const unwrapSigningKey = (
  wrapped: Wrapped,
  dataKey: CryptoKey,
  bound: readonly string[],
): Promise<CryptoKey | null> => unwrapPkcs8(wrapped, { key: dataKey, bound }, ecdsa)

export const sign = async (privateKey: CryptoKey, message: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, message))
