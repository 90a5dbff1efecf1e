import { expect, test } from 'vitest'
import { createPrefetch, reservedBytes } from '../../../src/engine/pull/prefetch'
import type { CacheStore, StoredCursor } from '../../../src/engine/store'
import { notSaved } from '../../../src/engine/store/guard'

const due = (id: string): StoredCursor => ({
  scope: `PATIENT:${id}`,
  subjectId: id,
  cursor: '',
  asOf: 0,
  checkedAt: 0,
  isWhole: false,
  gone: '',
  dueAt: 1,
  building: null,
})

const stand = (
  free: number | null,
  cursors: readonly StoredCursor[] = [due('a')],
  watched: readonly string[] = [],
  answer: (scopes: readonly string[]) => {
    again: readonly string[]
    unreached: readonly string[]
  } = () => ({
    again: [],
    unreached: [],
  }),
) => {
  const pulled: string[] = []
  const said: string[] = []
  let now = 1_000_000
  let fails: Error | null = null
  const store = {
    isClosed: () => false,
    cursors: () => Promise.resolve(cursors),
  } as unknown as CacheStore
  const ahead = createPrefetch({
    pull: (_store, scopes) => {
      pulled.push(...scopes)
      return fails === null
        ? Promise.resolve({ ...answer(scopes), stale: [], reset: [], ended: [], rows: 0 })
        : Promise.reject(fails)
    },
    clock: { now: () => now, sleep: () => Promise.resolve() },
    mayGoOn: () => true,
    free: () => Promise.resolve(free),
    unkept: () => Promise.resolve(['PATIENT:given up']),
    watched: () => {
      said.push('watched')
      return Promise.resolve(new Set(watched))
    },
    makeRoom: () => {
      said.push('room')
      return Promise.resolve(true)
    },
    crowded: (is) => said.push(`crowded ${is}`),
  })
  return {
    pulled,
    said,
    run: () => ahead.run(store),
    wait: (ms: number) => {
      now += ms
    },
    failWith: (error: Error | null) => {
      fails = error
    },
  }
}

test('with room for twice the reserve, what was evicted is fetched again; where the browser does not say, only what is due is fetched', async () => {
  const roomy = stand(2 * reservedBytes)
  await roomy.run()
  expect([roomy.pulled, roomy.said]).toEqual([['PATIENT:a', 'PATIENT:given up'], ['crowded false']])
  for (const free of [reservedBytes, null]) {
    const close = stand(free)
    await close.run()
    expect([close.pulled, close.said]).toEqual([['PATIENT:a'], ['crowded true']])
  }
})

test('below the reserve nothing is fetched ahead, and whom nobody opened makes room', async () => {
  const { run, pulled, said } = stand(reservedBytes - 1)
  await run()
  await run()
  expect(pulled).toEqual([])
  expect(said).toEqual(['crowded true', 'room'])
})

test('a disk that was found full is left alone for ten minutes, whatever the browser says of it', async () => {
  const { run, pulled, wait, failWith } = stand(null)
  failWith(notSaved(new DOMException('full', 'QuotaExceededError')))
  await expect(run()).rejects.toMatchObject({ problem: { kind: 'storage' } })
  failWith(null)
  wait(9 * 60_000)
  await run()
  expect(pulled).toEqual(['PATIENT:a'])
  wait(2 * 60_000)
  await run()
  expect(pulled).toEqual(['PATIENT:a', 'PATIENT:a'])
})

test('opened patients are fetched first, then watched ones, then those of whom nothing is here, then the history of the rest', async () => {
  const begun = { ...due('begun'), cursor: 'c', checkedAt: 9 }
  const cursors = [
    due('a'),
    due('b'),
    begun,
    { ...due('opened'), usedAt: 5 },
    { ...due('opened last'), cursor: 'c', usedAt: 7 },
    due('watched'),
    due('watched too'),
  ]
  const { run, pulled } = stand(null, cursors, ['watched', 'watched too'])
  await run()
  expect(pulled).toEqual(
    ['opened last', 'opened', 'watched', 'watched too', 'a', 'b', 'begun'].map(
      (id) => `PATIENT:${id}`,
    ),
  )
})

test('the newest of every patient comes before the history of any, also of one whom an answer did not reach', async () => {
  const ids = 'abcdefghijkl'.split('')
  const pages = new Map<string, number>()
  // Of each the first answer leaves a history; one answer reaches four patients.
  const { run, pulled } = stand(null, ids.map(due), [], (scopes) => {
    const [reached, unreached] = [scopes.slice(0, 4), scopes.slice(4)]
    for (const scope of reached) pages.set(scope, (pages.get(scope) ?? 0) + 1)
    pulled.push(...reached.map((scope) => `reached ${scope}`))
    return {
      again: [...reached.filter((scope) => pages.get(scope) === 1), ...unreached],
      unreached,
    }
  })
  await run()
  const reached = pulled.filter((one) => one.startsWith('reached'))
  expect(reached).toEqual([...ids, ...ids].map((id) => `reached PATIENT:${id}`))
})

test('cards are opened for the order of a ward that comes, not for a patient who was admitted', async () => {
  const one = stand(null, [due('a'), due('b')], ['b'])
  await one.run()
  expect(one.said).not.toContain('watched')
  const ward = stand(null, [due('a'), due('b'), due('c')], ['b'])
  await ward.run()
  expect(ward.said).toContain('watched')
})
