import { createHash } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { Bytes, Ciphers, Wrapped } from '../../src/platform/ciphers'
import { newRealSigningKey, realSealTo, realSignature } from './real-ciphers'
import type { Tab } from './tab'
import type { World } from './world'

/**
 * Who a data key belongs to, as its wrapping was bound: what else is read under it has left its
 * owner.
 */
export interface KeyOwnerName {
  readonly userId: string
  readonly organizationId: string
}

/**
 * The keys of a run. What they seal looks like noise, opens under the same key, names and place
 * alone, and tells the oracle everything.
 */
export interface Keyring {
  /** The ciphers as one tab has them: what they do takes its time, and ends with it. */
  of(tab: Tab): Ciphers
  /** The whole truth about a body, whoever holds the key; null: not sealed at all, or damaged. */
  peek(sealed: Bytes): {
    readonly plain: string
    readonly bound: readonly string[]
    readonly owner: KeyOwnerName | null
  } | null
  /**
   * Whether a device holds the key that opens a body for its author; what was sealed under a key
   * that is gone is nobody's to read.
   */
  canRead(device: string, owner: KeyOwnerName, sealed: Bytes): boolean
  /** The server's own pair, to seal commands to. */
  newHolder(): { readonly keyId: string; readonly publicKey: string }
  /** What only the holder can open: the plaintext, or null where anything of it was changed. */
  openSealed(sealed: Bytes, bound: string): string | null
  /** Whether the private half of `publicKey` signed this. */
  isSigned(publicKey: string, message: Bytes, signature: Bytes): boolean
}

interface SimKey {
  readonly kind: 'aes' | 'sign' | 'hold'
  readonly id: number
  readonly secret: number
  owner: KeyOwnerName | null
  real: KeyObject | null
}

const format = 1
const tagBytes = 16
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * 128 bits over everything that a ciphertext is bound to. Mixes, does not hide: enough against
 * bugs, none against people.
 */
const tagOf = (secret: number, bound: string, iv: Uint8Array, plain: Uint8Array): Uint8Array => {
  let a = secret ^ 0x9e3779b9
  let b = Math.imul(secret, 0x85ebca6b) ^ 0x27d4eb2f
  for (let at = 0; at < bound.length; at += 1) {
    a = Math.imul(a ^ bound.charCodeAt(at), 0x9e3779b1)
    b = Math.imul(b ^ a, 0x85ebca77) ^ (a >>> 15)
  }
  for (const part of [iv, plain])
    for (let at = 0; at < part.length; at += 1) {
      a = Math.imul(a ^ (part[at] ?? 0), 0x9e3779b1)
      b = Math.imul(b ^ a, 0xc2b2ae3d) ^ (a >>> 13)
    }
  const tag = new Uint8Array(tagBytes)
  const view = new DataView(tag.buffer)
  view.setUint32(0, a)
  view.setUint32(4, b)
  view.setUint32(8, Math.imul(a, b | 1))
  view.setUint32(12, a ^ (b >>> 7))
  return tag
}
const stream = (secret: number, iv: Uint8Array, bytes: Uint8Array): Uint8Array => {
  let state = secret
  for (const byte of iv) state = Math.imul(state ^ byte, 0x9e3779b1)
  const out = new Uint8Array(bytes.length)
  for (let at = 0; at < bytes.length; at += 1) {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0
    out[at] = (bytes[at] ?? 0) ^ (state >>> 24)
  }
  return out
}
const same = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
const joined = (...parts: readonly Uint8Array[]): Bytes => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
export const base64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
export const fromBase64Url = (text: string): Bytes => new Uint8Array(Buffer.from(text, 'base64url'))

/**
 * `isReal`: what the server sees is sealed and signed as in the field, for the real server to open
 * and verify.
 */
export const createKeyring = (world: World, isReal = false): Keyring => {
  const keys: SimKey[] = []
  const byContent = new Map<string, SimKey>()
  const published = new Map<string, SimKey>()
  let nonce = 0
  /** The data key that was last made or unwrapped, by device and owner. */
  const held = new Map<string, number>()
  const holds = (tab: Tab, [, , organizationId, userId]: readonly string[], key: SimKey): void =>
    void held.set(`${tab.device.name} ${userId ?? ''} ${organizationId ?? ''}`, key.id)

  const newKey = (kind: SimKey['kind'], content?: string): SimKey => {
    const known = content === undefined ? undefined : byContent.get(content)
    if (known !== undefined) return known
    const key: SimKey = {
      kind,
      id: keys.length,
      secret: world.random.below(2 ** 31),
      owner: null,
      real: null,
    }
    keys.push(key)
    if (content !== undefined) byContent.set(content, key)
    return key
  }
  const asKey = (key: SimKey): CryptoKey =>
    ({ simulated: key.id, extractable: false }) as unknown as CryptoKey
  const keyOf = (key: CryptoKey, kind: SimKey['kind']): SimKey => {
    const found = keys[(key as unknown as { readonly simulated: number }).simulated]
    if (found?.kind !== kind) throw new Error(`Not a key to ${kind} with`)
    return found
  }
  /** The key's number and a count: never used twice, and the oracle reads whose it is. */
  const newIv = (key: SimKey): Bytes => {
    nonce += 1
    const iv = new Uint8Array(12)
    const view = new DataView(iv.buffer)
    view.setUint32(0, key.id)
    view.setUint32(8, nonce)
    return iv
  }
  const lock = (key: SimKey, bound: string, iv: Uint8Array, plain: Uint8Array): Bytes =>
    joined(stream(key.secret, iv, plain), tagOf(key.secret, bound, iv, plain))
  const unlock = (key: SimKey, bound: string, iv: Uint8Array, ct: Uint8Array): Bytes | null => {
    if (ct.length < tagBytes) return null
    const plain = joined(stream(key.secret, iv, ct.subarray(0, ct.length - tagBytes)))
    return same(tagOf(key.secret, bound, iv, plain), ct.subarray(ct.length - tagBytes))
      ? plain
      : null
  }
  const names = (bound: readonly string[]): string => JSON.stringify(bound)
  const wrap = (key: SimKey, under: SimKey, bound: readonly string[]): Wrapped => {
    const iv = newIv(under)
    const [what, use, organizationId, userId] = bound
    if (
      what === 'vault' &&
      use === 'server' &&
      key.kind === 'aes' &&
      userId !== undefined &&
      organizationId !== undefined
    )
      key.owner = { userId, organizationId }
    return { iv, ct: lock(under, names(bound), iv, encoder.encode(`key ${key.kind} ${key.id}`)) }
  }
  const unwrap = (
    wrapped: Wrapped,
    under: SimKey,
    bound: readonly string[],
    kind: SimKey['kind'],
  ): SimKey | null => {
    const plain = unlock(under, names(bound), wrapped.iv, wrapped.ct)
    const [, is, id] = plain === null ? [] : decoder.decode(plain).split(' ')
    return is === kind && id !== undefined ? (keys[Number(id)] ?? null) : null
  }
  const signatureOf = (key: SimKey, message: Uint8Array): Bytes => {
    const tag = tagOf(key.secret, 'signature', new Uint8Array(0), message)
    return joined(tag, tag, tag, tag)
  }

  const of = (tab: Tab): Ciphers => {
    // Most of the time it is over before anything else happens; sometimes the world goes on
    // meanwhile.
    const timed = <Value>(value: Value, least = 0): Promise<Value> =>
      least === 0 && !world.random.chance(0.08)
        ? Promise.resolve(value)
        : new Promise((resolve) => {
            tab.after(least + world.random.around(0.4), 'cipher', () => resolve(value))
          })
    return {
      seal: (key, bound, plain) => {
        const sim = keyOf(key, 'aes')
        const iv = newIv(sim)
        // Kept with the names, which a real ciphertext does not tell: the oracle checks that they
        // are the row's.
        sealedNames.set(nonce, bound)
        return timed(joined(Uint8Array.of(format), iv, lock(sim, names(bound), iv, plain)))
      },
      open: (key, bound, sealed) =>
        timed(
          sealed[0] === format
            ? unlock(keyOf(key, 'aes'), names(bound), sealed.subarray(1, 13), sealed.subarray(13))
            : null,
        ),
      importWrappingKey: (raw) => {
        const key = newKey('aes', `raw ${base64Url(raw)}`)
        raw.fill(0)
        return timed(asKey(key))
      },
      newPasswordSalt: () => ({
        salt: Uint8Array.from({ length: 16 }, () => world.random.below(256)),
        cost: { memoryKiB: 64, passes: 1, lanes: 1 },
      }),
      deriveWrappingKey: (password, salt) =>
        timed(
          asKey(newKey('aes', `password ${password.normalize('NFC')} ${base64Url(salt)}`)),
          150,
        ),
      newDataKey: (under, bound) => {
        const key = newKey('aes')
        holds(tab, bound, key)
        return timed({ key: asKey(key), wrapped: wrap(key, keyOf(under, 'aes'), bound) })
      },
      unwrapDataKey: (wrapped, under, bound) => {
        const key = unwrap(wrapped, keyOf(under, 'aes'), bound, 'aes')
        if (key !== null) holds(tab, bound, key)
        return timed(key === null ? null : asKey(key))
      },
      rewrapDataKey: (wrapped, from, to) => {
        const key = unwrap(wrapped, keyOf(from.key, 'aes'), from.bound, 'aes')
        return timed(key === null ? null : wrap(key, keyOf(to.key, 'aes'), to.bound))
      },
      newSigningKey: () => {
        const key = newKey('sign')
        const made = isReal ? newRealSigningKey() : null
        key.real = made?.privateKey ?? null
        const publicKey =
          made?.publicKey ?? base64Url(encoder.encode(`public key number ${key.id}`))
        published.set(publicKey, key)
        return timed({ privateKey: asKey(key), publicKey })
      },
      wrapSigningKey: (key, under, bound) =>
        timed(wrap(keyOf(key, 'sign'), keyOf(under, 'aes'), bound)),
      unwrapSigningKey: (wrapped, under, bound) => {
        const key = unwrap(wrapped, keyOf(under, 'aes'), bound, 'sign')
        return timed(key === null ? null : asKey(key))
      },
      sign: (key, message) => {
        const sim = keyOf(key, 'sign')
        return timed(
          sim.real === null ? signatureOf(sim, message) : realSignature(sim.real, message),
        )
      },
      digest: (message) => timed(new Uint8Array(createHash('sha256').update(message).digest())),
      sealTo: (holder, bound, plain) => {
        if (isReal) return timed(realSealTo(holder, bound, plain))
        const key = published.get(base64Url(holder.publicKey))
        if (key === undefined) throw new Error('Sealed to nobody')
        const iv = newIv(key)
        return timed(
          joined(
            Uint8Array.of(format),
            Buffer.from(holder.keyId.replaceAll('-', ''), 'hex'),
            new Uint8Array(65),
            iv,
            lock(key, decoder.decode(bound), iv, plain),
          ),
        )
      },
    }
  }
  const sealedNames = new Map<number, readonly string[]>()

  return {
    of,
    peek: (sealed) => {
      if (sealed[0] !== format || sealed.length < 13 + tagBytes) return null
      const iv = sealed.subarray(1, 13)
      const view = new DataView(iv.buffer, iv.byteOffset, iv.byteLength)
      const key = keys[view.getUint32(0)]
      const bound = sealedNames.get(view.getUint32(8))
      const plain =
        key === undefined || bound === undefined
          ? null
          : unlock(key, names(bound), iv, sealed.subarray(13))
      return plain === null || bound === undefined
        ? null
        : { plain: decoder.decode(plain), bound, owner: key?.owner ?? null }
    },
    canRead: (device, { userId, organizationId }, sealed) =>
      new DataView(sealed.buffer, sealed.byteOffset).getUint32(1) ===
      held.get(`${device} ${userId} ${organizationId}`),
    newHolder: () => {
      const key = newKey('hold')
      const publicKey = base64Url(encoder.encode(`public key number ${key.id}`))
      published.set(publicKey, key)
      return { keyId: `00000000-0000-4000-8000-${String(key.id).padStart(12, '0')}`, publicKey }
    },
    openSealed: (sealed, bound) => {
      const head = 1 + 16 + 65
      if (sealed.length < head + 12 + tagBytes) return null
      const iv = sealed.subarray(head, head + 12)
      const key = keys[new DataView(iv.buffer, iv.byteOffset, iv.byteLength).getUint32(0)]
      const plain = key?.kind === 'hold' ? unlock(key, bound, iv, sealed.subarray(head + 12)) : null
      return plain === null ? null : decoder.decode(plain)
    },
    isSigned: (publicKey, message, signature) => {
      const key = published.get(publicKey)
      return key !== undefined && same(signatureOf(key, message), signature)
    },
  }
}
