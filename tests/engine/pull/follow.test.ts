import { expect, test } from 'vitest'
import type { Poke } from '../../../src/platform/realtime'
import type { CacheStore } from '../../../src/engine/store'
import { problem, ProblemError } from '../../../src/domain/problem'
import { createFollow } from '../../../src/engine/pull/follow'
import { source } from '../../../src/engine/define'
import { manualClock } from '../manual-clock'

/**
 * A tab that holds every patient it is told of, with a stream that the test speaks through.
 * `answer` holds a question up.
 */
const stand = (
  answer: () => Promise<void> = () => Promise.resolve(),
  shown: readonly string[] = [],
) => {
  const clock = manualClock()
  const asked: string[][] = []
  const told: boolean[] = []
  let isBehind = false
  let hinted: () => void = () => undefined
  const doubts: number[] = []
  const found: (readonly string[] | 'many')[] = []
  const posted: unknown[] = []
  const lists = { changed: 0 }
  let other: (message: unknown) => void = () => undefined
  const user = { rights: 'view' }
  const forgotten: string[] = []
  let hears: ((poke: Poke) => void) | null = null
  const store = {
    name: 'one',
    organizationId: 'o',
    isClosed: () => false,
    cursor: (scope: string) => Promise.resolve({ scope, cursor: 'c', gone: '' }),
    cursors: () =>
      Promise.resolve(
        ['a', 'b']
          .map((id) => ({ scope: `PATIENT:${id}`, subjectId: id, cursor: 'c', gone: '' }))
          .concat({ scope: 'ROSTER:o', subjectId: '', cursor: 'c', gone: '' }),
      ),
  } as unknown as CacheStore
  const follow = createFollow({
    clock,
    random: () => 0.5,
    store: () => store,
    offline: source(false),
    refused: () => undefined,
    doubted: () => {
      doubts.push(clock.now())
    },
    rights: () => user.rights,
    report: () => undefined,
    pull: async (_store, scopes) => {
      asked.push(scopes.filter((scope) => scope.startsWith('PATIENT:')))
      await answer()
      return { again: [], unreached: [], stale: [], reset: [], ended: [], rows: 0 }
    },
    ahead: { run: () => Promise.resolve() } as unknown as Parameters<
      typeof createFollow
    >[0]['ahead'],
    device: {
      isVisible: () => true,
      channel: (_name, heard) => {
        other = heard
        return {
          post: (message) => {
            posted.push(message)
          },
          close: () => undefined,
        }
      },
      onHint: (hears) => {
        hinted = hears
        return () => undefined
      },
    },
    scopes: () => ({ often: ['ROSTER:o'], seldom: [] }),
    stream: (handlers) => {
      hears = handlers.poked
      handlers.live(true)
      return { hint: () => undefined, close: () => undefined }
    },
    shownSubjects: () => shown,
    found: (patients) => {
      found.push(patients)
    },
    listsChanged: () => {
      lists.changed += 1
    },
    told: (is) => told.push(is),
    behind: (is) => void (isBehind = is),
    makeRoom: () => Promise.resolve(false),
    forget: () => {
      forgotten.push(user.rights)
      return user.rights === 'broken' ? Promise.reject(new Error('no')) : Promise.resolve()
    },
  } as Parameters<typeof createFollow>[0])
  follow.start()
  return {
    isBehind: () => isBehind,
    hint: () => hinted(),
    restart: follow.restart,
    clock,
    asked,
    told,
    doubts,
    user,
    forgotten,
    found,
    lists,
    posted,
    other: (message: unknown) => other(message),
    tell: (poke: Poke) => hears?.(poke),
    poke: (patients: readonly string[] | 'many') =>
      hears?.({ roster: true, me: false, subjects: patients }),
  }
}

test('a device whose questions fail again and again is behind, in every tab, until one works', async () => {
  let fails = false
  const { clock, isBehind, posted, other } = stand(() =>
    fails ? Promise.reject(new ProblemError(problem('server', 'no'))) : Promise.resolve(),
  )
  await clock.advance(1_000)
  fails = true
  await clock.advance(4_000)
  expect(isBehind()).toBe(false)
  await clock.advance(20_000)
  expect(isBehind()).toBe(true)
  expect(posted.at(-1)).toMatchObject({ isBehind: true })
  fails = false
  await clock.advance(60_000)
  expect(isBehind()).toBe(false)
  other({ nextMs: 3_000, isVisible: true, isBehind: true })
  expect(isBehind()).toBe(true)
  other({ nextMs: 3_000, isVisible: true })
  expect(isBehind()).toBe(false)
})

test('it stays behind through a hint, until a question is answered', async () => {
  let fails = false
  const { clock, isBehind, hint } = stand(() =>
    fails ? Promise.reject(new ProblemError(problem('server', 'no'))) : Promise.resolve(),
  )
  await clock.advance(1_000)
  fails = true
  await clock.advance(30_000)
  expect(isBehind()).toBe(true)
  hint()
  await clock.advance(1)
  expect(isBehind()).toBe(true)
  fails = false
  await clock.advance(60_000)
  expect(isBehind()).toBe(false)
})

test('a patient told of again while the question is on its way is asked for again', async () => {
  let release: () => void = () => undefined
  let held = false
  const { clock, asked, poke } = stand(() =>
    held
      ? new Promise((resolve) => {
          release = resolve
        })
      : Promise.resolve(),
  )
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
  const { clock, asked, told, poke } = stand(() =>
    fails ? Promise.reject(new ProblemError(problem('server', 'no'))) : Promise.resolve(),
  )
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

test('a question that hangs while the server still tells of changes is doubted within 6 s, and the device is not live until one is answered', async () => {
  let release: () => void = () => undefined
  let held = false
  const { clock, told, doubts, poke } = stand(() =>
    held
      ? new Promise((resolve) => {
          release = resolve
        })
      : Promise.resolve(),
  )
  await clock.advance(30_000)
  expect(doubts).toEqual([])
  expect(told.at(-1)).toBe(true)
  held = true
  poke(['a'])
  await clock.advance(6_500)
  expect(doubts).toHaveLength(1)
  expect(told.at(-1)).toBe(false)
  held = false
  release()
  await clock.advance(1_000)
  expect(told.at(-1)).toBe(true)
  expect(doubts).toHaveLength(1)
})

test('what an analysis found is told in every tab, and nothing is pulled for it', async () => {
  const { clock, asked, found, posted, other, tell } = stand()
  await clock.advance(1_000)
  const before = asked.length
  found.length = 0
  tell({ roster: false, me: false, subjects: [], found: ['a'] })
  expect([found, posted.at(-1), asked.length]).toEqual([[['a']], { found: ['a'] }, before])
  other({ found: 'many' })
  expect(found.at(-1)).toBe('many')
})

test('that a list changed is told in every tab, and nothing is pulled for it', async () => {
  const { clock, asked, lists, posted, other, tell } = stand()
  await clock.advance(1_000)
  const before = asked.length
  // A stream that opens: words may have been missed before.
  expect(lists.changed).toBe(1)
  tell({ roster: false, me: false, subjects: [], lists: true })
  expect([lists.changed, posted.at(-1), asked.length]).toEqual([2, { lists: true }, before])
  other({ lists: true })
  expect(lists.changed).toBe(3)
  tell({ roster: false, me: false, subjects: ['a'] })
  expect(lists.changed).toBe(3)
})

test('whose rights change is asked for every record that is held, once: what they may not see any more goes now', async () => {
  const { clock, asked, user } = stand()
  await clock.advance(1_000)
  expect(asked.flat()).toEqual([])
  user.rights = ''
  await clock.advance(30_000)
  expect(asked.filter((scopes) => scopes.length > 0)).toEqual([['PATIENT:a', 'PATIENT:b']])
})

test('what no scope holds is looked through when a store is opened and when rights have changed, until that has worked', async () => {
  const { clock, user, forgotten } = stand()
  await clock.advance(30_000)
  expect(forgotten).toEqual(['view'])
  user.rights = 'broken'
  await clock.advance(60_000)
  expect(forgotten.length).toBeGreaterThan(2)
  user.rights = 'less'
  await clock.advance(120_000)
  expect(forgotten.filter((rights) => rights === 'less')).toEqual(['less'])
})

test('another session asks at once, whatever the last one still waits for', async () => {
  const { clock, asked, restart } = stand(() => new Promise(() => undefined))
  await clock.advance(1_000)
  expect(asked).toHaveLength(1)
  restart()
  await clock.advance(1_000)
  expect(asked).toHaveLength(2)
})
