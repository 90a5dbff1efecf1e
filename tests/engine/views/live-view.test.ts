import '../../flow/browser-globals'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { source, type Resource } from '../../../src/engine/define'
import { createOpener } from '../../../src/engine/outbox/waiting'
import { createLiveView } from '../../../src/engine/views/live-view'
import { problem, ProblemError } from '../../../src/domain/problem'
import type { CacheStore, OutboxStore, StoredCommand, StoredRow } from '../../../src/engine/store'
import { notSaved } from '../../../src/engine/store/guard'
import { until } from '../../flow/ward-tablet'

interface Row {
  readonly id: string
  readonly revision: number
  readonly text: string
}
const resource = {
  kind: 'resource',
  name: 'thing',
  table: 'note',
  document: { name: 'Thing', operation: 'query', text: '' },
  staleAfterMs: 60_000,
  row: (value: unknown) =>
    z.object({ id: z.string(), revision: z.number(), text: z.string() }).parse(value),
  index: () => ({ patientId: 'p', at: 0 }),
  select: () => ({ by: 'all' }),
  arrange: (rows: readonly Row[]) => ({ rows, total: rows.length, arrangedBy: 'server' }),
  keepReceipt: () => true,
  gone: () => [],
  olderParams: () => null,
} as unknown as Resource<Record<string, never>, Row>

const note: Row = { id: 'n', revision: 0, text: 'Slept well' }
const command = (id: string): StoredCommand => ({
  id,
  author: 'u',
  organization: 'o',
  lane: 'p',
  n: 1,
  op: 'add',
  opVersion: 1,
  capturedAt: 0,
  sessionId: '',
  sealed: '',
  signature: '',
  state: 'WAITING',
  tries: 0,
  unsure: false,
  epoch: null,
  acceptedAt: null,
  settled: false,
  code: null,
  body: 'sealed',
  answer: null,
})
const settled = (id: string): StoredCommand => ({
  ...command(id),
  state: 'ACCEPTED',
  settled: true,
})
const kept = (id: string): StoredRow => ({
  id,
  subjectId: 'p',
  at: 0,
  asOf: 0,
  revision: 1,
  body: JSON.stringify({ ...note, id, revision: 1 }),
})

/**
 * A view over an outbox and rows that the test changes; `rows` is asked at each reading of the
 * store.
 */
const viewOver = (
  waiting: readonly StoredCommand[],
  rows: () => Promise<readonly StoredRow[]>,
  isClosed = (): boolean => false,
  selects: 'all' | 'subject' = 'all',
) => {
  const outbox = source<readonly StoredCommand[] | null>(waiting)
  const openers = {
    openBody: async ({ id }: StoredCommand) =>
      isClosed()
        ? Promise.reject(notSaved(new Error('No key')))
        : {
            input: {},
            capturedAt: 0,
            changes: [{ resource: 'thing', kind: 'add', row: { ...note, id } }],
          },
    openAnswer: async () => null,
  } as unknown as OutboxStore
  const cache = {
    userId: 'u',
    organizationId: 'o',
    isClosed,
    reading: async () => ({ rows: await rows(), receipt: null, cursor: null }),
    openRow: async (_table: string, row: StoredRow) => JSON.parse(row.body) as unknown,
  } as unknown as CacheStore
  const view = createLiveView({
    cache,
    outbox: { ...outbox, problem: source<Error | null>(null) },
    opener: createOpener(openers),
    command: () => undefined,
    resource:
      selects === 'all'
        ? resource
        : ({
            ...resource,
            index: () => ({ subjectId: 'p', at: 0 }),
            select: () => ({ by: 'subject', subjectId: 'p' }),
          } as typeof resource),
    params: {},
    offline: source(false),
    sending: source<ReadonlySet<string>>(new Set()),
    now: () => 0,
    later: () => () => undefined,
    report: (thrown) => {
      throw thrown
    },
  })
  const seen: (readonly string[])[] = []
  const stop = view.subscribe(() => seen.push(view.get().rows.map(({ id }) => id)))
  return { outbox, view, seen, stop }
}
/** Everything that waits for promises alone is done: nothing here waits for time, or for a disk. */
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve))
  })
const ids = (view: { get(): { readonly rows: readonly Row[] } }): readonly string[] =>
  view.get().rows.map(({ id }) => id)

test('what settles is seen all the time: waiting until the rows were read again, then as the row that the server wrote', async () => {
  let stored: readonly StoredRow[] = []
  let letGo: () => void = () => undefined
  let held = Promise.resolve()
  const { outbox, view, seen, stop } = viewOver([command('n')], async () => {
    const found = stored
    await held
    return found
  })
  await until(view, ({ rows }) => rows.length === 1)
  // The server's row is kept, then the command leaves; the reading of the rows takes its time, and
  // another note is saved meanwhile.
  stored = [kept('n')]
  held = new Promise((resolve) => {
    letGo = resolve
  })
  outbox.set([settled('n')])
  outbox.set([settled('n'), command('m')])
  await until(view, ({ rows }) => rows.some(({ id }) => id === 'm'))
  expect(ids(view)).toEqual(['n', 'm'])
  letGo()
  await until(view, ({ rows }) => rows.find(({ id }) => id === 'n')?.revision === 1)
  expect(ids(view)).toEqual(['n', 'm'])
  expect(seen.every((shown) => shown.includes('n'))).toBe(true)
  stop()
})

test('a command that is written is shown over the rows that were read, without reading them again', async () => {
  let reads = 0
  const { outbox, view, stop } = viewOver([], async () => {
    reads += 1
    return [kept('n')]
  })
  await until(view, ({ rows }) => rows.length === 1)
  outbox.set([command('m')])
  await until(view, ({ rows }) => rows.length === 2)
  expect(reads).toBe(1)
  stop()
})

test('C3 what the server did and told in an answer that cannot be read: the rows are of before it, until the answer is kept', async () => {
  const { outbox, view, stop } = viewOver(
    [command('n')],
    async () => [{ ...kept('m'), asOf: 5_000 }],
    undefined,
    'subject',
  )
  await until(view, ({ rows }) => rows.length === 2)
  expect(view.get()).toMatchObject({ asOf: 5_000 })
  expect(view.get().isOfBefore).toBeUndefined()
  outbox.set([{ ...settled('n'), settled: false }])
  await until(view, ({ isOfBefore }) => isOfBefore === true)
  // Written at 0 by its author's clock: nothing on this screen is known to be younger.
  expect(view.get()).toMatchObject({ asOf: 0 })
  expect(ids(view)).toEqual(['m', 'n'])
  outbox.set([settled('n')])
  await until(view, ({ isOfBefore }) => isOfBefore !== true)
  stop()
})

test('C3 of a list only the row that it is about is of before, and the others are as new as the list', async () => {
  const { outbox, view, stop } = viewOver([command('n')], async () => [
    { ...kept('m'), asOf: 5_000 },
  ])
  await until(view, ({ rows }) => rows.length === 2)
  outbox.set([{ ...settled('n'), settled: false }])
  await until(view, ({ rows }) => rows.some((row) => row.ofBefore !== undefined))
  expect(view.get()).toMatchObject({ asOf: 5_000 })
  expect(view.get().isOfBefore).toBeUndefined()
  expect(view.get().rows.map((row) => [row.id, row.ofBefore])).toEqual([
    ['m', undefined],
    ['n', 0],
  ])
  stop()
})

test('an outbox that cannot be read is said, not waited for', async () => {
  const problem = source<Error | null>(null)
  const outbox = { ...source<readonly StoredCommand[] | null>(null), problem }
  const cache = {
    userId: 'u',
    organizationId: 'o',
    isClosed: () => false,
    reading: async () => ({ rows: [], receipt: null, cursor: null }),
  } as unknown as CacheStore
  const view = createLiveView({
    cache,
    outbox,
    opener: createOpener({} as OutboxStore),
    command: () => undefined,
    resource,
    params: {},
    offline: source(false),
    sending: source<ReadonlySet<string>>(new Set()),
    now: () => 0,
    later: () => () => undefined,
    report: (thrown) => {
      throw thrown
    },
  })
  const stop = view.subscribe(() => undefined)
  problem.set(new Error('gone'))
  expect(view.get()).toMatchObject({ ready: true, problem: { kind: 'unknown' } })
  stop()
})

test('with its store the keys go: what cannot be opened any more has not left the screen', async () => {
  let closed = false
  let asked = 0
  const { outbox, view, stop } = viewOver(
    [command('n')],
    async () => [],
    () => {
      asked += 1
      return closed
    },
  )
  await until(view, ({ rows }) => rows.length === 1)
  closed = true
  asked = 0
  outbox.set([{ ...command('n'), body: 'sealed anew' }])
  // It has been looked at, and what came of that has been shown.
  await expect.poll(() => asked).toBeGreaterThan(0)
  await turn()
  expect(ids(view)).toEqual(['n'])
  stop()
})

test('what was evicted, or lost with the database, stays on the screen until it is there again, and is asked for once', async () => {
  const outbox = source<readonly StoredCommand[] | null>([command('n')])
  const pulled = { scope: 'PATIENT:p', cursor: 'c1', gone: '', asOf: 7, checkedAt: 8 }
  let reading: object = { rows: [kept('k')], receipt: null, cursor: pulled }
  let asked = 0
  let readings = 0
  const view = createLiveView({
    cache: {
      userId: 'u',
      organizationId: 'o',
      isClosed: () => false,
      reading: async () => {
        readings += 1
        return reading
      },
      openRow: async (_table: string, row: StoredRow) => JSON.parse(row.body) as unknown,
    } as unknown as CacheStore,
    outbox: { ...outbox, problem: source<Error | null>(null) },
    command: () => undefined,
    resource,
    params: {},
    scope: 'PATIENT:p',
    offline: source(false),
    sending: source<ReadonlySet<string>>(new Set()),
    evicted: () => {
      asked += 1
    },
    opener: createOpener({
      openBody: async ({ id }: StoredCommand) => ({
        input: {},
        capturedAt: 0,
        changes: [{ resource: 'thing', kind: 'add', row: { ...note, id } }],
      }),
      openAnswer: async () => null,
    } as unknown as OutboxStore),
    now: () => 0,
    later: () => () => undefined,
    report: (thrown) => {
      throw thrown
    },
  })
  const stop = view.subscribe(() => undefined)
  await until(view, ({ rows }) => rows.length === 2)
  for (const cursor of [null, { ...pulled, cursor: '' }]) {
    reading = { rows: [], receipt: null, cursor }
    readings = 0
    // Each time a command is settled, the rows are read.
    outbox.set([settled('n')])
    await expect.poll(() => readings).toBeGreaterThan(0)
    await turn()
    outbox.set([settled('n'), command('m')])
    await until(view, ({ rows }) => rows.some(({ id }) => id === 'm'))
    expect(ids(view)).toEqual(['k', 'n', 'm'])
    expect(view.get().asOf).toBe(7)
  }
  expect(asked).toBe(1)
  reading = { rows: [kept('n')], receipt: null, cursor: { ...pulled, cursor: 'c2' } }
  outbox.set([settled('n')])
  await until(view, ({ rows }) => rows.length === 1)
  expect(ids(view)).toEqual(['n'])
  stop()
})

/**
 * Found by seed 3463: a store that was deleted came back with the battery, sealed under the key of
 * before, and said that nothing was missing.
 */
test('a row that no key opens is asked for once, reported, and shown once replaced; one that this version cannot read is only reported', async () => {
  const pulled = {
    scope: 'PATIENT:p',
    cursor: 'c1',
    gone: '',
    asOf: 7,
    checkedAt: 8,
    isWhole: true,
    building: null,
  }
  const outbox = source<readonly StoredCommand[] | null>([])
  const sealed = { ...kept('k'), body: 'of another key' }
  const strange = { ...kept('s'), body: JSON.stringify({ id: 's' }) }
  let rows: readonly StoredRow[] = [strange]
  let asked = 0
  let readings = 0
  const view = createLiveView({
    cache: {
      userId: 'u',
      organizationId: 'o',
      isClosed: () => false,
      reading: async () => {
        readings += 1
        return { rows, receipt: null, cursor: pulled }
      },
      openRow: async (_table: string, row: StoredRow) => {
        if (row.body === sealed.body) throw new ProblemError(problem('storage:unreadable'))
        return JSON.parse(row.body) as unknown
      },
    } as unknown as CacheStore,
    outbox: { ...outbox, problem: source<Error | null>(null) },
    command: () => undefined,
    resource,
    params: {},
    scope: 'PATIENT:p',
    offline: source(false),
    sending: source<ReadonlySet<string>>(new Set()),
    unopened: async () => {
      asked += 1
    },
    opener: createOpener({
      openBody: async () => ({ input: {}, capturedAt: 0, changes: [] }),
      openAnswer: async () => null,
    } as unknown as OutboxStore),
    now: () => 0,
    later: () => () => undefined,
    report: () => undefined,
  })
  const stop = view.subscribe(() => undefined)
  const readAgain = async (of: readonly StoredRow[]): Promise<void> => {
    rows = of
    readings = 0
    outbox.set([command('n')])
    await turn()
    outbox.set([settled('n')])
    await expect.poll(() => readings).toBeGreaterThan(0)
    await turn()
  }
  await until(view, ({ problem: said }) => said !== null)
  expect(asked).toBe(0)
  await readAgain([sealed])
  await readAgain([{ ...sealed, revision: 2 }])
  expect([asked, ids(view), view.get().problem?.kind]).toEqual([1, [], 'storage'])
  // Found by seed 173: a list without the rows that could not be opened said that it was all there is.
  expect(view.get().heldFrom).toBe(null)
  await readAgain([kept('k')])
  expect([asked, ids(view), view.get().problem]).toEqual([1, ['k'], null])
  expect(view.get().heldFrom).toBe(-Infinity)
  stop()
})
