import { expect, test } from 'vitest'
import { answerWithinMs, shareSession } from '../../../src/platform/auth/share'

/** Tabs of one device: each its own storage, one channel between all, a clock moved by hand. */
const device = () => {
  const listeners = new Set<(message: unknown) => void>()
  const due: { readonly ms: number; readonly call: () => void }[] = []
  const posted: unknown[] = []
  const tab = (entry?: string) => {
    const kept = new Map<string, string>(
      entry === undefined ? [] : [['firebase:authUser:key:lamplight', entry]],
    )
    const share = shareSession(
      { apiKey: 'key' },
      {
        kept: {
          get: (name) => kept.get(name) ?? null,
          set: (name, value) => void kept.set(name, value),
        },
        channel: (listener) => {
          listeners.add(listener)
          return {
            post: (message) => {
              posted.push(message)
              for (const other of listeners) if (other !== listener) other(message)
            },
          }
        },
        after: (ms, call) => void due.push({ ms, call }),
      },
    )
    return { share, kept }
  }
  return {
    tab,
    due,
    posted,
    tell: (message: unknown) => {
      for (const listener of listeners) listener(message)
    },
  }
}

test('a tab without a session takes over that of another tab', async () => {
  const { tab } = device()
  tab('{"uid":"ada"}')
  const second = tab()
  await second.share.ask()
  expect([...second.kept]).toEqual([['firebase:authUser:key:lamplight', '{"uid":"ada"}']])
})

test('a tab with a session asks nobody', async () => {
  const { tab, posted } = device()
  await tab('{"uid":"ada"}').share.ask()
  expect(posted).toEqual([])
})

test('when nobody answers the wait is 300 ms, and a later answer is not taken', async () => {
  const { tab, due, tell } = device()
  const only = tab()
  const asked = only.share.ask()
  expect(due.map(({ ms }) => ms)).toEqual([300])
  expect(answerWithinMs).toBe(300)
  due[0]?.call()
  await asked
  tell({ kind: 'give', entry: '{"uid":"late"}' })
  expect(only.kept.size).toBe(0)
})

test('nobody is given a session unasked, and nonsense is not taken', async () => {
  const { tab, tell, due } = device()
  const first = tab()
  tell({ kind: 'give', entry: '{"uid":"planted"}' })
  expect(first.kept.size).toBe(0)
  const asked = first.share.ask()
  tell({ kind: 'give' })
  tell('give')
  expect(first.kept.size).toBe(0)
  due[0]?.call()
  await asked
})

test('without a storage of its own a tab neither asks nor answers', async () => {
  await shareSession(
    { apiKey: 'key' },
    {
      kept: null,
      channel: () => {
        throw new Error('opened')
      },
      after: () => undefined,
    },
  ).ask()
})

const entryAt = (expirationTime: number, uid = 'ada') =>
  JSON.stringify({
    uid,
    stsTokenManager: { refreshToken: `r${expirationTime}`, accessToken: 'a', expirationTime },
  })

test('a tab that renewed the session tells the others, who keep the later one', () => {
  const { tab } = device()
  const renewed = tab(entryAt(2))
  const [behind, ahead, another] = [tab(entryAt(1)), tab(entryAt(3)), tab(entryAt(1, 'bob'))]
  const heard: string[] = []
  behind.share.onNewer((entry) => heard.push(entry))
  renewed.share.tell()
  const keptBy = ({ kept }: typeof renewed) => [...kept.values()][0]
  expect(keptBy(behind)).toBe(entryAt(2))
  expect(heard).toEqual([entryAt(2)])
  expect(keptBy(ahead)).toBe(entryAt(3))
  expect(keptBy(another)).toBe(entryAt(1, 'bob'))
})

test('a page that was just loaded has no ID token yet: it takes over that of another tab', () => {
  const { tab } = device()
  const loaded = tab(JSON.stringify({ uid: 'ada', stsTokenManager: { refreshToken: 'r' } }))
  const other = tab(entryAt(2))
  other.share.tell()
  expect([...loaded.kept.values()]).toEqual([entryAt(2)])
  loaded.kept.set(
    'firebase:authUser:key:lamplight',
    JSON.stringify({ uid: 'ada', stsTokenManager: { refreshToken: 'r' } }),
  )
  loaded.share.tell()
  expect([...other.kept.values()]).toEqual([entryAt(2)])
})

test('a tab that was frozen catches up before it renews', async () => {
  const { tab } = device()
  tab(entryAt(2))
  const frozen = tab(entryAt(1))
  await frozen.share.catchUp()
  expect([...frozen.kept.values()]).toEqual([entryAt(2)])
})
