import type { LookupAddress } from 'node:dns'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEgress, isPublicAddress, type LookupAll } from '../../../server/ehr/egress'
import { startReceiver, type Receiver } from './receiver'

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

const outward = (address: string) => ({ address, headers: { 'X-Test': '1' }, body: '{}' })
const leads =
  (...found: readonly string[]): LookupAll =>
  () =>
    Promise.resolve(
      found.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

describe('an address that nobody may be sent to', () => {
  const closed = [
    'not an address',
    'ftp://example.org/x',
    'file:///etc/passwd',
    'data:text/plain,x',
    'http://example.org/x',
    'http://127.0.0.1/x',
    'https://user:word@example.org/x',
    'https://user@example.org/x',
    'https://example.org/x?y=1',
    'https://example.org/x#y',
    'https://127.0.0.1/x',
    'https://127.1/x',
    'https://2130706433/x',
    'https://0x7f000001/x',
    'https://0177.0.0.1/x',
    'https://0/x',
    'https://0.0.0.0/x',
    'https://10.0.0.1/x',
    'https://100.64.0.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://172.16.0.1/x',
    'https://172.31.255.255/x',
    'https://192.168.1.1/x',
    'https://192.0.0.8/x',
    'https://192.0.2.1/x',
    'https://198.18.0.1/x',
    'https://198.51.100.7/x',
    'https://203.0.113.9/x',
    'https://224.0.0.1/x',
    'https://240.0.0.1/x',
    'https://255.255.255.255/x',
    'https://[::]/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://[::ffff:8.8.8.8]/x',
    'https://[64:ff9b::7f00:1]/x',
    'https://[fc00::1]/x',
    'https://[fd12:3456::1]/x',
    'https://[fe80::1]/x',
    'https://[ff02::1]/x',
    'https://[2001:db8::1]/x',
    'https://[2001::1]/x',
    'https://[2002:7f00:1::]/x',
  ]
  test.each(closed)('%s', async (address) => {
    const asked: string[] = []
    const send = createEgress({
      allowsLoopback: false,
      lookup: (name) => {
        asked.push(name)
        return Promise.resolve([])
      },
    })
    expect((await send(outward(address))).kind).toBe('forbidden')
    expect(asked).toEqual([])
  })

  const names: readonly (readonly [string, readonly string[]])[] = [
    ['this machine', ['127.0.0.1']],
    ['a private network', ['10.1.2.3']],
    ['the metadata of a cloud', ['169.254.169.254']],
    ['IPv6 of this machine', ['::1']],
    ['a unique local address', ['fd00::1']],
    ['IPv4 in IPv6', ['::ffff:127.0.0.1']],
    ['an open and a closed address', ['93.184.216.34', '127.0.0.1']],
    ['no address', []],
  ]
  test.each(names)('a name that leads to %s', async (_what, found) => {
    const send = createEgress({ allowsLoopback: false, lookup: leads(...found) })
    expect((await send(outward('https://record.example/x'))).kind).toBe('forbidden')
  })

  test('a name that changes its mind is judged by the answer that is connected to', async () => {
    let asked = 0
    const send = createEgress({
      allowsLoopback: false,
      lookup: (name) => {
        asked += 1
        return leads(asked === 1 ? '127.0.0.1' : '93.184.216.34')(name)
      },
    })
    expect((await send(outward('https://rebound.example/x'))).kind).toBe('forbidden')
    expect(asked).toBe(1)
  })

  test('a private address stays closed to a house that may send to its own machine', async () => {
    const send = createEgress({ allowsLoopback: true, lookup: leads('192.168.0.9') })
    expect((await send(outward('https://record.example/x'))).kind).toBe('forbidden')
    expect((await send(outward('http://record.example/x'))).kind).toBe('forbidden')
  })
})

test.each(['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s is of the public network',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test('a name that nobody knows is not heard of, and no failure of ours', async () => {
  const send = createEgress({
    allowsLoopback: false,
    lookup: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
  })
  expect(await send(outward('https://nowhere.example/x'))).toEqual({
    kind: 'unheard',
    problem: 'ENOTFOUND',
  })
})

describe('a receiver', () => {
  const send = createEgress({ allowsLoopback: true, timeoutMs: 300 })

  test('is sent body and headers, and answers with status and words', async () => {
    receiver.answers = [{ status: 422, body: 'No' }]
    expect(await send(outward(receiver.url))).toEqual({
      kind: 'answered',
      status: 422,
      text: 'No',
    })
    expect(receiver.arrived.at(-1)).toMatchObject({
      body: '{}',
      headers: { 'x-test': '1', 'content-length': '2' },
    })
  })

  test('that says more than anybody reads is read in part', async () => {
    receiver.answers = [{ status: 500, body: 'x'.repeat(1_000_000) }]
    const answer = await send(outward(receiver.url))
    expect(answer).toMatchObject({ kind: 'answered', text: 'x'.repeat(16 * 1024) })
  })

  test('that closes the line is not heard', async () => {
    receiver.answers = ['close']
    expect(await send(outward(receiver.url))).toEqual({ kind: 'unheard', problem: 'ECONNRESET' })
  })

  test('without a certificate is not spoken to', async () => {
    const answer = await send(outward(receiver.url.replace('http:', 'https:')))
    expect(answer.kind).toBe('unheard')
  })
})
