import '../flow/browser-globals'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { source, type Resource } from '../../src/data/kit'
import { createOpener, createView } from '../../src/data/sync'
import type { CacheStore, OutboxStore, StoredCommand, StoredRow } from '../../src/platform/store'
import { until } from '../flow/ward-tablet'

interface Row { readonly id: string; readonly revision: number; readonly text: string }
const resource = {
  kind: 'resource', name: 'thing', table: 'note', document: { name: 'Thing', operation: 'query', text: '' }, staleAfterMs: 60_000,
  row: (value: unknown) => z.object({ id: z.string(), revision: z.number(), text: z.string() }).parse(value),
  index: () => ({ patientId: 'p', at: 0 }),
  select: () => ({ by: 'all' }),
  arrange: (rows: readonly Row[]) => ({ rows, total: rows.length, arrangedBy: 'server' }),
  keepReceipt: () => true, gone: () => [], olderParams: () => null,
} as unknown as Resource<Record<string, never>, Row>

test('a command that settles between the two reads of a view is seen in one of them', async () => {
  const note: Row = { id: 'n', revision: 0, text: 'Slept well' }
  let settled = false
  let reads = 0
  // The first of the two reads sees the world before the command settles, the second the world after, whichever they are.
  const read = async <Value>(value: () => Value): Promise<Value> => {
    const seen = value()
    reads += 1
    if (reads === 1) settled = true
    return seen
  }
  const command: StoredCommand = {
    id: 'n', author: 'u', organization: 'o', lane: 'p', n: 1, op: 'add', opVersion: 1, capturedAt: 0, sessionId: '', sealed: '', signature: '', state: 'WAITING', tries: 0,
    unsure: false, epoch: null, acceptedAt: null, settled: false, code: null, body: '', answer: null,
  }
  const kept: StoredRow = { id: 'n', patientId: 'p', at: 0, asOf: 0, revision: 1, body: JSON.stringify({ ...note, revision: 1 }) }
  const outbox = {
    of: () => read(() => settled ? [] : [command]),
    openBody: async () => ({ input: {}, capturedAt: 0, changes: [{ resource: 'thing', kind: 'add', row: note }] }),
    openAnswer: async () => null,
  } as unknown as OutboxStore
  const cache = {
    userId: 'u', organizationId: 'o', isClosed: () => false,
    rows: () => read(() => settled ? [kept] : []),
    receipt: async () => null,
    openRow: async (_table: string, row: StoredRow) => JSON.parse(row.body) as unknown,
  } as unknown as CacheStore
  const view = createView({
    cache, outbox, opener: createOpener(outbox), resource, params: {}, offline: source(false), sending: source<ReadonlySet<string>>(new Set()), now: () => 0, salt: '',
    later: () => () => undefined, report: (thrown) => { throw thrown },
  })
  const state = await until(view, ({ ready }) => ready)
  expect(reads).toBe(2)
  expect(state.rows.map(({ text }) => text)).toEqual(['Slept well'])
})
