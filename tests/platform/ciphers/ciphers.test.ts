import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { argon2id } from '../../../src/platform/ciphers/argon2'
import {
  fromBase64Url,
  sealCommand,
  toBase64Url,
  utf8,
  webCiphers,
  type Bytes,
} from '../../../src/platform/ciphers'

const random = (length: number): Bytes => new Uint8Array(randomBytes(length))
const wrappingKey = () => webCiphers.importWrappingKey(random(32))
const dataKey = async () => (await webCiphers.newDataKey(await wrappingKey(), ['k'])).key
const bytesOf = (hex: string): Bytes => new Uint8Array(Buffer.from(hex, 'hex'))
const bound = ['row', 'note', 'n1', '3', 'riverside', 'nurse']

describe('sealing', () => {
  test('opens to what was sealed, of any length', async () => {
    const key = await dataKey()
    for (const length of [0, 1, 15, 16, 17, 1_000, 90_000]) {
      const plain = random(length)
      expect(await webCiphers.open(key, bound, await webCiphers.seal(key, bound, plain))).toEqual(
        plain,
      )
    }
  })

  test('one changed bit in any byte (format, IV, ciphertext, tag), or one byte less, does not open', async () => {
    const key = await dataKey()
    const sealed = await webCiphers.seal(key, bound, utf8('EVANS, Margaret'))
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = sealed.slice()
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
      expect([at, await webCiphers.open(key, bound, changed)]).toEqual([at, null])
      expect([at, await webCiphers.open(key, bound, sealed.slice(0, at))]).toEqual([at, null])
    }
  })

  test('under other names or another key it does not open', async () => {
    const key = await dataKey()
    const sealed = await webCiphers.seal(key, bound, utf8('text'))
    for (let at = 0; at < bound.length; at += 1) {
      expect(await webCiphers.open(key, bound.with(at, 'other'), sealed)).toBeNull()
    }
    // Names that would read alike if they were only joined.
    const joined = await webCiphers.seal(key, ['a', 'b|c'], utf8('text'))
    expect(await webCiphers.open(key, ['a|b', 'c'], joined)).toBeNull()
    expect(await webCiphers.open(await dataKey(), bound, sealed)).toBeNull()
  })

  test('no IV comes twice in 100,000', async () => {
    const key = await dataKey()
    const plain = utf8('x')
    const seen = new Set<string>()
    for (let round = 0; round < 100; round += 1) {
      const many = await Promise.all(
        Array.from({ length: 1_000 }, () => webCiphers.seal(key, [], plain)),
      )
      for (const sealed of many) seen.add(Buffer.from(sealed.subarray(1, 13)).toString('latin1'))
    }
    expect(seen.size).toBe(100_000)
  })

  test("is AES-256-GCM as Node's own crypto knows it: each opens what the other sealed", async () => {
    const raw = random(32)
    const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
    const sealed = await webCiphers.seal(key, bound, utf8('EVANS, Margaret'))
    const opener = createDecipheriv('aes-256-gcm', raw, sealed.subarray(1, 13))
    opener
      .setAAD(Buffer.from('["row","note","n1","3","riverside","nurse"]'))
      .setAuthTag(sealed.subarray(-16))
    expect(opener.update(sealed.subarray(13, -16), undefined, 'utf8') + opener.final('utf8')).toBe(
      'EVANS, Margaret',
    )

    const iv = random(12)
    const sealer = createCipheriv('aes-256-gcm', raw, iv).setAAD(
      Buffer.from('["row","note","n1","3","riverside","nurse"]'),
    )
    const ct = Buffer.concat([
      sealer.update('HUGHES, Owen', 'utf8'),
      sealer.final(),
      sealer.getAuthTag(),
    ])
    const opened = await webCiphers.open(key, bound, new Uint8Array([1, ...iv, ...ct]))
    expect(new TextDecoder().decode(opened ?? new Uint8Array())).toBe('HUGHES, Owen')
  })

  test('opens the known answer of the GCM specification (test case 16, with its names)', async () => {
    // McGrew and Viega, The Galois/Counter Mode of Operation, appendix B: the same primitive, asked
    // as these ciphers ask it.
    const key = await crypto.subtle.importKey(
      'raw',
      bytesOf('feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308'),
      'AES-GCM',
      false,
      ['encrypt'],
    )
    const plain = bytesOf(
      'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
    )
    const answer = await crypto.subtle.encrypt(
      {
        name: 'AES-GCM',
        iv: bytesOf('cafebabefacedbaddecaf888'),
        additionalData: bytesOf('feedfacedeadbeeffeedfacedeadbeefabaddad2'),
      },
      key,
      plain,
    )
    expect(Buffer.from(answer).toString('hex')).toBe(
      '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b',
    )
  })
})

describe('wrapping', () => {
  test('a data key comes back the same, and never extractable', async () => {
    const kek = await wrappingKey()
    const { key, wrapped } = await webCiphers.newDataKey(kek, ['a'])
    const again = await webCiphers.unwrapDataKey(wrapped, kek, ['a'])
    if (again === null) throw new Error('did not unwrap')
    expect(await webCiphers.open(again, [], await webCiphers.seal(key, [], utf8('text')))).toEqual(
      utf8('text'),
    )
    for (const one of [key, again, kek]) {
      expect(one.extractable).toBe(false)
      await expect(crypto.subtle.exportKey('raw', one)).rejects.toThrow()
    }
  })

  test('another key, other names, a changed bit: it does not unwrap', async () => {
    const kek = await wrappingKey()
    const { wrapped } = await webCiphers.newDataKey(kek, ['a'])
    expect(wrapped.ct).toHaveLength(48)
    expect(await webCiphers.unwrapDataKey(wrapped, await wrappingKey(), ['a'])).toBeNull()
    expect(await webCiphers.unwrapDataKey(wrapped, kek, ['b'])).toBeNull()
    for (let at = 0; at < wrapped.ct.length; at += 1) {
      expect(
        await webCiphers.unwrapDataKey(
          { ...wrapped, ct: wrapped.ct.with(at, (wrapped.ct[at] ?? 0) ^ 1) as Bytes },
          kek,
          ['a'],
        ),
      ).toBeNull()
    }
  })

  test('a raw wrapping key is overwritten with zeros, also when it is refused', async () => {
    const raw = random(32)
    await webCiphers.importWrappingKey(raw)
    expect(raw).toEqual(new Uint8Array(32))
    const short = random(16)
    await expect(webCiphers.importWrappingKey(short)).rejects.toThrow('32 bytes, not 16')
    expect(short).toEqual(new Uint8Array(16))
  })

  test('the same data key under another wrapping key, only from the right one', async () => {
    const [server, password] = [await wrappingKey(), await wrappingKey()]
    const { key, wrapped } = await webCiphers.newDataKey(server, ['server'])
    const from = { key: server, bound: ['server'] }
    const to = { key: password, bound: ['password'] }
    const other = await webCiphers.rewrapDataKey(wrapped, from, to)
    if (other === null) throw new Error('did not rewrap')
    const again = await webCiphers.unwrapDataKey(other, password, ['password'])
    if (again === null) throw new Error('did not unwrap')
    expect(await webCiphers.open(again, [], await webCiphers.seal(key, [], utf8('text')))).toEqual(
      utf8('text'),
    )
    expect(await webCiphers.rewrapDataKey(wrapped, { ...from, key: password }, to)).toBeNull()
  })
})

describe('passwords', () => {
  const small = { memoryKiB: 32, passes: 3, lanes: 4 }

  test("Argon2id is the reference implementation's", async () => {
    // phc-winner-argon2, src/test.c: version 0x13, t=2, m=2^16, p=1, 'password', 'somesalt'.
    const hash = await argon2id(utf8('password'), utf8('somesalt'), {
      memoryKiB: 65_536,
      passes: 2,
      lanes: 1,
    })
    expect(Buffer.from(hash).toString('hex')).toBe(
      '09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7',
    )
  })

  test('asks 64 MiB and two passes, and a new salt each time', () => {
    const [one, other] = [webCiphers.newPasswordSalt(), webCiphers.newPasswordSalt()]
    expect(one.cost).toEqual({ memoryKiB: 65_536, passes: 2, lanes: 1 })
    expect(one.salt).toHaveLength(16)
    expect(one.salt).not.toEqual(other.salt)
  })

  test('the same password and salt open; another of either does not; composed and decomposed letters are the same', async () => {
    const salt = random(16)
    const { wrapped } = await webCiphers.newDataKey(
      await webCiphers.deriveWrappingKey('Zoë', salt, small),
      ['p'],
    )
    expect(
      await webCiphers.unwrapDataKey(
        wrapped,
        await webCiphers.deriveWrappingKey('Zoe\u0308', salt, small),
        ['p'],
      ),
    ).not.toBeNull()
    expect(
      await webCiphers.unwrapDataKey(
        wrapped,
        await webCiphers.deriveWrappingKey('Zoe', salt, small),
        ['p'],
      ),
    ).toBeNull()
    expect(
      await webCiphers.unwrapDataKey(
        wrapped,
        await webCiphers.deriveWrappingKey('Zoë', random(16), small),
        ['p'],
      ),
    ).toBeNull()
  })

  test("a cost that would take the tablet's memory is refused before it is paid", async () => {
    await expect(
      argon2id(utf8('x'), random(16), { memoryKiB: 4_000_000, passes: 1, lanes: 1 }),
    ).rejects.toThrow('cost')
    await expect(
      argon2id(utf8('x'), random(16), { memoryKiB: 65_536, passes: 1_000, lanes: 1 }),
    ).rejects.toThrow('cost')
  })
})

describe('commands', () => {
  const names = {
    id: '0192f0a0-0000-7000-8000-000000000001',
    lane: 'p1',
    n: 7,
    op: 'addPatientNote',
    opVersion: 1,
    sessionId: 's.1',
  }
  const keyId = '6a1f0c52-7b1e-4c7e-9a51-3f0d1f6f2b10'
  const server = createECDH('prime256v1')
  server.generateKeys()
  // SPKI of a P-256 point: a fixed head, then the point.
  const spki = Buffer.concat([
    Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex'),
    server.getPublicKey(),
  ])
  const holder = { keyId, publicKey: new Uint8Array(spki) }

  /** The server's side of docs/sync-protocol.md, in Node's own crypto. */
  const openAtServer = (sealed: Buffer, aad: string): string => {
    const [id, point, iv, ct, tag] = [
      sealed.subarray(1, 17),
      sealed.subarray(17, 82),
      sealed.subarray(82, 94),
      sealed.subarray(94, -16),
      sealed.subarray(-16),
    ]
    expect([sealed[0], id.toString('hex')]).toEqual([1, keyId.replaceAll('-', '')])
    const key = hkdfSync(
      'sha256',
      server.computeSecret(point),
      point,
      Buffer.concat([Buffer.from('lamplight-seal-v1'), id]),
      32,
    )
    const opener = createDecipheriv('aes-256-gcm', Buffer.from(key), iv)
      .setAAD(Buffer.from(aad))
      .setAuthTag(tag)
    return opener.update(ct, undefined, 'utf8') + opener.final('utf8')
  }
  const aad = '0192f0a0-0000-7000-8000-000000000001|p1|7|addPatientNote|1|s.1'

  test('the server opens what is sealed to it and nobody else; it is bound to its names', async () => {
    const { privateKey } = await webCiphers.newSigningKey()
    const { sealed } = await sealCommand(
      webCiphers,
      names,
      { op: 'addPatientNote', input: { text: 'Slept well – Zoë' } },
      holder,
      privateKey,
    )
    const bytes = Buffer.from(sealed, 'base64url')
    expect(JSON.parse(openAtServer(bytes, aad))).toEqual({
      op: 'addPatientNote',
      input: { text: 'Slept well – Zoë' },
    })
    expect(bytes.toString('latin1')).not.toContain('Slept')
    expect(() => openAtServer(bytes, aad.replace('|7|', '|8|'))).toThrow()
    for (const at of [20, 85, 100, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => openAtServer(changed, aad)).toThrow()
    }
  })

  test('the same command is never sealed to the same bytes', async () => {
    const { privateKey } = await webCiphers.newSigningKey()
    const seals = await Promise.all(
      [1, 2].map(() => sealCommand(webCiphers, names, {}, holder, privateKey)),
    )
    expect(seals[0]?.sealed.slice(23, 110)).not.toBe(seals[1]?.sealed.slice(23, 110))
  })

  test('no two commands share the point that their key is agreed by, also those sealed with one made ahead', async () => {
    const { privateKey } = await webCiphers.newSigningKey()
    const pointOf = async (): Promise<string> =>
      Buffer.from(
        (await sealCommand(webCiphers, names, {}, holder, privateKey)).sealed,
        'base64url',
      )
        .subarray(17, 82)
        .toString('hex')
    // One after the other: from the second on the one that was made ahead is taken. Then at once:
    // one alone may take it.
    const points = [
      await pointOf(),
      await pointOf(),
      await pointOf(),
      ...(await Promise.all([pointOf(), pointOf(), pointOf()])),
    ]
    for (const point of points) expect(point).toMatch(/^04[0-9a-f]{128}$/)
    expect(new Set(points).size).toBe(6)
  })

  test('Node verifies the signature over the names and the sealed bytes, and no other', async () => {
    const made = await webCiphers.newSigningKey()
    const data = await dataKey()
    const wrapped = await webCiphers.wrapSigningKey(made.privateKey, data, ['signing'])
    const privateKey = await webCiphers.unwrapSigningKey(wrapped, data, ['signing'])
    if (privateKey === null) throw new Error('did not unwrap')
    expect(privateKey.extractable).toBe(false)
    expect(await webCiphers.unwrapSigningKey(wrapped, await dataKey(), ['signing'])).toBeNull()

    const { sealed, signature } = await sealCommand(webCiphers, names, {}, holder, privateKey)
    const hash = createHash('sha256').update(Buffer.from(sealed, 'base64url')).digest('hex')
    const key = {
      key: createPublicKey({
        key: Buffer.from(made.publicKey, 'base64url'),
        format: 'der',
        type: 'spki',
      }),
      dsaEncoding: 'ieee-p1363',
    } as const
    const isGood = (signed: string): boolean =>
      verify('sha256', Buffer.from(signed), key, Buffer.from(signature, 'base64url'))
    expect(Buffer.from(signature, 'base64url')).toHaveLength(64)
    expect(isGood(`${names.id}|p1|7|addPatientNote|1|${hash}`)).toBe(true)
    expect(isGood(`${names.id}|p2|7|addPatientNote|1|${hash}`)).toBe(false)
  })
})

test('base64url without padding, as Node writes it, of every length', () => {
  for (let length = 0; length < 100; length += 1) {
    const bytes = random(length)
    expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
    expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes)
  }
  const long = random(200_000)
  expect(fromBase64Url(toBase64Url(long))).toEqual(long)
  expect(() => fromBase64Url('not base64!')).toThrow()
})
