import { expect, test } from 'vitest'
import { secretBox } from '../../../server/secret-box'
import { payloadHash } from '../../../server/ingest/payload-hash'
import { readTimestamp, sign, verifySignature } from '../../../server/ingest/signature'

const parts = {
  timestamp: '1772452800',
  method: 'POST',
  path: '/Prod/ingest/v1/checkups',
  body: Buffer.from('{"id":"1"}'),
}

test('the signature is HMAC-SHA256 in lower-case hex over timestamp, method, path and body', () => {
  // printf '1772452800\nPOST\n/Prod/ingest/v1/checkups\n{"id":"1"}' | openssl dgst -sha256 -hmac
  // secret
  expect(sign('secret', parts)).toBe(
    '8a86d9cc056434a970cfade0e702e6d14111e8f5a506702594c6c488cfd581b7',
  )
})

test('a signature binds each of the four parts and the secret', () => {
  const signature = sign('secret', parts)
  expect(verifySignature('secret', parts, signature)).toBe(true)
  const others = [
    { timestamp: '1772452801' },
    { method: 'PUT' },
    { path: '/Prod/ingest/v1/waveforms' },
    { body: Buffer.from('{"id":"2"}') },
  ]
  for (const other of others)
    expect(verifySignature('secret', { ...parts, ...other }, signature)).toBe(false)
  expect(verifySignature('Secret', parts, signature)).toBe(false)
  for (const bad of [
    '',
    signature.toUpperCase(),
    signature.slice(1),
    `${signature}0`,
    'z'.repeat(64),
  ])
    expect(verifySignature('secret', parts, bad)).toBe(false)
})

test('a timestamp is unix seconds, unix milliseconds or ISO 8601 with a zone, and nothing else', () => {
  expect(
    [
      '1772452800',
      '1772452800000',
      '2026-03-02T12:00:00Z',
      '2026-03-02T12:00:00.000Z',
      '2026-03-02T13:00:00+01:00',
    ].map(readTimestamp),
  ).toEqual(Array(5).fill(1772452800000))
  // Anything that could make one signed text two requests is none: line feeds, dots at the end,
  // letters.
  for (const bad of [
    '',
    '177245280',
    '1772452800.',
    '1772452800.5',
    '1772452800\n',
    'POST',
    '2026-03-02',
    '2026-03-02T12:00:00',
    '2026-13-02T12:00:00Z',
    '2026-03-02T12:00:00ZPOST',
    '+1772452800',
  ])
    expect(readTimestamp(bad)).toBeNull()
})

test('a sealed secret opens only under its key, for its id and unchanged', () => {
  const box = secretBox(new Uint8Array(32).fill(1))
  const sealed = box.seal('key-1', 'a secret')
  expect(sealed).not.toContain('a secret')
  expect(box.open('key-1', sealed)).toBe('a secret')
  expect(box.seal('key-1', 'a secret')).not.toBe(sealed)
  expect(box.open('key-2', sealed)).toBeNull()
  expect(secretBox(new Uint8Array(32).fill(2)).open('key-1', sealed)).toBeNull()
  expect(box.open('key-1', `${sealed.slice(0, -4)}AAA=`)).toBeNull()
  expect(box.open('key-1', 'a secret')).toBeNull()
})

test('an item is the same whatever its key order and nulls, and another when a value differs', () => {
  const hash = payloadHash({
    id: '1',
    temperature: { value: 37, device: null },
    symptoms: [{ key: 'a' }, { key: 'b' }],
  })
  expect(
    payloadHash({ symptoms: [{ key: 'a' }, { key: 'b' }], temperature: { value: 37 }, id: '1' }),
  ).toBe(hash)
  expect(
    payloadHash({ symptoms: [{ key: 'b' }, { key: 'a' }], temperature: { value: 37 }, id: '1' }),
  ).not.toBe(hash)
  expect(
    payloadHash({ symptoms: [{ key: 'a' }, { key: 'b' }], temperature: { value: 37.1 }, id: '1' }),
  ).not.toBe(hash)
})
