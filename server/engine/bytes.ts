import {
  createHash,
  createPublicKey,
  createDecipheriv,
  diffieHellman,
  hkdfSync,
  verify,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** What a device binds into its signature and its seal (docs/sync-protocol.md). */
export interface EnvelopeNames {
  readonly id: string
  readonly lane: string
  readonly n: number
  readonly op: string
  readonly opVersion: number
  readonly sessionId: string
}

/** Bytes of base64url without padding; null for anything else. */
export const fromBase64url = (text: string): Buffer | null => {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  // Node forgives stray bits at the end; two texts must never mean the same bytes.
  return bytes.toString('base64url') === text ? bytes : null
}

export const toBase64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** Hash of one command's bytes: the same id with another hash is another command. */
export const signedText = (names: EnvelopeNames, sealed: Uint8Array): string =>
  [
    names.id,
    names.lane,
    names.n,
    names.op,
    names.opVersion,
    createHash('sha256').update(sealed).digest('hex'),
  ].join('|')

const sealedTo = (names: EnvelopeNames): Buffer =>
  Buffer.from([names.id, names.lane, names.n, names.op, names.opVersion, names.sessionId].join('|'))

/** The bytes before the 65 bytes of a point in the SPKI of a P-256 key. */
const spkiHead = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex')

/**
 * A P-256 public key in SPKI DER, uncompressed; null for anything else, points off the curve
 * included.
 */
export const readPublicKey = (spki: Uint8Array): KeyObject | null => {
  if (spki.length !== 91 || !spkiHead.equals(spki.subarray(0, 26)) || spki[26] !== 4) return null
  try {
    return createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })
  } catch {
    return null
  }
}

/**
 * Device keys by their bytes: reading one takes longer than checking a signature, and a device
 * sends ten commands at once.
 */
const deviceKeys = new Map<string, KeyObject | null>()
const deviceKeysAtMost = 500

const deviceKey = (spki: Uint8Array): KeyObject | null => {
  const name = toBase64url(spki)
  const known = deviceKeys.get(name)
  if (known !== undefined) return known
  const [oldest] = deviceKeys.keys()
  if (deviceKeys.size >= deviceKeysAtMost && oldest !== undefined) deviceKeys.delete(oldest)
  const key = readPublicKey(spki)
  deviceKeys.set(name, key)
  return key
}

/** Whether the signature (r ‖ s) is the key's over these names and this seal. */
export const isSigned = (
  spki: Uint8Array,
  names: EnvelopeNames,
  sealed: Uint8Array,
  signature: Uint8Array,
): boolean => {
  const key = deviceKey(spki)
  return (
    key !== null &&
    signature.length === 64 &&
    verify(
      'sha256',
      Buffer.from(signedText(names, sealed)),
      { key, dsaEncoding: 'ieee-p1363' },
      signature,
    )
  )
}

/** Lengths of the parts of a seal, in bytes. */
const parts = { version: 1, keyId: 16, point: 65, iv: 12, tag: 16 } as const
const sealVersion = 1

/** The UUID of the vault key that something was sealed to; null for what cannot be a seal. */
export const sealedToKey = (sealed: Uint8Array): string | null => {
  if (
    sealed.length < parts.version + parts.keyId + parts.point + parts.iv + parts.tag ||
    sealed[0] !== sealVersion
  )
    return null
  return Buffer.from(sealed.subarray(1, 17))
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Opens a seal with the vault's private key; null when it was changed, or belongs to other names or
 * another key.
 */
export const unseal = (
  privateKey: KeyObject,
  names: EnvelopeNames,
  sealed: Uint8Array,
): string | null => {
  const bytes = Buffer.from(sealed)
  const keyId = bytes.subarray(1, 17)
  const point = bytes.subarray(17, 82)
  const publicKey = readPublicKey(Buffer.concat([spkiHead, point]))
  if (publicKey === null) return null
  try {
    const secret = diffieHellman({ privateKey, publicKey })
    const key = Buffer.from(
      hkdfSync(
        'sha256',
        secret,
        point,
        Buffer.concat([Buffer.from('lamplight-seal-v1'), keyId]),
        32,
      ),
    )
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(82, 94), {
      authTagLength: parts.tag,
    }).setAAD(sealedTo(names))
    decipher.setAuthTag(bytes.subarray(-parts.tag))
    return Buffer.concat([
      decipher.update(bytes.subarray(94, -parts.tag)),
      decipher.final(),
    ]).toString('utf8')
  } catch {
    return null
  }
}
