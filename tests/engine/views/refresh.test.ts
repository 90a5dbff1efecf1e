import { expect, test } from 'vitest'
import type { Resource } from '../../../src/engine/define'
import { createRefresh } from '../../../src/engine/views/refresh'
import type { CacheStore } from '../../../src/engine/store'

interface Row {
  readonly id: string
  readonly revision: number
}
const resource = {
  name: 'thing',
  table: 'note',
  request: () => ({ document: { name: 'Thing', operation: 'query', text: '' }, variables: {} }),
  wire: () => ({ rows: [], total: 0, asOf: 1 }),
  index: () => ({}),
  select: () => ({ by: 'all' }),
  scope: () => null,
  keepReceipt: () => true,
  gone: () => [],
} as unknown as Resource<Record<string, never>, Row>

/** A store of the same person in the same organisation, as each sign-in opens one. */
const storeOf = (isClosed: () => boolean): CacheStore =>
  ({
    name: 'cache-nurse-riverside',
    userId: 'nurse',
    organizationId: 'riverside',
    isClosed,
    accept: () => Promise.resolve(!isClosed()),
  }) as unknown as CacheStore

test('equal questions in flight are one, but nobody waits for what was asked in the last session, which can keep nothing', async () => {
  let lastEnded = false
  const [last, next] = [storeOf(() => lastEnded), storeOf(() => false)]
  let cache = last
  const answers: ((answer: unknown) => void)[] = []
  const refresh = createRefresh({
    sender: {
      send: () =>
        new Promise((resolve) => {
          answers.push(resolve)
        }),
    },
    cache: () => cache,
    screen: () => Promise.reject(new Error('No scope')),
    now: () => 1,
    salt: '',
    report: (thrown) => {
      throw thrown
    },
  })
  const ofLast = [refresh(resource, {}), refresh(resource, {})]
  expect(answers).toHaveLength(1)
  lastEnded = true
  cache = next
  const ofNext = refresh(resource, {})
  expect(answers).toHaveLength(2)
  for (const answer of answers) answer({})
  await expect(ofNext).resolves.toMatchObject({ total: 0 })
  for (const one of ofLast)
    await expect(one).rejects.toMatchObject({ problem: { kind: 'storage' } })
})
