import { expect, test } from 'vitest'
import { evictionOrder, makeRoom } from '../../../src/engine/store/eviction'
import type { CacheStore, StoredCursor } from '../../../src/engine/store'

const now = 100 * 60_000
const cursor = (id: string, over: Partial<StoredCursor> = {}): StoredCursor => ({
  scope: `PATIENT:${id}`,
  subjectId: id,
  cursor: 'c',
  asOf: 1_000,
  checkedAt: 0,
  isWhole: true,
  gone: '',
  dueAt: 0,
  building: null,
  ...over,
})
const nobody = { shown: new Set<string>(), watched: new Set<string>(), now, onlyUnopened: false }

test('patients neither opened nor watched are deleted first, then those opened longest ago, watched ones last; what is on the screen stays', () => {
  const cursors = [
    cursor('opened lately', { usedAt: now - 30 * 60_000 }),
    cursor('watched'),
    cursor('opened long ago', { usedAt: 5 }),
    cursor('never opened', { asOf: 2_000 }),
    cursor('never opened, older'),
    cursor('shown', { usedAt: 3 }),
    cursor('just looked at, perhaps in another tab', { usedAt: now - 60_000 }),
    cursor('watched and opened', { usedAt: 1 }),
  ]
  const order = evictionOrder(cursors, {
    ...nobody,
    shown: new Set(['PATIENT:shown']),
    watched: new Set(['watched', 'watched and opened']),
  })
  expect(order.map((scope) => scope.slice(8))).toEqual([
    'never opened, older',
    'never opened',
    'opened long ago',
    'opened lately',
    'watched',
    'watched and opened',
  ])
  expect(
    evictionOrder(cursors, {
      ...nobody,
      onlyUnopened: true,
      watched: new Set(['watched', 'watched and opened']),
    }).map((scope) => scope.slice(8)),
  ).toEqual(['never opened, older', 'never opened'])
})

test("the roster, the user's own scope, what was lost and what is not kept are not given up", () => {
  expect(
    evictionOrder(
      [
        cursor('', { scope: 'ROSTER:o' }),
        cursor('', { scope: 'ME:o' }),
        cursor('lost', { gone: 'REVOKED' }),
        cursor('unasked', { cursor: '' }),
      ],
      nobody,
    ),
  ).toEqual([])
  expect(
    evictionOrder([cursor('half built', { cursor: '', building: { cursor: 'b' } })], nobody),
  ).toEqual(['PATIENT:half built'])
})

const stand = (sizes: Readonly<Record<string, number>>, fails = false, windows = 0) => {
  const trimmed: number[] = []
  const evicted: string[] = []
  const deleted: string[] = []
  const reports: string[] = []
  const caches = [
    ['mine', 'nurse', 'here'],
    ['other', 'nurse', 'there'],
    ['locked', 'carer', 'here'],
  ].map(([name = '', userId = '', organizationId = '']) => ({ name, userId, organizationId }))
  const store = {
    name: 'mine',
    userId: 'nurse',
    organizationId: 'here',
    isClosed: () => false,
    cursors: () => Promise.resolve(Object.keys(sizes).map((id) => cursor(id))),
    trimSized: (most: number) => {
      trimmed.push(most)
      return Promise.resolve(windows)
    },
    evict: (scope: string) => {
      evicted.push(scope.slice(8))
      return fails ? Promise.reject(new Error('disk')) : Promise.resolve(sizes[scope.slice(8)] ?? 0)
    },
  } as unknown as CacheStore
  return {
    evicted,
    deleted,
    reports,
    trimmed,
    make: (over: { readonly store?: null } = {}) =>
      makeRoom({
        store: over.store === undefined ? store : null,
        circumstances: () => Promise.resolve(nobody),
        isReceipt: () => false,
        report: (_thrown, where) => reports.push(where),
        device: {
          caches: () => Promise.resolve(caches),
          deleteCaches: (isGoing) => {
            deleted.push(...caches.filter(isGoing).map(({ name }) => name))
            return Promise.resolve()
          },
        },
      }),
  }
}

test("no more is given up than is wanted; the user's other organisations before any patient of this one, nobody else's store", async () => {
  const { make, evicted, deleted } = stand({ a: 3_000_000, b: 2_000_000, c: 1_000_000 })
  expect(await make()).toBe(true)
  expect(evicted).toEqual(['a', 'b'])
  expect(deleted).toEqual(['other'])
})

test('a locked page gives up nothing, and a disk that cannot even delete is reported, not thrown', async () => {
  expect(await stand({ a: 1 }).make({ store: null })).toBe(false)
  const broken = stand({ a: 1 }, true)
  await expect(broken.make()).resolves.toBe(true)
  expect(broken.reports).toEqual(['room'])
})

test('windows of waveforms go before all else, and with nothing but them there was something', async () => {
  const { make, trimmed } = stand({ a: 3_000_000 }, true, 12)
  expect(await make()).toBe(true)
  expect(trimmed).toEqual([0])
})
