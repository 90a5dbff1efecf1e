import { joined, utf8 } from './bytes'
import type { Bytes, Holder } from './ciphers'

const ecdh = { name: 'ECDH', namedCurve: 'P-256' } as const
const format = 1
const label = 'lamplight-seal-v1'

const uuidBytes = (uuid: string): Bytes => {
  const digits = uuid.replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/i.test(digits)) throw new Error('A sealing key is named by a UUID')
  return Uint8Array.from({ length: 16 }, (_, at) =>
    Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16),
  )
}

/** A key for one sealing, and the point from which its holder finds the same. */
interface Agreed {
  readonly key: CryptoKey
  readonly point: Bytes
}

/** ECDH with a fresh pair, HKDF-SHA-256: nothing of it depends on what is sealed. */
const agree = async (holder: Holder): Promise<Agreed> => {
  const keyId = uuidBytes(holder.keyId)
  const theirs = await crypto.subtle.importKey('spki', holder.publicKey, ecdh, false, [])
  const fresh = await crypto.subtle.generateKey(ecdh, false, ['deriveBits'])
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', fresh.publicKey))
  const agreed = new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, fresh.privateKey, 256),
  )
  const material = await crypto.subtle.importKey('raw', agreed, 'HKDF', false, ['deriveKey'])
  agreed.fill(0)
  const info = joined(utf8(label), keyId)
  const key = await crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: point, info },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt'],
  )
  return { key, point }
}

/** A key agreement made ahead for the next command to this holder: five thread turns less. */
let ahead: { readonly holder: string; readonly agreed: Promise<Agreed> } | null = null
const nameOf = ({ keyId, publicKey }: Holder): string => `${keyId} ${publicKey.join()}`

/** ECDH with a fresh pair, HKDF-SHA-256, AES-256-GCM: "Sealing" of docs/sync-protocol.md. */
export const sealTo = async (holder: Holder, bound: Bytes, plain: Bytes): Promise<Bytes> => {
  const name = nameOf(holder)
  const taken = ahead?.holder === name ? ahead.agreed : agree(holder)
  ahead = null
  const { key, point } = await taken
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const body = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: bound },
    key,
    plain,
  )
  if (ahead === null) {
    const next = { holder: name, agreed: agree(holder) }
    ahead = next
    next.agreed.catch(() => {
      if (ahead === next) ahead = null
    })
  }
  return joined(Uint8Array.of(format), uuidBytes(holder.keyId), point, iv, new Uint8Array(body))
}
