import { afterEach, expect, test } from 'vitest'
import { createKeyKeeper, type KeeperMessage } from '../../../workers/key-keeper'
import {
  askedAtMostMs,
  browserKeyShare,
  wokenAtMostMs,
  type KeyOwner,
  type KeyShare,
  type KeyShareOptions,
} from '../../../src/platform/vault'

const nurse = { userId: 'nurse', organizationId: 'riverside' }
const origin = 'https://ward.example'
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

let ids = 0
const share = (options: Partial<KeyShareOptions> = {}) => {
  const waits: { readonly ms: number; readonly call: () => void }[] = []
  const made = browserKeyShare({
    after: (ms, call) => {
      const wait = { ms, call }
      waits.push(wait)
      return () => {
        waits.splice(waits.indexOf(wait), 1)
      }
    },
    newId: () => `${(ids += 1)}`,
    ...options,
  })
  stops.push(made.close)
  return { ...made, waits }
}
const keys = async (owner: KeyOwner = nurse) => ({
  owner,
  until: 5_000,
  dataKey: await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]),
})
/** Opens what the other key sealed: the same key, whichever object it is. */
const isSameKey = async (one: CryptoKey, other: CryptoKey | undefined): Promise<boolean> => {
  if (other === undefined) return false
  const iv = new Uint8Array(12)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, one, new Uint8Array(3))
  return await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, other, sealed).then(
    () => true,
    () => false,
  )
}
const worker = () => {
  const keeper = createKeyKeeper({ origin, now: () => 0 })
  return {
    keeper,
    controller: {
      postMessage: (data: KeeperMessage, transfer?: Transferable[]) =>
        keeper.hear({
          data: structuredClone(data),
          origin,
          source: { url: `${origin}/` },
          ports: (transfer ?? []) as MessagePort[],
        }),
    },
  }
}

test('another tab hands over the key, not extractable', async () => {
  const [first, second] = [share(), share()]
  const offered = await keys()
  first.offer(offered)
  const got = await second.ask(nurse)
  expect(got).toMatchObject({ owner: nurse, until: 5_000, dataKey: { extractable: false } })
  expect(await isSameKey(offered.dataKey, got?.dataKey)).toBe(true)
  expect(second.waits).toEqual([])
})

test('nobody there: null after 300 ms', async () => {
  const alone = share()
  const asked = alone.ask(nurse)
  expect(alone.waits.map(({ ms }) => ms)).toEqual([askedAtMostMs])
  expect(askedAtMostMs).toBe(300)
  alone.waits[0]?.call()
  expect(await asked).toBeNull()
})

test('a service worker that has to be started first is waited for; one that says it has nothing is not', async () => {
  const offered = await keys()
  const ports: MessagePort[] = []
  const asleep = share({
    keeper: () => ({
      postMessage: (message: KeeperMessage, transfer?: Transferable[]) => {
        if (message.type === 'KEYS_ASK') ports.push(...((transfer ?? []) as MessagePort[]))
      },
    }),
  })
  const asked = asleep.ask(nurse)
  asleep.waits.shift()?.call()
  expect(asleep.waits.map(({ ms }) => ms)).toEqual([wokenAtMostMs])
  ports[0]?.postMessage(offered)
  expect(await isSameKey(offered.dataKey, (await asked)?.dataKey)).toBe(true)

  const again = asleep.ask(nurse)
  asleep.waits.shift()?.call()
  ports[1]?.postMessage(null)
  expect(await again).toBeNull()

  const never = asleep.ask(nurse)
  asleep.waits.shift()?.call()
  asleep.waits.shift()?.call()
  expect(await never).toBeNull()
})

test('a tab of another user or organisation, or one that has locked, does not answer', async () => {
  const [first, second, probe] = [share(), share(), share()]
  first.offer(await keys({ ...nurse, userId: 'other' }))
  second.offer(await keys())
  second.offer(null)
  const asked = probe.ask(nurse)
  // Messages of one tab arrive in order: who hears this has read the question, and what they
  // answered came before their own word.
  const heard = (tab: KeyShare) =>
    new Promise<KeyOwner>((resolve) => {
      tab.onForget(resolve)
    })
  const both = Promise.all([heard(first), heard(second)])
  probe.forget({ userId: 'x', organizationId: 'y' })
  await both
  const back = heard(probe)
  first.forget({ userId: 'x', organizationId: 'y' })
  await back
  probe.waits[0]?.call()
  expect(await asked).toBeNull()
})

test('the service worker hands over what a page offered, also when that page has gone', async () => {
  const { controller } = worker()
  const first = share({ keeper: () => controller })
  const offered = await keys()
  first.offer(offered)
  first.close()
  const got = await share({ keeper: () => controller }).ask(nurse)
  expect(await isSameKey(offered.dataKey, got?.dataKey)).toBe(true)
})

test('a page that goes offers once more, so that a worker that was stopped has the key for the reload', async () => {
  const page = new EventTarget()
  let { controller, keeper } = worker()
  const first = share({ keeper: () => controller, page })
  first.offer(await keys())
  ;({ controller, keeper } = worker())
  expect(keeper.size()).toBe(0)
  page.dispatchEvent(new Event('pagehide'))
  expect(keeper.size()).toBe(1)
  first.offer(null)
  ;({ controller, keeper } = worker())
  page.dispatchEvent(new Event('pagehide'))
  expect(keeper.size()).toBe(0)
})

test('forgetting reaches the other tabs and the service worker', async () => {
  const { controller, keeper } = worker()
  const [first, second] = [share({ keeper: () => controller }), share()]
  first.offer(await keys())
  expect(keeper.size()).toBe(1)
  const heard = new Promise<KeyOwner>((resolve) => {
    second.onForget(resolve)
  })
  first.forget(nurse)
  expect(keeper.size()).toBe(0)
  expect(await heard).toEqual(nurse)
})

test('messages that are not ours, or carry a key that can be taken out, are left alone', async () => {
  const tab: KeyShare & { readonly waits: readonly { call: () => void }[] } = share()
  const channel = new BroadcastChannel('lamplight-keys')
  stops.push(() => channel.close())
  const asked = new Promise<{ id: string }>((resolve) => {
    channel.addEventListener('message', ({ data }: MessageEvent<{ type: string; id: string }>) => {
      if (data.type === 'ask') resolve(data)
    })
  })
  const answer = tab.ask(nurse)
  const { id } = await asked
  const extractable = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, [
    'encrypt',
  ])
  for (const message of [
    null,
    'ask',
    { type: 'forget' },
    { type: 'answer', id },
    { type: 'answer', id, keys: { owner: nurse, until: 1, dataKey: 'key' } },
    { type: 'answer', id, keys: { owner: nurse, until: 1, dataKey: extractable } },
    { type: 'answer', id: 'other', keys: await keys() },
    { type: 'answer', id, keys: await keys({ ...nurse, userId: 'other' }) },
  ])
    channel.postMessage(message)
  // The last is heard after all of those.
  const heard = new Promise<KeyOwner>((resolve) => {
    tab.onForget(resolve)
  })
  channel.postMessage({ type: 'forget', owner: { userId: 'x', organizationId: 'y' } })
  await heard
  tab.waits[0]?.call()
  expect(await answer).toBeNull()
})

test('a page that closes neither offers nor answers with keys forgotten elsewhere, even before it hears of that', async () => {
  const { controller, keeper } = worker()
  let forgotten = 0
  const forgets = {
    read: () => forgotten,
    add: () => {
      forgotten += 1
    },
  }
  const page = new EventTarget()
  const here = share({ keeper: () => controller, page, forgets })
  here.offer(await keys())
  expect(keeper.size()).toBe(1)
  // Another tab locks; its word is still on the way here.
  const other = share({ keeper: () => controller, forgets })
  other.forget(nurse)
  page.dispatchEvent(new Event('pagehide'))
  expect(keeper.size()).toBe(0)
  const asked = other.ask(nurse)
  // Messages of one tab arrive in order: once each has heard the other, an answer would be there.
  const heard = (tab: KeyShare) =>
    new Promise<KeyOwner>((resolve) => {
      tab.onForget(resolve)
    })
  const question = heard(here)
  other.forget({ userId: 'x', organizationId: 'y' })
  await question
  const back = heard(other)
  here.forget({ userId: 'x', organizationId: 'y' })
  await back
  other.waits[0]?.call()
  expect(await asked).toBeNull()
  // What is opened after that is offered again.
  here.offer(await keys())
  expect(keeper.size()).toBe(1)
})
