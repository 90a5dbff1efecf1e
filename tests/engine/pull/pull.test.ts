import { expect, test } from 'vitest'
import { createPull } from '../../../src/engine/pull/pull'
import type { PullQuestion } from '../../../src/engine/protocol'
import type { CacheStore } from '../../../src/engine/store'

test('of more scopes than the server takes at once the rest is asked for next: a whole ward that left is not a refused request', async () => {
  const asked: PullQuestion[] = []
  const pull = createPull({
    ask: (question) => {
      asked.push(question)
      return Promise.resolve('')
    },
    keep: (_store, { asked: those }) =>
      Promise.resolve({
        epoch: 'e',
        answered: those.map(([scope]) => scope),
        more: [],
        stale: [],
        reset: [],
        ended: [],
        left: [],
        ending: [],
        rows: 0,
      }),
    group: () => Promise.resolve('g'),
    epoch: () => Promise.resolve('e'),
    renewHandshake: () => Promise.resolve(),
    now: () => 0,
    ends: { watch: () => undefined, counting: () => () => 0 },
  })
  const store = {
    organizationId: 'o',
    isClosed: () => false,
    cursorsOf: (scopes: readonly string[]) => Promise.resolve(scopes.map(() => null)),
  } as unknown as CacheStore
  const scopes = Array.from({ length: 60 }, (_none, at) => `PATIENT:${at}`)
  const page = await pull(store, scopes, { limit: 50, once: true, noteAfterMs: 0 })
  expect(asked.map(({ cursors }) => cursors.length)).toEqual([50])
  expect(page.again).toEqual(scopes.slice(50))
})

test('the end of a scope is counted from the question, not from when its answer was kept', async () => {
  let time = 0
  const watched: number[] = []
  const pull = createPull({
    ask: () => {
      time += 40_000
      return Promise.resolve('')
    },
    keep: () => {
      time += 5_000
      return Promise.resolve({
        epoch: 'e',
        answered: ['PATIENT:1'],
        more: [],
        stale: [],
        reset: [],
        ended: [],
        left: [],
        ending: [{ scope: 'PATIENT:1', endsAt: 61_000, leftMs: 60_000 }],
        rows: 0,
      })
    },
    group: () => Promise.resolve('g'),
    epoch: () => Promise.resolve('e'),
    renewHandshake: () => Promise.resolve(),
    now: () => time,
    ends: {
      watch: (_store, { leftMs }) => watched.push(leftMs),
      counting: () => {
        const since = time
        return () => time - since
      },
    },
  })
  const store = {
    organizationId: 'o',
    isClosed: () => false,
    cursorsOf: (scopes: readonly string[]) => Promise.resolve(scopes.map(() => null)),
  } as unknown as CacheStore
  await pull(store, ['PATIENT:1'], { limit: 50, once: true, noteAfterMs: 0 })
  expect(watched).toEqual([15_000])
})
