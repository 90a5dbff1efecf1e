import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { next, previousOf, retainedMs, stuckCode, type Entry, type OutboxEvent } from '../../src/data/sync/outbox-machine'

const written: Entry = { id: 'a', lane: 'p', n: 1, state: 'WAITING', tries: 0, unsure: false, epoch: null, acceptedAt: null, settled: false, code: null }
const epochs = fc.constantFrom('e1', 'e2', 'e3')
const times = fc.integer({ min: 0, max: 3 * retainedMs })
const events: fc.Arbitrary<OutboxEvent> = fc.oneof(
  fc.constantFrom<OutboxEvent>({ kind: 'sending' }, { kind: 'not-stored' }, { kind: 'unauthorized' }, { kind: 'upgrade', code: 'UNKNOWN_OP' }, { kind: 'settled' }, { kind: 'discarded' }, { kind: 'stuck' }, { kind: 'retried' }),
  fc.record({ kind: fc.constant('applied' as const), epoch: epochs, now: times, settled: fc.boolean() }),
  fc.record({ kind: fc.constant('refused' as const), as: fc.constantFrom('CONFLICT' as const, 'REJECTED' as const), epoch: epochs, code: fc.constant('FORBIDDEN') }),
  fc.record({ kind: fc.constant('hello' as const), epoch: epochs }),
  fc.record({ kind: fc.constant('aged' as const), now: times }),
)
/** Every step of a life: from, what happened, to. */
const lived = (happened: readonly OutboxEvent[]) => {
  const steps: { readonly from: Entry; readonly event: OutboxEvent; readonly to: Entry | 'gone' }[] = []
  let now: Entry | 'gone' = written
  for (const event of happened) {
    if (now === 'gone') break
    const to: Entry | 'gone' = next(now, event)
    steps.push({ from: now, event, to })
    now = to
  }
  return steps
}
const always = (isTrue: (step: ReturnType<typeof lived>[number]) => boolean): void => {
  fc.assert(fc.property(fc.array(events, { maxLength: 40 }), (happened) => { for (const step of lived(happened)) expect(isTrue(step)).toBe(true) }), { numRuns: 2_000 })
}

describe('the outbox', () => {
  test('lets a command go only after it was accepted and kept seven days, or when a person gives a refused one up', () => {
    always(({ from, event, to }) => to !== 'gone'
      || (event.kind === 'aged' && from.state === 'ACCEPTED' && event.now - (from.acceptedAt ?? Infinity) > retainedMs)
      || (event.kind === 'discarded' && (from.state === 'REJECTED' || from.state === 'CONFLICT')))
  })

  test('leaves refused and conflicting ones to a person: nothing else moves them but the news that it was done after all', () => {
    always(({ from, event, to }) => (from.state !== 'REJECTED' && from.state !== 'CONFLICT') || event.kind === 'discarded' || event.kind === 'applied' || (event.kind === 'retried' && from.code === stuckCode) || to === from)
  })

  test('takes an accepted one back only where the database lives another life', () => {
    always(({ from, event, to }) => from.state !== 'ACCEPTED' || to === 'gone' || to.state === 'ACCEPTED' || (event.kind === 'hello' && event.epoch !== from.epoch))
  })

  test('is unsure exactly while it was sent and nothing was heard', () => {
    always(({ event, to }) => to === 'gone' || !to.unsure || (to.state !== 'ACCEPTED' && (to.state !== 'REJECTED' || to.code === stuckCode) && to.state !== 'CONFLICT' && to.tries > 0 && event.kind !== 'not-stored'))
  })

  test('never changes what names a command, and never counts tries down', () => {
    always(({ from, to }) => to === 'gone' || (to.id === from.id && to.lane === from.lane && to.n === from.n && to.tries >= from.tries))
  })

  test('holds what this server does not know, and what nobody may send, until a hello', () => {
    const held = ['HELD_UPGRADE', 'HELD_AUTH']
    always(({ from, event, to }) => to === 'gone' || !held.includes(from.state) || held.includes(to.state) || ['hello', 'sending', 'applied', 'refused', 'stuck'].includes(event.kind))
    expect(next({ ...written, state: 'HELD_UPGRADE' }, { kind: 'hello', epoch: 'e1' })).toMatchObject({ state: 'WAITING' })
  })
})

describe('the command before', () => {
  const held = (id: string, n: number, over: Partial<Entry> = {}): Entry => ({ ...written, id, n, ...over })
  test('is the nearest of the lane that this device holds', () => {
    const all = [held('a', 1), held('b', 2, { state: 'ACCEPTED', epoch: 'e1' }), held('c', 3), held('x', 2, { lane: 'q' })]
    expect(previousOf(held('c', 3), all, 'e1')).toBe('b')
    expect(previousOf(held('a', 1), all, 'e1')).toBe(null)
  })

  test('is none that a restored server may never have heard of', () => {
    const all = [held('a', 1, { state: 'ACCEPTED', epoch: 'e1' }), held('b', 2, { state: 'REJECTED', epoch: 'e1', code: 'FORBIDDEN' }), held('c', 3)]
    expect(previousOf(held('c', 3), all, 'e1')).toBe('b')
    expect(previousOf(held('c', 3), all, 'e2')).toBe('a')
  })

  test('is none that was refused without being remembered', () => {
    expect(previousOf(held('b', 2), [held('a', 1, { state: 'REJECTED', epoch: 'e1', code: 'SIGNATURE' })], 'e1')).toBe(null)
  })
})
