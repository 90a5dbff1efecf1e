import { expect, test } from 'vitest'
import type { Poke } from '../../src/platform/realtime'
import type { CacheStore } from '../../src/platform/store'
import { problem, ProblemError } from '../../src/domain/problem'
import { createPullFollow } from '../../src/data/sync/pull-follow'
import { source } from '../../src/data/kit'
import { manualClock } from './manual-clock'

/** A tab that holds every patient it is told of, with a stream that the test speaks through. `answer` holds a question up. */
const stand = (answer: () => Promise<void> = () => Promise.resolve(), shown: readonly string[] = []) => {
  const clock = manualClock()
  const asked: string[][] = []
  const told: boolean[] = []
  let hears: ((poke: Poke) => void) | null = null
  const store = { name: 'one', organizationId: 'o', isClosed: () => false, cursor: (scope: string) => Promise.resolve({ scope, cursor: 'c', gone: '' }) } as unknown as CacheStore
  const follow = createPullFollow({
    clock, random: () => 0.5, store: () => store, offline: source(false), refused: () => undefined, report: () => undefined,
    pull: async (_store, scopes) => {
      asked.push(scopes.filter((scope) => scope.startsWith('PATIENT:')))
      await answer()
      return { again: [], stale: [], reset: [], ended: [], rows: 0 }
    },
    ahead: { run: () => Promise.resolve() } as unknown as Parameters<typeof createPullFollow>[0]['ahead'],
    device: { isVisible: () => true, channel: () => ({ post: () => undefined, close: () => undefined }), onHint: () => () => undefined },
    scopes: () => ({ often: ['ROSTER:o'], seldom: [] }),
    stream: (handlers) => {
      hears = handlers.poked
      handlers.live(true)
      return { hint: () => undefined, close: () => undefined }
    },
    shownPatients: () => shown, told: (is) => told.push(is),
    makeRoom: () => Promise.resolve(false),
  } as Parameters<typeof createPullFollow>[0])
  follow.start()
  return { clock, asked, told, poke: (patients: readonly string[] | 'many') => hears?.({ roster: true, me: false, patients }) }
}

test('a patient told of again while the question is on its way is asked for again', async () => {
  let release: () => void = () => undefined
  let held = false
  const { clock, asked, poke } = stand(() => held ? new Promise((resolve) => { release = resolve }) : Promise.resolve())
  await clock.advance(1_000)
  held = true
  poke(['a'])
  await clock.advance(400)
  expect(asked.at(-1)).toEqual(['PATIENT:a'])
  poke(['a'])
  held = false
  release()
  await clock.advance(1_000)
  expect(asked.at(-1)).toEqual(['PATIENT:a'])
  expect(asked.filter((scopes) => scopes.includes('PATIENT:a'))).toHaveLength(2)
})

test('of many patients told of at once each is asked for, a few at a time', async () => {
  const { clock, asked, poke } = stand()
  await clock.advance(1_000)
  const all = Array.from({ length: 45 }, (_, at) => `p${at}`)
  poke(all)
  await clock.advance(3_000)
  expect(new Set(asked.flat())).toEqual(new Set(all.map((id) => `PATIENT:${id}`)))
  expect(Math.max(...asked.map((scopes) => scopes.length))).toBeLessThanOrEqual(20)
})

test('what a question that failed was about is asked for again, and a device whose questions fail is not told', async () => {
  let fails = false
  const { clock, asked, told, poke } = stand(() => fails ? Promise.reject(new ProblemError(problem('server', 'no'))) : Promise.resolve())
  await clock.advance(1_000)
  expect(told.at(-1)).toBe(true)
  fails = true
  poke(['a'])
  await clock.advance(400)
  expect(told.at(-1)).toBe(false)
  fails = false
  await clock.advance(10_000)
  expect(asked.at(-1)).not.toContain('PATIENT:b')
  expect(asked.filter((scopes) => scopes.includes('PATIENT:a')).length).toBeGreaterThanOrEqual(2)
  expect(told.at(-1)).toBe(true)
})

test('when too many changed to be named, the patient who is looked at is asked for', async () => {
  const { clock, asked, poke } = stand(undefined, ['open'])
  await clock.advance(1_000)
  const before = asked.length
  poke('many')
  await clock.advance(1_000)
  expect(asked.slice(before).flat()).toContain('PATIENT:open')
})
