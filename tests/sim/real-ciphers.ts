import {
  createCipheriv,
  createECDH,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'
import type { Bytes, Holder } from '../../src/platform/ciphers'

// What the real server has to open and verify, to the byte of docs/sync-protocol.md, but at once:
// WebCrypto's thread pool answers in an order that no seed decides.

const label = Buffer.from('lamplight-seal-v1')
const bytes = (buffer: Uint8Array): Bytes => new Uint8Array(buffer)

export interface RealSigningKey {
  readonly privateKey: KeyObject
  readonly publicKey: string
}

export const newRealSigningKey = (): RealSigningKey => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    privateKey: pair.privateKey,
    publicKey: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
  }
}

export const realSignature = (privateKey: KeyObject, message: Uint8Array): Bytes =>
  bytes(sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' }))

export const realSealTo = (holder: Holder, bound: Uint8Array, plain: Uint8Array): Bytes => {
  const keyId = Buffer.from(holder.keyId.replaceAll('-', ''), 'hex')
  const { x = '', y = '' } = createPublicKey({
    key: Buffer.from(holder.publicKey),
    format: 'der',
    type: 'spki',
  }).export({ format: 'jwk' })
  const theirs = Buffer.concat([
    Buffer.of(4),
    Buffer.from(x, 'base64url'),
    Buffer.from(y, 'base64url'),
  ])
  const fresh = createECDH('prime256v1')
  const point = fresh.generateKeys()
  const key = Buffer.from(
    hkdfSync('sha256', fresh.computeSecret(theirs), point, Buffer.concat([label, keyId]), 32),
  )
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(bound)
  const body = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return bytes(Buffer.concat([Buffer.of(1), keyId, point, iv, body]))
}
