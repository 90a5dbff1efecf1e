import '../../flow/browser-globals'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createDrafts,
  keepDraftsMs,
  openDrafts,
  type DraftStore,
} from '../../../src/engine/drafts/drafts'
import { readFields, writeFields } from '../../../src/engine/drafts/form-draft'
import { jsonCodec, openCache, type CacheStore, type PulledAnswer } from '../../../src/engine/store'
import { until } from '../../flow/ward-tablet'
import { manualClock } from '../manual-clock'
import { tables } from '../../../src/data/tables'
import type { Device } from '../../../src/platform/device'

const start = Date.parse('2026-03-02T08:00:00Z')
let environment: {
  readonly codec: typeof jsonCodec
  readonly indexedDB: IDBFactory
  readonly IDBKeyRange: typeof IDBKeyRange
}
let store: DraftStore
let cache: CacheStore
let reports: string[]
beforeEach(async () => {
  environment = { codec: jsonCodec, indexedDB: new IDBFactory(), IDBKeyRange }
  store = openDrafts(environment)
  cache = await openCache({ ...environment, tables }, 'nurse', 'riverside')
  reports = []
})
afterEach(() => {
  store.close()
  cache.close()
})

/** The tabs' lock: one after the other, in the order in which they asked. */
let turn: Promise<void> = Promise.resolve()
const oneAtATime: Device['exclusively'] = (_name, work) =>
  (turn = turn.then(() => work(new AbortController().signal)))

const open = (
  over: { readonly store?: DraftStore; readonly clock?: ReturnType<typeof manualClock> } = {},
) =>
  createDrafts({
    store: over.store ?? store,
    owner: () => cache,
    clock: over.clock ?? manualClock(start),
    exclusively: oneAtATime,
    report: (thrown, where) => reports.push(`${where} ${String(thrown)}`),
  })
const revoked = (subjectId: string): PulledAnswer => ({
  asOf: start,
  checkedAt: start,
  patches: [],
  reset: [],
  noteAfterMs: 0,
  ended: [{ scope: `PATIENT:${subjectId}`, subjectId, reason: 'REVOKED' }],
})

describe('a draft that two tabs have open', () => {
  test('is worked on by one of them; the other waits, and goes on with what that one wrote', async () => {
    const [first, second] = [open().of('sheet'), open().of('sheet')]
    await until(second, ({ ready }) => ready)
    const order: string[] = []
    let end: () => void = () => undefined
    const held = first.alone(async () => {
      order.push('first')
      await new Promise<void>((resolve) => (end = resolve))
      first.set('row 1 is sent')
      order.push('first ends')
    })
    const next = second.alone(async () => void order.push(`second: ${second.get().text}`))
    await until(first, ({ ready }) => ready)
    await expect.poll(() => order).toEqual(['first'])
    expect(second.get().text).toBe('')
    end()
    await Promise.all([held, next])
    expect(order).toEqual(['first', 'first ends', 'second: row 1 is sent'])
  })

  test('keeps what is typed here and not written yet', async () => {
    const [first, second] = [open().of('sheet'), open().of('sheet')]
    await Promise.all([until(first, ({ ready }) => ready), until(second, ({ ready }) => ready)])
    second.set('typed here')
    await first.alone(async () => first.set('of the other'))
    await second.alone(async () => undefined)
    expect([second.get().text, await store.read(cache, 'sheet')]).toEqual([
      'typed here',
      'typed here',
    ])
  })

  test('is given on where the work of one failed', async () => {
    const [first, second] = [open().of('sheet'), open().of('sheet')]
    await expect(first.alone(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    turn = Promise.resolve()
    let was = false
    await second.alone(async () => void (was = true))
    expect(was).toBe(true)
  })
})

describe('drafts', () => {
  test('name the forms in which their user typed and did not send, also those that are not on the screen', async () => {
    const first = open()
    first.of('handover p1').set('Situation')
    first.of('note p2').set('half a sentence')
    await first.flush()
    await store.keep({ userId: 'other', organizationId: 'riverside' }, 'note p3', 'theirs', start)
    await store.keep({ userId: 'nurse', organizationId: 'harbour' }, 'chat p4', 'elsewhere', start)
    const drafts = open()
    drafts.of('note p2').set('')
    // Not written yet.
    drafts.of('refer p5').set('half a form')
    expect((await drafts.typed()).toSorted()).toEqual(['chat p4', 'handover p1', 'refer p5'])
    await drafts.forgetUser('nurse')
    expect(await open().typed()).toEqual([])
  })

  test("about a patient who is no longer the user's go when the store learns of it, on the screen and on the device; others stay", async () => {
    const drafts = open()
    for (const key of ['note p1', 'note p2', 'profile']) drafts.of(key).set('half a sentence')
    await drafts.flush()
    const stop = drafts.follow(cache)
    await cache.applyPull(revoked('p1'), new Map())
    await until(drafts.of('note p1'), ({ text }) => text === '')
    await expect.poll(() => store.read(cache, 'note p1')).toBeNull()
    expect([await store.read(cache, 'note p2'), await store.read(cache, 'profile')]).toEqual([
      'half a sentence',
      'half a sentence',
    ])
    stop()
  })

  test('of such a patient are deleted at the next start when the page died in between', async () => {
    const first = open()
    first.of('note p1').set('half a sentence')
    await first.flush()
    await cache.applyPull(revoked('p1'), new Map())
    expect(await store.read(cache, 'note p1')).toBe('half a sentence')
    const stop = open().follow(cache)
    await expect.poll(() => store.read(cache, 'note p1')).toBeNull()
    stop()
  })

  test('keep whom they are about as the form showed them when the first words were typed, over a reload', async () => {
    const seen = {
      name: 'Ada Byron',
      birthDate: '1944-03-02',
      identifierLast4: '5919',
      revision: 3,
    }
    const first = open()
    const form = first.of('note p1')
    form.set('half', seen)
    form.set('half a sentence', { ...seen, name: 'Somebody Else' })
    await first.flush()
    const later = open().of('note p1')
    await until(later, ({ kept }) => kept)
    expect(later.get()).toMatchObject({ text: 'half a sentence', seen })
    later.set('')
    later.set('anew', { ...seen, name: 'Somebody Else' })
    expect(later.get().seen?.name).toBe('Somebody Else')
  })

  test('nobody came back to go after 30 days', async () => {
    await store.keep(cache, 'note p1', 'old', start - 1)
    await store.keep(cache, 'note p2', 'not so old', start)
    await open({ clock: manualClock(start + keepDraftsMs) }).start()
    expect([await store.read(cache, 'note p1'), await store.read(cache, 'note p2')]).toEqual([
      null,
      'not so old',
    ])
  })

  test('are said to be typed while a form on the screen holds words, and not once it is sent or left', async () => {
    const drafts = open()
    const form = drafts.of('note p1')
    const leave = form.subscribe(() => undefined)
    expect(drafts.typing.get()).toBe(false)
    form.set('half')
    expect(drafts.typing.get()).toBe(true)
    form.set('')
    expect(drafts.typing.get()).toBe(false)
    form.set('half')
    leave()
    expect(drafts.typing.get()).toBe(false)
    await drafts.flush()
  })

  test('on the screen that are nowhere but in the page are known as such until the device has them', async () => {
    let isFull = true
    const drafts = open({
      store: {
        ...store,
        keep: (...given) => (isFull ? Promise.reject(new Error('no room')) : store.keep(...given)),
      },
    })
    const draft = drafts.of('note p1')
    const end = draft.subscribe(() => undefined)
    expect(drafts.unkept()).toBe(false)
    draft.set('half a sentence')
    await drafts.flush()
    expect(drafts.unkept()).toBe(true)
    isFull = false
    draft.set('half a sentence, on')
    await drafts.flush()
    expect(drafts.unkept()).toBe(false)
    end()
  })

  test('that cannot be kept or read stay in the page, and it is reported', async () => {
    const refuse = () => Promise.reject(new Error('no room'))
    const drafts = open({ store: { ...store, read: refuse, keep: refuse } })
    const form = drafts.of('note p1')
    await until(form, ({ ready }) => ready)
    form.set('half a sentence')
    await drafts.flush()
    expect(form.get()).toEqual({ ready: true, text: 'half a sentence', kept: false, seen: null })
    expect(reports).toEqual(['draft Error: no room', 'draft Error: no room'])
  })
})

test('a form keeps what differs from what it was before, and takes back only fields that it has, of their kind', () => {
  const before = { firstName: 'Ada', about: false }
  expect(writeFields(before, before)).toBe('')
  const kept = writeFields({ firstName: 'Adaline', about: true }, before)
  expect(readFields(kept, before)).toEqual({ firstName: 'Adaline', about: true })
  expect(readFields(kept, { firstName: 'Ada' })).toEqual({ firstName: 'Adaline' })
  expect(readFields('{"firstName":7,"other":"x"}', before)).toEqual({})
  expect(readFields('plain words of an older form', before)).toEqual({})
})
