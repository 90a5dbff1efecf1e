import { expect, test } from 'vitest'
import { problem, ProblemError } from '../../../src/domain/problem'
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
  entity: null,
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

/** What the server is asked for waits until the test answers it. */
const stand = (cache: () => CacheStore, news = () => 0) => {
  const answers: { readonly give: () => void; readonly lose: () => void }[] = []
  const refresh = createRefresh({
    sender: {
      send: () =>
        new Promise((resolve, reject) => {
          answers.push({
            give: () => resolve({}),
            lose: () => reject(new ProblemError(problem('network'))),
          })
        }),
    },
    cache,
    screen: () => Promise.reject(new Error('No scope')),
    news,
    now: () => 1,
    older: () => Promise.reject(new Error('No scope')),
    report: (thrown) => {
      throw thrown
    },
  })
  return { answers, refresh: () => refresh(resource, {}) }
}
/** Whatever follows by itself has happened. */
const settled = () =>
  new Promise((resolve) => {
    setTimeout(resolve)
  })

test('equal questions in flight are one, but nobody waits for what was asked in the last session, which can keep nothing', async () => {
  let lastEnded = false
  const [last, next] = [storeOf(() => lastEnded), storeOf(() => false)]
  let cache = last
  const { answers, refresh } = stand(() => cache)
  const ofLast = [refresh(), refresh()]
  expect(answers).toHaveLength(1)
  lastEnded = true
  cache = next
  const ofNext = refresh()
  expect(answers).toHaveLength(2)
  for (const answer of answers) answer.give()
  await expect(ofNext).resolves.toMatchObject({ total: 0 })
  for (const one of ofLast)
    await expect(one).rejects.toMatchObject({ problem: { kind: 'storage' } })
})

test.each(['give', 'lose'] as const)(
  'what is asked after something was done is no part of a question from before: it is asked when that one has ended (%s), once for all who ask meanwhile',
  async (end) => {
    let news = 0
    const store = storeOf(() => false)
    const { answers, refresh } = stand(
      () => store,
      () => news,
    )
    const before = refresh()
    news += 1
    const after = [refresh(), refresh()]
    news += 1
    // It was not asked yet: what was done meanwhile is in its answer.
    after.push(refresh())
    expect(answers).toHaveLength(1)
    answers[0]?.[end]()
    await before.catch(() => undefined)
    await settled()
    expect(answers).toHaveLength(2)
    after.push(refresh())
    expect(answers).toHaveLength(2)
    news += 1
    const last = refresh()
    answers[1]?.give()
    await Promise.all(after)
    await settled()
    expect(answers).toHaveLength(3)
    answers[2]?.give()
    await last
    void refresh()
    expect(answers).toHaveLength(4)
  },
)

test('what waits to be asked is not asked for a session that has ended', async () => {
  let news = 0
  let isOver = false
  const store = storeOf(() => isOver)
  const { answers, refresh } = stand(
    () => store,
    () => news,
  )
  const before = refresh()
  news += 1
  const after = refresh()
  isOver = true
  answers[0]?.give()
  for (const one of [before, after])
    await expect(one).rejects.toMatchObject({ problem: { kind: 'storage' } })
  expect(answers).toHaveLength(1)
})
