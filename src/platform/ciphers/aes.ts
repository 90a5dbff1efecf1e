import { boundBytes, joined } from './bytes'
import type { Bytes, Wrapped, WrappingUse } from './ciphers'

const ivBytes = 12
const tagBytes = 16
/** First byte of everything sealed: the format, for later readers. */
const format = 1

const aes = { name: 'AES-GCM', length: 256 } as const
const parameters = (iv: Bytes, bound: readonly string[]): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: boundBytes(bound),
  tagLength: tagBytes * 8,
})
const newIv = (): Bytes => crypto.getRandomValues(new Uint8Array(ivBytes))

const dataUses: readonly KeyUsage[] = ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey']
const wrappingUses: readonly KeyUsage[] = ['wrapKey', 'unwrapKey']

/** WebCrypto throws OperationError only for bytes that are not authentic. */
const ifAuthentic = async <Value>(work: () => Promise<Value>): Promise<Value | null> => {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === 'OperationError') return null
    throw thrown
  }
}

export const seal = async (
  key: CryptoKey,
  bound: readonly string[],
  plain: Bytes,
): Promise<Bytes> => {
  const iv = newIv()
  const ct = new Uint8Array(await crypto.subtle.encrypt(parameters(iv, bound), key, plain))
  return joined(Uint8Array.of(format), iv, ct)
}

export const open = async (
  key: CryptoKey,
  bound: readonly string[],
  sealed: Bytes,
): Promise<Bytes | null> => {
  if (sealed[0] !== format || sealed.length < 1 + ivBytes + tagBytes) return null
  const iv = sealed.subarray(1, 1 + ivBytes)
  const ct = sealed.subarray(1 + ivBytes)
  return await ifAuthentic(
    async () => new Uint8Array(await crypto.subtle.decrypt(parameters(iv, bound), key, ct)),
  )
}

export const importWrappingKey = async (raw: Bytes): Promise<CryptoKey> => {
  try {
    if (raw.length !== aes.length / 8)
      throw new Error(`A wrapping key has ${aes.length / 8} bytes, not ${raw.length}`)
    return await crypto.subtle.importKey('raw', raw, aes, false, wrappingUses)
  } finally {
    raw.fill(0)
  }
}

export const wrap = async (
  format: 'raw' | 'pkcs8',
  key: CryptoKey,
  under: WrappingUse,
): Promise<Wrapped> => {
  const iv = newIv()
  return {
    iv,
    ct: new Uint8Array(
      await crypto.subtle.wrapKey(format, key, under.key, parameters(iv, under.bound)),
    ),
  }
}

const unwrapAes = (
  wrapped: Wrapped,
  under: WrappingUse,
  extractable: boolean,
): Promise<CryptoKey | null> =>
  ifAuthentic(() =>
    crypto.subtle.unwrapKey(
      'raw',
      wrapped.ct,
      under.key,
      parameters(wrapped.iv, under.bound),
      aes,
      extractable,
      dataUses,
    ),
  )

export const unwrapPkcs8 = (
  wrapped: Wrapped,
  under: WrappingUse,
  algorithm: EcKeyImportParams,
): Promise<CryptoKey | null> =>
  ifAuthentic(() =>
    crypto.subtle.unwrapKey(
      'pkcs8',
      wrapped.ct,
      under.key,
      parameters(wrapped.iv, under.bound),
      algorithm,
      false,
      ['sign'],
    ),
  )

export const unwrapDataKey = (
  wrapped: Wrapped,
  key: CryptoKey,
  bound: readonly string[],
): Promise<CryptoKey | null> => unwrapAes(wrapped, { key, bound }, false)

export const newDataKey = async (
  wrappingKey: CryptoKey,
  bound: readonly string[],
): Promise<{ key: CryptoKey; wrapped: Wrapped }> => {
  // Extractable only for the wrapping: the raw bytes never pass through JavaScript.
  const extractable = await crypto.subtle.generateKey(aes, true, dataUses)
  const wrapped = await wrap('raw', extractable, { key: wrappingKey, bound })
  const key = await unwrapDataKey(wrapped, wrappingKey, bound)
  if (key === null) throw new Error('A key that was just wrapped did not unwrap')
  return { key, wrapped }
}

export const rewrapDataKey = async (
  wrapped: Wrapped,
  from: WrappingUse,
  to: WrappingUse,
): Promise<Wrapped | null> => {
  const key = await unwrapAes(wrapped, from, true)
  return key === null ? null : await wrap('raw', key, to)
}
