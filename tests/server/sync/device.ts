// The device's half of docs/sync-protocol.md, written from the document with WebCrypto alone, as a
// browser would.

const { subtle } = crypto
const text = new TextEncoder()
export const toBase64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
export const fromBase64url = (value: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(value, 'base64url'))
const join = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts))
const hex = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('hex')
const uuidBytes = (uuid: string): Uint8Array =>
  new Uint8Array(Buffer.from(uuid.replaceAll('-', ''), 'hex'))

/** A UUIDv7 for tests. */
export const newId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes.set(uuidBytes(Date.now().toString(16).padStart(12, '0')).subarray(0, 6))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export interface DeviceKey {
  readonly publicKey: string
  readonly privateKey: CryptoKey
}

export async function newDeviceKey(): Promise<DeviceKey> {
  const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
  return {
    publicKey: toBase64url(new Uint8Array(await subtle.exportKey('spki', pair.publicKey))),
    privateKey: pair.privateKey,
  }
}

/** What a device learned from its hello. */
export interface Session {
  readonly sessionId: string
  readonly vaultKeyId: string
  readonly vaultPublicKey: string
  readonly key: DeviceKey
}

export interface Command {
  readonly id: string
  readonly lane: string
  readonly n: number
  readonly prev?: string | null
  readonly op: string
  readonly opVersion?: number
  readonly plaintext: unknown
}

export interface WireMutation {
  readonly id: string
  readonly lane: string
  readonly n: number
  readonly prev: string | null
  readonly op: string
  readonly opVersion: number
  readonly sealed: string
  readonly signature: string
  readonly sessionId: string
}

async function seal(
  session: Session,
  aad: string,
  plaintext: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const keyId = uuidBytes(session.vaultKeyId)
  const vault = await subtle.importKey(
    'spki',
    fromBase64url(session.vaultPublicKey),
    { name: 'ECDH', namedCurve: 'P-256' },
    false,
    [],
  )
  const fresh = await subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
    'deriveBits',
  ])
  const point = new Uint8Array(await subtle.exportKey('raw', fresh.publicKey))
  const shared = await subtle.deriveBits({ name: 'ECDH', public: vault }, fresh.privateKey, 256)
  const material = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const key = await subtle.deriveKey(
    {
      name: 'HKDF',
      hash: 'SHA-256',
      salt: point,
      info: join(text.encode('lamplight-seal-v1'), keyId),
    },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt'],
  )
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const encrypted = await subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: text.encode(aad) },
    key,
    plaintext,
  )
  return join(new Uint8Array([1]), keyId, point, iv, new Uint8Array(encrypted))
}

/** Signs given bytes as the session's device. */
export async function signSealed(
  key: DeviceKey,
  mutation: Pick<WireMutation, 'id' | 'lane' | 'n' | 'op' | 'opVersion' | 'sealed'>,
): Promise<string> {
  const hash = hex(await subtle.digest('SHA-256', fromBase64url(mutation.sealed)))
  const signed = [
    mutation.id,
    mutation.lane,
    mutation.n,
    mutation.op,
    mutation.opVersion,
    hash,
  ].join('|')
  return toBase64url(
    new Uint8Array(
      await subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, text.encode(signed)),
    ),
  )
}

/** A command as it is stored and sent: sealed to the server, signed by its author's device key. */
export async function write(session: Session, command: Command): Promise<WireMutation> {
  const names = {
    id: command.id,
    lane: command.lane,
    n: command.n,
    op: command.op,
    opVersion: command.opVersion ?? 1,
    sessionId: session.sessionId,
  }
  const aad = [names.id, names.lane, names.n, names.op, names.opVersion, names.sessionId].join('|')
  const sealed = toBase64url(
    await seal(session, aad, text.encode(JSON.stringify(command.plaintext))),
  )
  const mutation = { ...names, prev: command.prev ?? null, sealed, signature: '' }
  return { ...mutation, signature: await signSealed(session.key, mutation) }
}
