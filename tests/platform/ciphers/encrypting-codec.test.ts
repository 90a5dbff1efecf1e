import { expect, test } from 'vitest'
import { encryptingCodec, webCiphers } from '../../../src/platform/ciphers'
import type { Codec, SealContext } from '../../../src/engine/store'

const newKey = async () =>
  (
    await webCiphers.newDataKey(
      await webCiphers.importWrappingKey(crypto.getRandomValues(new Uint8Array(32))),
      [],
    )
  ).key
const context: SealContext = {
  table: 'patient',
  id: 'p1',
  userId: 'nurse',
  organizationId: 'riverside',
  version: 4,
}
const row = {
  name: 'EVANS, Margaret',
  nationalIdentifier: '9434765919',
  note: 'Slept well – Zoë',
  readings: [1, null, { a: true }],
}

test('a row opens to what it was, and what rests says nothing of it', async () => {
  const key = await newKey()
  const codec: Codec = encryptingCodec(() => key, webCiphers)
  const sealed = await codec.seal(context, row)
  expect(await codec.open(context, sealed)).toEqual(row)
  expect(sealed).toMatch(/^[\w-]+$/)
  const rests = sealed + Buffer.from(sealed, 'base64url').toString('latin1')
  for (const secret of ['EVANS', '9434765919', 'Slept', 'nationalIdentifier'])
    expect(rests).not.toContain(secret)
  expect(await codec.seal(context, row)).not.toBe(sealed)
})

test('moved to another table, row, user, organisation or revision, it cannot be read', async () => {
  const key = await newKey()
  const codec: Codec = encryptingCodec(() => key, webCiphers)
  const sealed = await codec.seal(context, row)
  const moved: readonly Partial<SealContext>[] = [
    { table: 'note' },
    { id: 'p2' },
    { userId: 'other' },
    { organizationId: 'hillside' },
    { version: 5 },
  ]
  for (const change of moved) {
    await expect(codec.open({ ...context, ...change }, sealed)).rejects.toMatchObject({
      problem: { kind: 'storage', code: 'storage:unreadable' },
    })
  }
})

test('changed, cut off, plain or empty, it cannot be read', async () => {
  const key = await newKey()
  const codec: Codec = encryptingCodec(() => key, webCiphers)
  const sealed = await codec.seal(context, row)
  const other = sealed.at(40) === 'A' ? 'B' : 'A'
  for (const bad of [
    sealed.slice(0, 40) + other + sealed.slice(41),
    sealed.slice(0, -4),
    JSON.stringify(row),
    '',
    'AQ',
  ]) {
    await expect(codec.open(context, bad)).rejects.toMatchObject({
      problem: { kind: 'storage', code: 'storage:unreadable' },
    })
  }
})

test('without a key it refuses both ways, and asks again each time', async () => {
  const key = await newKey()
  let held: CryptoKey | null = null
  const codec: Codec = encryptingCodec(() => held, webCiphers)
  await expect(codec.seal(context, row)).rejects.toMatchObject({
    problem: { kind: 'storage', code: 'storage:locked' },
  })
  held = key
  const sealed = await codec.seal(context, row)
  held = null
  await expect(codec.open(context, sealed)).rejects.toMatchObject({
    problem: { kind: 'storage', code: 'storage:locked' },
  })
  held = await newKey()
  await expect(codec.open(context, sealed)).rejects.toMatchObject({
    problem: { code: 'storage:unreadable' },
  })
})
