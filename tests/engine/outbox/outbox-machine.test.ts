import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isForPerson,
  isOpen,
  mayBeDone,
  next,
  previousOf,
  retainedMs,
  stuckAfterMs,
  stuckCode,
  type Entry,
  type OutboxEvent,
} from '../../../src/engine/outbox/outbox-machine'

const written: Entry = {
  id: 'a',
  lane: 'p',
  n: 1,
  state: 'WAITING',
  tries: 0,
  unsure: false,
  epoch: null,
  acceptedAt: null,
  settled: false,
  code: null,
}
const epochs = fc.constantFrom('e1', 'e2', 'e3')
const times = fc.integer({ min: 0, max: 3 * retainedMs })
const events: fc.Arbitrary<OutboxEvent> = fc.oneof(
  fc.constantFrom<OutboxEvent>(
    { kind: 'sending' },
    { kind: 'unauthorized' },
    { kind: 'settled' },
    { kind: 'discarded' },
    { kind: 'told' },
    { kind: 'retried' },
  ),
  fc.record({ kind: fc.constant('not-stored' as const), attempt: fc.integer({ min: 0, max: 3 }) }),
  fc.record({
    kind: fc.constant('upgrade' as const),
    code: fc.constant('UNKNOWN_OP'),
    attempt: fc.option(fc.integer({ min: 0, max: 3 })),
  }),
  fc.record({ kind: fc.constantFrom('failed' as const, 'clock' as const), now: times }),
  fc.record({
    kind: fc.constant('applied' as const),
    epoch: epochs,
    now: times,
    settled: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('refused' as const),
    as: fc.constantFrom('CONFLICT' as const, 'REJECTED' as const),
    epoch: epochs,
    code: fc.constant('FORBIDDEN'),
  }),
  fc.record({ kind: fc.constant('hello' as const), epoch: epochs }),
  fc.record({ kind: fc.constant('aged' as const), now: times }),
)
/** Every step of a life: from, what happened, to. */
const lived = (begin: Entry, happened: readonly OutboxEvent[]) => {
  const steps: {
    readonly from: Entry
    readonly event: OutboxEvent
    readonly to: Entry | 'gone'
  }[] = []
  let now: Entry | 'gone' = begin
  for (const event of happened) {
    if (now === 'gone') break
    const to: Entry | 'gone' = next(now, event)
    steps.push({ from: now, event, to })
    now = to
  }
  return steps
}
/** As written, with and without an end of its time. */
const begins = fc.constantFrom<Entry>(written, { ...written, expiresAt: retainedMs })
const always = (isTrue: (step: ReturnType<typeof lived>[number]) => boolean): void => {
  fc.assert(
    fc.property(begins, fc.array(events, { maxLength: 40 }), (begin, happened) => {
      for (const step of lived(begin, happened)) expect(isTrue(step)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
}

describe('the outbox', () => {
  test('lets a command go only after it was accepted and kept seven days, or when the server knows that a person gave it up', () => {
    always(
      ({ from, event, to }) =>
        to !== 'gone' ||
        (event.kind === 'aged' &&
          from.state === 'ACCEPTED' &&
          event.now - (from.acceptedAt ?? Infinity) > retainedMs) ||
        (event.kind === 'told' && from.state === 'DISCARDED'),
    )
  })

  test("C7 gives up only what waited for a person or was surely not sent, and only by a person's word", () => {
    always(
      ({ from, event, to }) =>
        to === 'gone' ||
        to.state !== 'DISCARDED' ||
        from.state === 'DISCARDED' ||
        (event.kind === 'discarded' &&
          (['REJECTED', 'CONFLICT', 'EXPIRED'].includes(from.state) ||
            (isOpen(from.state) && !from.unsure))),
    )
  })

  test('leaves what waits for a person to them: nothing else moves it but the news of what became of it after all', () => {
    always(
      ({ from, event, to }) =>
        !isForPerson(from.state) ||
        ['discarded', 'applied'].includes(event.kind) ||
        (event.kind === 'retried' && (mayBeDone(from) || from.state === 'EXPIRED')) ||
        (event.kind === 'refused' && mayBeDone(from)) ||
        to === from,
    )
  })

  test('C7 what waits and was not sent is taken back; what may be with the server is not', () => {
    expect(next(written, { kind: 'discarded' })).toMatchObject({ state: 'DISCARDED' })
    const sent = { ...written, tries: 1, unsure: true }
    expect(next(sent, { kind: 'discarded' })).toBe(sent)
    const accepted: Entry = { ...written, state: 'ACCEPTED' }
    expect(next(accepted, { kind: 'discarded' })).toBe(accepted)
  })

  test('takes an accepted one back only where the database lives another life', () => {
    always(
      ({ from, event, to }) =>
        from.state !== 'ACCEPTED' ||
        to === 'gone' ||
        to.state === 'ACCEPTED' ||
        (event.kind === 'hello' && event.epoch !== from.epoch),
    )
  })

  test('is unsure only while it was sent and nothing was heard for good, or was done in another life of the database', () => {
    always(
      ({ from, event, to }) =>
        to === 'gone' ||
        !to.unsure ||
        ((to.tries > 0 || from.unsure || from.state === 'ACCEPTED') &&
          (isOpen(to.state) || mayBeDone(to) || to.state === 'DISCARDED') &&
          (event.kind !== 'not-stored' || !isOpen(from.state) || event.attempt !== from.tries)),
    )
  })

  test('believes that nothing was kept of the last attempt alone, and where that is not known stays unsure', () => {
    const sent = { ...written, tries: 2, unsure: true }
    expect(next(sent, { kind: 'not-stored', attempt: 1 })).toBe(sent)
    expect(next(sent, { kind: 'not-stored', attempt: 2 })).toMatchObject({ unsure: false })
    expect(next(sent, { kind: 'upgrade', code: 'UNKNOWN_OP', attempt: null })).toMatchObject({
      state: 'HELD_UPGRADE',
      unsure: true,
    })
    expect(next(sent, { kind: 'upgrade', code: 'UNKNOWN_OP', attempt: 1 })).toMatchObject({
      state: 'HELD_UPGRADE',
      unsure: true,
    })
    expect(next(sent, { kind: 'upgrade', code: 'UNKNOWN_OP', attempt: 2 })).toMatchObject({
      state: 'HELD_UPGRADE',
      unsure: false,
    })
  })

  test('does not know of what was accepted before a restore whether the restored database has it', () => {
    expect(
      next(
        { ...written, tries: 1, state: 'ACCEPTED', epoch: 'e1', acceptedAt: 900 },
        { kind: 'hello', epoch: 'e2' },
      ),
    ).toMatchObject({ state: 'WAITING', unsure: true })
  })

  test('never changes what names a command, and never counts tries down', () => {
    always(
      ({ from, to }) =>
        to === 'gone' ||
        (to.id === from.id && to.lane === from.lane && to.n === from.n && to.tries >= from.tries),
    )
  })

  test('holds what this server does not know, and what nobody may send, until a hello', () => {
    const held = ['HELD_UPGRADE', 'HELD_AUTH']
    always(
      ({ from, event, to }) =>
        to === 'gone' ||
        !held.includes(from.state) ||
        held.includes(to.state) ||
        ['hello', 'sending', 'applied', 'refused', 'failed', 'clock', 'discarded'].includes(
          event.kind,
        ),
    )
    expect(
      next({ ...written, state: 'HELD_UPGRADE' }, { kind: 'hello', epoch: 'e1' }),
    ).toMatchObject({ state: 'WAITING' })
  })

  test('asks a person about what was not sent in its time, never before and never about what has no end', () => {
    always(
      ({ from, to }) =>
        to === 'gone' ||
        to.state !== 'EXPIRED' ||
        from.state === 'EXPIRED' ||
        from.expiresAt != null,
    )
    const timed = { ...written, expiresAt: 1_000 }
    expect(next(timed, { kind: 'clock', now: 1_000 })).toBe(timed)
    expect(next(timed, { kind: 'clock', now: 1_001 })).toMatchObject({
      state: 'EXPIRED',
      code: 'EXPIRED',
    })
    expect(next(written, { kind: 'clock', now: Infinity })).toBe(written)
  })

  test("takes the server's refusal of what nobody knew of, and of nothing else that waits for a person", () => {
    const refusal = { kind: 'refused', as: 'REJECTED', epoch: 'e1', code: 'FORBIDDEN' } as const
    for (const stuck of [
      { ...written, state: 'REJECTED', code: stuckCode, unsure: true },
      { ...written, state: 'EXPIRED', code: 'EXPIRED', unsure: true },
    ] satisfies Entry[]) {
      expect(next(stuck, refusal)).toMatchObject({
        state: 'REJECTED',
        code: 'FORBIDDEN',
        unsure: false,
      })
    }
    const expired: Entry = { ...written, state: 'EXPIRED', code: 'EXPIRED' }
    expect(next(expired, refusal)).toBe(expired)
  })

  test('does not let the time run again for what a restored database has lost: it was done once, in its time', () => {
    const done = {
      ...written,
      tries: 1,
      expiresAt: 1_000,
      state: 'ACCEPTED' as const,
      epoch: 'e1',
      acceptedAt: 900,
    }
    const again = next(done, { kind: 'hello', epoch: 'e2' })
    expect(again).toMatchObject({ state: 'WAITING', expiresAt: null })
  })

  test('counts what the server itself failed at: five times, or two minutes, and a person is asked', () => {
    const fail = (entry: Entry, now: number): Entry => next(entry, { kind: 'failed', now }) as Entry
    const four = [1, 2, 3, 4].reduce((entry, now) => fail(entry, now), written)
    expect(four).toMatchObject({ state: 'WAITING', failures: 4, failingSince: 1 })
    expect(fail(four, 5)).toMatchObject({ state: 'REJECTED', code: stuckCode })
    expect(fail(fail(written, 0), stuckAfterMs)).toMatchObject({
      state: 'REJECTED',
      code: stuckCode,
    })
  })
})

describe('the command before', () => {
  const held = (id: string, n: number, over: Partial<Entry> = {}): Entry => ({
    ...written,
    id,
    n,
    ...over,
  })
  test('is the nearest of the lane that this device holds', () => {
    const all = [
      held('a', 1),
      held('b', 2, { state: 'ACCEPTED', epoch: 'e1' }),
      held('c', 3),
      held('x', 2, { lane: 'q' }),
    ]
    expect(previousOf(held('c', 3), all, 'e1')).toBe('b')
    expect(previousOf(held('a', 1), all, 'e1')).toBe(null)
  })

  test('is none that a restored server may never have heard of', () => {
    const all = [
      held('a', 1, { state: 'ACCEPTED', epoch: 'e1' }),
      held('b', 2, { state: 'REJECTED', epoch: 'e1', code: 'FORBIDDEN' }),
      held('c', 3),
    ]
    expect(previousOf(held('c', 3), all, 'e1')).toBe('b')
    expect(previousOf(held('c', 3), all, 'e2')).toBe('a')
  })

  test('is none that a person was asked about before it was ever sent', () => {
    expect(
      previousOf(
        held('c', 3),
        [held('a', 1), held('b', 2, { state: 'EXPIRED', code: 'EXPIRED' })],
        'e1',
      ),
    ).toBe('a')
  })

  test('is none that was refused without being remembered', () => {
    expect(
      previousOf(
        held('b', 2),
        [held('a', 1, { state: 'REJECTED', epoch: 'e1', code: 'SIGNATURE' })],
        'e1',
      ),
    ).toBe(null)
  })
})
