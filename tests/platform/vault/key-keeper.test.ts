import { expect, test } from 'vitest'
import { createKeyKeeper, keptAtMostMs, type KeyOwner } from '../../../workers/key-keeper'

const origin = 'https://ward.example'
const nurse = { userId: 'nurse', organizationId: 'riverside' }
const page = { url: `${origin}/virtual-ward` }
const newKey = (extractable = false) =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, extractable, ['encrypt', 'decrypt'])

const start = async () => {
  let now = 1_000
  const keeper = createKeyKeeper({ origin, now: () => now })
  const dataKey = await newKey()
  const hold = (over: object = {}, event: object = {}) =>
    keeper.hear({
      origin,
      source: page,
      ports: [],
      data: {
        type: 'KEYS_HOLD',
        keys: { owner: nurse, until: 1_000 + 2 * keptAtMostMs, dataKey, ...over },
      },
      ...event,
    })
  const ask = (owner: KeyOwner = nurse, event: object = {}): unknown => {
    let answer: unknown = 'nothing'
    keeper.hear({
      origin,
      source: page,
      ports: [
        {
          postMessage: (message) => {
            answer = message
          },
        },
      ],
      data: { type: 'KEYS_ASK', owner },
      ...event,
    })
    return answer
  }
  return {
    keeper,
    dataKey,
    hold,
    ask,
    wait: (ms: number) => {
      now += ms
    },
  }
}

test('it hands a held key to a page of its owner, again and again', async () => {
  const { keeper, dataKey, hold, ask } = await start()
  expect(ask()).toBeNull()
  hold()
  expect(ask()).toMatchObject({ owner: nurse, dataKey })
  expect(ask()).toMatchObject({ dataKey })
  expect(keeper.size()).toBe(1)
})

test("another user's and another organisation's keys are others", async () => {
  const { hold, ask } = await start()
  hold()
  expect(ask({ ...nurse, userId: 'other' })).toBeNull()
  expect(ask({ ...nurse, organizationId: 'hillside' })).toBeNull()
})

test("it forgets when told, and only that owner's", async () => {
  const { keeper, hold, ask } = await start()
  hold()
  hold({ owner: { ...nurse, organizationId: 'hillside' } })
  keeper.hear({ origin, source: page, ports: [], data: { type: 'KEYS_FORGET', owner: nurse } })
  expect(ask()).toBeNull()
  expect(ask({ ...nurse, organizationId: 'hillside' })).not.toBeNull()
})

test('it forgets after 12 hours without a new offer, and at the end of the lease', async () => {
  const { keeper, hold, ask, wait } = await start()
  hold()
  wait(keptAtMostMs - 1)
  expect(ask()).not.toBeNull()
  wait(1)
  expect(ask()).toBeNull()
  expect(keeper.size()).toBe(0)
  hold({ until: 1_000 + keptAtMostMs + 5 })
  wait(5)
  expect(ask()).toBeNull()
})

test('a page of another origin, or nobody, is neither heard nor answered', async () => {
  const { keeper, hold, ask } = await start()
  hold({}, { origin: 'https://evil.example' })
  hold({}, { source: { url: 'https://evil.example/' } })
  hold({}, { source: null })
  hold({}, { source: { url: 'not an address' } })
  expect(keeper.size()).toBe(0)
  hold()
  expect(ask(nurse, { origin: 'https://evil.example' })).toBe('nothing')
  expect(ask(nurse, { source: { url: 'https://evil.example/' } })).toBe('nothing')
  expect(ask(nurse, { source: null })).toBe('nothing')
})

test('what is not a key that cannot be taken out is not held', async () => {
  const { keeper, hold } = await start()
  hold({ dataKey: await newKey(true) })
  hold({ dataKey: new Uint8Array(32) })
  hold({ owner: { userId: 'nurse' } })
  hold({ until: 'ever' })
  for (const data of [
    null,
    'KEYS_HOLD',
    7,
    { type: 'KEYS_HOLD' },
    { type: 'SKIP_WAITING' },
    { type: 'KEYS_ASK' },
    { type: 'KEYS_FORGET', owner: null },
  ]) {
    keeper.hear({ origin, source: page, ports: [], data })
  }
  expect(keeper.size()).toBe(0)
})
