import '../flow/browser-globals'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { createWaveforms } from '../../src/data/waveform-windows'
import { encodeWaveform } from '../../src/domain/ecg/waveform-binary'
import { encodeWindow } from '../../src/domain/ecg/waveform-window'
import { createSender } from '../../src/platform/graphql'
import { jsonCodec, openCache, type CacheStore } from '../../src/engine/store'
import { manualClock } from '../engine/manual-clock'
import { tables } from '../../src/data/tables'

const t0 = Date.parse('2026-01-05T14:30:00.000Z')
const request = { patientId: 'p1', type: 'SingleECG', from: t0, to: t0 + 4000 } as const
const window = encodeWindow(request.from, request.to, [
  encodeWaveform({
    startedAt: t0,
    frequency: 250,
    samples: Array.from({ length: 1000 }, (_, index) => (index % 90) / 100),
  }),
])

let cache: CacheStore
beforeEach(async () => {
  cache = await openCache(
    { tables, codec: jsonCodec, indexedDB: new IDBFactory(), IDBKeyRange },
    'nurse',
    'riverside',
  )
})

/** The waveforms of that cache over a server that answers as it is told. */
const stand = (...answers: readonly (() => Response)[]) => {
  const asked: { readonly path: string; readonly known: string | undefined }[] = []
  const reports: unknown[] = []
  let now = t0
  const sender = createSender({
    url: 'https://ward.example/Prod/graphql',
    clock: manualClock(),
    random: () => 1,
    token: () => Promise.resolve('t'),
    organizationId: () => 'riverside',
    onUnauthorized: () => undefined,
    fetch: async (url, init) => {
      asked.push({
        path: new URL(url).pathname,
        known: new Headers(init.headers).get('If-None-Match') ?? undefined,
      })
      return (
        answers[Math.min(asked.length, answers.length) - 1] ??
        (() => new Response(null, { status: 404 }))
      )()
    },
  })
  return {
    asked,
    reports,
    at: (ms: number) => {
      now = ms
    },
    waveforms: createWaveforms({
      sender,
      cache: () => cache,
      now: () => now,
      report: (thrown) => reports.push(thrown),
    }),
  }
}
const answer = (tag: string) => () =>
  new Response(window.slice(), {
    headers: { ETag: `W/"${tag}"`, 'Content-Type': 'application/octet-stream' },
  })
const unchanged = () => new Response(null, { status: 304, headers: { ETag: 'W/"one"' } })

test('a window is kept as received; asked again with its tag, 304 says that it is unchanged, and its age starts again', async () => {
  const { asked, at, waveforms, reports } = stand(answer('one'), unchanged)
  expect(await waveforms.kept(request)).toBeNull()
  expect(await waveforms.ask(request, null)).toMatchObject({
    kind: 'done',
    value: { kind: 'window', answer: { asOf: t0, tag: 'one' } },
  })
  await vi.waitFor(
    async () => expect(await waveforms.kept(request)).toMatchObject({ asOf: t0, tag: 'one' }),
    30_000,
  )
  at(t0 + 60_000)
  expect(await waveforms.ask(request, 'one')).toEqual({
    kind: 'done',
    value: { kind: 'unchanged', asOf: t0 + 60_000 },
  })
  expect(asked).toEqual([
    { path: '/Prod/waveforms/p1/SingleECG', known: undefined },
    { path: '/Prod/waveforms/p1/SingleECG', known: 'W/"one"' },
  ])
  await vi.waitFor(
    async () =>
      expect(await waveforms.kept(request)).toMatchObject({ asOf: t0 + 60_000, tag: 'one' }),
    30_000,
  )
  const kept = await waveforms.kept(request)
  expect(kept?.form.kind === 'binary' && new Uint8Array(kept.form.bytes)).toEqual(window)
  expect(reports).toEqual([])
})

test('304 renews nothing that is kept under another name, nothing that is newer, and keeps nothing where nothing was kept', async () => {
  const { at, waveforms, reports } = stand(answer('one'), unchanged)
  const accepts = vi.spyOn(cache, 'accept')
  const opens = vi.spyOn(cache, 'openRow')
  const rows = vi.spyOn(cache, 'rows')
  await waveforms.ask(request, null)
  await vi.waitFor(
    async () => expect(await waveforms.kept(request)).toMatchObject({ asOf: t0 }),
    30_000,
  )
  at(t0 + 60_000)
  opens.mockClear()
  await waveforms.ask(request, 'another')
  await vi.waitFor(() => expect(opens).toHaveBeenCalled(), 30_000)
  at(t0)
  rows.mockClear()
  await waveforms.ask(request, 'one')
  await waveforms.ask({ ...request, patientId: 'p2' }, 'one')
  await vi.waitFor(() => expect(rows).toHaveBeenCalledTimes(2), 30_000)
  expect(await waveforms.kept(request)).toMatchObject({ asOf: t0, tag: 'one' })
  expect([
    accepts.mock.calls.length,
    await waveforms.kept({ ...request, patientId: 'p2' }),
    reports,
  ]).toEqual([1, null, []])
})

test('kept windows are deleted when there are too many, the oldest answers first, however often they are shown; no other kind is deleted', async () => {
  const keep = (id: string, asOf: number, length: number) =>
    cache.accept({
      table: 'waveform',
      asOf,
      rows: [
        {
          id,
          subjectId: 'p1',
          at: t0,
          revision: 0,
          value: { kind: 'binary', packed: 'x'.repeat(length), tag: null },
        },
      ],
    })
  const left = async () =>
    (await cache.rows('waveform', { by: 'all' })).map(({ id }) => id).toSorted()
  await keep('second', 2, 1000)
  await keep('first', 1, 1000)
  await keep('third', 3, 4000)
  await cache.accept({
    table: 'note',
    asOf: 0,
    rows: [{ id: 'n', subjectId: 'p1', at: 0, revision: 0, value: { text: 'x'.repeat(9000) } }],
  })
  expect([await cache.trimSized(10_000), await left()]).toEqual([0, ['first', 'second', 'third']])
  // 'first' was asked for again: it is the newest now.
  await keep('first', 4, 1000)
  expect([await cache.trimSized(5_500), await left()]).toEqual([1, ['first', 'third']])
  expect([await cache.trimSized(1_500), await left()]).toEqual([1, ['first']])
  expect([await cache.trimSized(0), await left()]).toEqual([1, []])
  expect(await cache.rows('note', { by: 'all' })).toHaveLength(1)
})

test('each window that is kept makes room: at most 200 million characters stay', async () => {
  const trims = vi.spyOn(cache, 'trimSized')
  await stand(answer('one')).waveforms.ask(request, null)
  await vi.waitFor(() => expect(trims).toHaveBeenCalledWith(200_000_000, ['waveform']), 30_000)
})
