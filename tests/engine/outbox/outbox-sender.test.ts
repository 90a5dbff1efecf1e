import '../../flow/browser-globals'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createOutboxSender } from '../../../src/engine/outbox/outbox-sender'
import { next, stuckAfterTries } from '../../../src/engine/outbox/outbox-machine'
import type { Outcome, Verdict } from '../../../src/engine/outbox/push'
import { problem } from '../../../src/domain/problem'
import { jsonCodec, openOutbox, type StoredCommand } from '../../../src/engine/store'
import { manualClock } from '../manual-clock'

const open: { close(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

/**
 * A drain over a real outbox; what the server says is a list of answers per push, the last of which
 * stays.
 */
const stand = (indexedDB = new IDBFactory()) => {
  const outbox = openOutbox({ codec: jsonCodec, indexedDB, IDBKeyRange })
  open.push(outbox)
  const clock = manualClock()
  const pushed: (readonly string[])[] = []
  const asked: (readonly string[])[] = []
  const known = new Map<string, Outcome>()
  const told: string[] = []
  const settled: string[] = []
  const acked: string[] = []
  let canKeep: (id: string) => boolean = () => true
  let greeted = 0
  let author: string | null = 'nurse'
  let isIdle = false
  let needsSignIn: ReadonlySet<string> = new Set()
  let laterTold = 0
  let away = false
  let reach = (): Promise<void> => Promise.reject(new Error('no line'))
  let clockIsOff = 0
  let epoch: string | null = 'e'
  let answer: (row: StoredCommand) => Outcome = () => applied
  const renewHandshake = async (): Promise<void> => {
    await outbox.move('all', (row) => next(row, { kind: 'hello', epoch: epoch ?? '' }))
  }
  const outboxSender = createOutboxSender({
    outbox,
    clock: { ...clock, now: () => clock.now() + clockIsOff },
    random: () => 0.5,
    author: () => author,
    isIdle: () => isIdle,
    isMine: ({ author: of }) => of !== 'gone for good',
    mayBeAway: () => away,
    leader: { lead: (work) => work(new AbortController().signal) },
    settle: ({ id }) => {
      if (!canKeep(id)) return Promise.reject(new Error('The store is closed'))
      settled.push(id)
      return Promise.resolve()
    },
    server: {
      needsSignIn: () => needsSignIn,
      sendNotices: () => {
        laterTold += 1
        return Promise.resolve(false)
      },
      hasNotices: () => Promise.resolve(false),
      reach: () => reach(),
      deliver: async (rows): Promise<readonly Verdict[]> => {
        pushed.push(rows.map(({ id }) => id))
        const sent = await outbox.move(
          rows.map(({ id }) => id),
          (row) => next(row, { kind: 'sending' }),
        )
        return sent.map((row) => ({ row, outcome: answer(row) }))
      },
      outcomes: (rows) => {
        asked.push(rows.map(({ id }) => id))
        return Promise.resolve(
          rows.flatMap((row) => {
            const outcome = known.get(row.id)
            return outcome === undefined ? [] : [{ row, outcome }]
          }),
        )
      },
      discard: (rows) => {
        told.push(...rows.map(({ id }) => id))
        return away ? Promise.reject(new Error('no line')) : Promise.resolve()
      },
      ack: (ids) => {
        acked.push(...ids)
        return Promise.resolve()
      },
      epoch: () => Promise.resolve(epoch),
      renewHandshake: async () => {
        greeted += 1
        await renewHandshake()
      },
    },
    report: () => undefined,
  })
  open.push({ close: () => outboxSender.stop() })
  const states = async () =>
    Object.fromEntries((await outbox.all()).map(({ id, state }) => [id, state]))
  return {
    outbox,
    clock,
    outboxSender,
    pushed,
    asked,
    known,
    told,
    states,
    indexedDB,
    renewHandshake,
    write: async (id: string, lane: string, over: Partial<StoredCommand> = {}) =>
      outbox.add({
        id,
        lane,
        author: 'nurse',
        organization: 'o',
        n: await outbox.nextNumber(lane),
        op: 'x',
        opVersion: 1,
        capturedAt: clock.now(),
        sessionId: 's',
        seal: { sealed: 'c2VhbGVk', signature: 's' },
        value: { input: {}, capturedAt: clock.now(), changes: [] },
        isNext: true,
        ...over,
      }),
    says: (outcome: Outcome | ((row: StoredCommand) => Outcome)) => {
      answer = typeof outcome === 'function' ? outcome : () => outcome
    },
    restored: (as: string) => {
      epoch = as
    },
    keeps: (is: (id: string) => boolean) => {
      canKeep = is
    },
    settled,
    acked,
    greeted: () => greeted,
    goAway: (is: boolean) => {
      away = is
    },
    reaches: (does: () => Promise<void>) => {
      reach = does
    },
    corrects: (byMs: number) => {
      clockIsOff = byMs
    },
    /** Nobody is signed in from now on; `idle`: nor is anybody just signing in. */
    nobody: (idle: boolean, waits: readonly string[] = []) => {
      author = null
      isIdle = idle
      needsSignIn = new Set(waits)
    },
    laterTold: () => laterTold,
  }
}
const applied = { kind: 'accepted', epoch: 'e', settled: [] } as const satisfies Outcome
const busy: Outcome = { kind: 'again', isKept: false, problem: problem('server', 'OUT_OF_ORDER') }
const silence: Outcome = {
  kind: 'again',
  whole: true,
  problem: problem('network', 'Nothing came back'),
}
const failure: Outcome = {
  kind: 'again',
  problem: { ...problem('server', 'It broke'), byServer: true },
}
const minutes = 60_000

describe('the drain', () => {
  test('keeps what was accepted for a week by the server’s time: a clock a year ahead removes nothing before it is corrected', async () => {
    const { outboxSender, write, outbox, states, reaches, corrects } = stand()
    await write('a', 'p')
    await outboxSender.flush()
    expect(await states()).toEqual({ a: 'ACCEPTED' })
    corrects(365 * 24 * 60 * minutes)
    await outboxSender.flush()
    expect(await states()).toEqual({ a: 'ACCEPTED' })
    reaches(() => {
      corrects(6 * 24 * 60 * minutes)
      return Promise.resolve()
    })
    await outboxSender.flush()
    expect(await states()).toEqual({ a: 'ACCEPTED' })
    corrects(8 * 24 * 60 * minutes)
    reaches(() => Promise.resolve())
    await outboxSender.flush()
    expect(await outbox.all()).toEqual([])
  })

  test('keeps no longer than that what somebody wrote who does not come back', async () => {
    const { outboxSender, write, outbox, states, reaches, corrects } = stand()
    await write('a', 'p', { author: 'gone for good' })
    await outboxSender.flush()
    expect(await states()).toEqual({ a: 'ACCEPTED' })
    reaches(() => Promise.resolve())
    corrects(8 * 24 * 60 * minutes)
    await outboxSender.flush()
    expect(await outbox.all()).toEqual([])
  })

  test('sends many at once, and one that has to wait stops its own lane alone', async () => {
    const { outboxSender, write, says, pushed, states } = stand()
    for (const at of [1, 2, 3, 4])
      for (const lane of ['p', 'q', 'r']) await write(`${lane}${at}`, lane)
    says(({ lane }) => (lane === 'q' ? busy : applied))
    await outboxSender.flush()
    expect(pushed.map((ids) => ids.length)).toEqual([10, 1])
    expect(await states()).toMatchObject({
      p1: 'ACCEPTED',
      p4: 'ACCEPTED',
      q1: 'WAITING',
      q2: 'WAITING',
      q3: 'WAITING',
      q4: 'WAITING',
      r4: 'ACCEPTED',
    })
  })

  test('delivers while nobody is signed in, but not during a sign-in: nothing of an author’s is asked or told, and what waits for a sign-in blocks its lane', async () => {
    const { outboxSender, write, pushed, states, nobody, asked, told, laterTold, settled } = stand()
    for (const lane of ['p', 'q']) for (const at of [1, 2]) await write(`${lane}${at}`, lane)
    nobody(false)
    await outboxSender.flush()
    expect([pushed, laterTold()]).toEqual([[], 0])
    nobody(true, ['q1'])
    await outboxSender.flush()
    expect(pushed).toEqual([['p1', 'p2']])
    expect(await states()).toEqual({ p1: 'ACCEPTED', p2: 'ACCEPTED', q1: 'WAITING', q2: 'WAITING' })
    expect([asked, told, laterTold()]).toEqual([[], [], 1])
    expect(settled).toEqual(['p1', 'p2'])
  })

  test('has the patience that the server asks for', async () => {
    const { outboxSender, write, says, pushed, clock } = stand()
    await write('a', 'p')
    says({ ...busy, waitMs: 30_000 })
    await outboxSender.flush()
    says(applied)
    await clock.advance(29_000)
    expect(pushed).toHaveLength(1)
    await clock.advance(1_100)
    await outboxSender.flush()
    expect(pushed).toHaveLength(2)
  })

  test('never sends silently what was not sent in its time: the user is asked, connected or not, and the lane goes on', async () => {
    const { outboxSender, write, states, clock, pushed, goAway } = stand()
    goAway(true)
    await write('timed', 'p', { expiresAt: clock.now() + 15 * minutes })
    await write('later', 'p')
    await outboxSender.flush()
    expect(await states()).toEqual({ timed: 'WAITING', later: 'WAITING' })
    await clock.advance(15 * minutes + 1_000)
    await outboxSender.flush()
    expect(await states()).toEqual({ timed: 'EXPIRED', later: 'WAITING' })
    goAway(false)
    await outboxSender.flush()
    expect(await states()).toEqual({ timed: 'EXPIRED', later: 'ACCEPTED' })
    expect(pushed).toEqual([['later']])
  })

  test('looks at the time again when the server was heard: what was written under a slow clock is not sent late', async () => {
    const { outboxSender, write, states, clock, pushed, goAway, reaches, corrects } = stand()
    goAway(true)
    await write('timed', 'p', { expiresAt: clock.now() + 15 * minutes })
    await write('later', 'p')
    reaches(() => {
      corrects(16 * minutes)
      return Promise.resolve()
    })
    await outboxSender.flush()
    expect(await states()).toEqual({ timed: 'EXPIRED', later: 'ACCEPTED' })
    expect(pushed).toEqual([['later']])
  })

  test('keeps the doubt about one that the server did not surely forget, and asks before it is sent again', async () => {
    const { outboxSender, write, says, outbox, known, pushed } = stand()
    await write('busy', 'p')
    await write('held', 'q')
    says(({ id }) =>
      id === 'busy'
        ? { kind: 'again', problem: problem('server', 'BUSY') }
        : { kind: 'held', as: 'upgrade', code: 'NEW_CODE', problem: problem('unknown', 'Waits') },
    )
    await outboxSender.flush()
    expect(await outbox.all()).toMatchObject([
      { state: 'WAITING', unsure: true },
      { state: 'HELD_UPGRADE', unsure: true },
    ])
    known.set('busy', applied)
    await outboxSender.flush()
    expect(await outbox.all()).toMatchObject([
      { state: 'ACCEPTED', unsure: false },
      { state: 'HELD_UPGRADE', unsure: true },
    ])
    expect(pushed).toEqual([['busy', 'held']])
  })

  test('asks what became of one that was sent without an answer before its time was over: done is done', async () => {
    const { outboxSender, write, states, clock, says, known, asked, pushed } = stand()
    await write('heard', 'p', { expiresAt: clock.now() + minutes })
    await write('lost', 'q', { expiresAt: clock.now() + minutes })
    says(silence)
    await outboxSender.flush()
    known.set('heard', applied)
    await clock.advance(2 * minutes)
    await outboxSender.flush()
    expect(asked.flat()).toEqual(expect.arrayContaining(['heard', 'lost']))
    expect(await states()).toEqual({ heard: 'ACCEPTED', lost: 'EXPIRED' })
    const before = pushed.length
    await outboxSender.flush()
    expect(pushed).toHaveLength(before)
  })

  test('an answer of the life before, which comes after the hello of the next one, is not taken for the last word', async () => {
    const { outboxSender, write, says, states, pushed, restored, outbox } = stand()
    await write('a', 'p')
    await write('b', 'p')
    says(({ id }) => {
      // The server was restored and another tab said hello while this answer was on its way.
      if (id === 'a' && pushed.length === 1) restored('later')
      return pushed.length === 1 ? applied : { ...applied, epoch: 'later' }
    })
    await outboxSender.flush()
    expect(await states()).toEqual({ a: 'WAITING', b: 'WAITING' })
    await outboxSender.flush()
    expect(pushed).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
    expect(await outbox.all()).toMatchObject([
      { state: 'ACCEPTED', epoch: 'later' },
      { state: 'ACCEPTED', epoch: 'later' },
    ])
  })

  test('what the store could not keep is with the server, blocks no lane, and is kept as soon as the store can, whatever else fails', async () => {
    const { outboxSender, write, pushed, known, keeps, clock, settled, acked, outbox } = stand()
    for (const id of ['a', 'b', 'c']) await write(id, 'p')
    for (const id of ['a', 'b', 'c']) known.set(id, applied)
    keeps(() => false)
    await outboxSender.flush()
    expect(pushed).toEqual([['a', 'b', 'c']])
    expect(await outbox.all()).toMatchObject([
      { state: 'ACCEPTED', settled: false },
      { state: 'ACCEPTED', settled: false },
      { state: 'ACCEPTED', settled: false },
    ])
    expect(acked).toEqual([])
    keeps((id) => id !== 'a')
    await clock.advance(minutes)
    await outboxSender.flush()
    expect(await outbox.all()).toMatchObject([
      { id: 'a', settled: false },
      { id: 'b', settled: true },
      { id: 'c', settled: true },
    ])
    keeps(() => true)
    await clock.advance(minutes)
    await outboxSender.flush()
    expect(await outbox.all()).toMatchObject([
      { id: 'a', settled: true },
      { settled: true },
      { settled: true },
    ])
    expect(settled.toSorted()).toEqual(['a', 'b', 'c'])
    expect(pushed).toHaveLength(1)
  })

  test('asks again for a kept answer that the outbox could not record: it would stay overlaid as long as the page is open', async () => {
    const { outboxSender, write, keeps, known, asked, settled, outbox, clock } = stand()
    await write('a', 'p')
    keeps(() => false)
    await outboxSender.flush()
    keeps(() => true)
    known.set('a', applied)
    const moveEach = outbox.moveEach.bind(outbox)
    const full = vi
      .spyOn(outbox, 'moveEach')
      .mockRejectedValueOnce(new Error('The disk is full'))
      .mockImplementation(moveEach)
    await outboxSender.flush()
    expect([full.mock.calls.length, settled, (await outbox.all())[0]?.settled]).toEqual([
      1,
      ['a'],
      false,
    ])
    await clock.advance(minutes)
    await outboxSender.flush()
    expect(asked).toEqual([['a'], ['a']])
    expect((await outbox.all())[0]?.settled).toBe(true)
  })

  test('asks again, in growing pauses, for an answer that this version cannot read, until it can', async () => {
    const { outboxSender, write, says, known, asked, clock, outbox, settled } = stand()
    const unreadable: Outcome = { kind: 'accepted', epoch: 'e', settled: null }
    await write('a', 'p')
    says(unreadable)
    known.set('a', unreadable)
    await outboxSender.flush()
    await outboxSender.flush()
    expect(asked).toEqual([['a']])
    // 60 s later, then 120 s after that: nobody presses anything.
    const pass = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) await clock.advance(1_000)
    }
    await pass(55)
    expect(asked).toHaveLength(1)
    await pass(10)
    expect(asked).toHaveLength(2)
    await pass(100)
    expect(asked).toHaveLength(2)
    known.set('a', applied)
    await pass(30)
    expect(asked).toHaveLength(3)
    expect(settled).toEqual(['a'])
    expect((await outbox.all())[0]?.settled).toBe(true)
    await pass(600)
    expect(asked).toHaveLength(3)
  })

  test('asks once more for what was kept before a restore and could not be kept after it', async () => {
    const {
      outboxSender,
      write,
      says,
      keeps,
      known,
      asked,
      outbox,
      clock,
      restored,
      renewHandshake,
    } = stand()
    await write('a', 'p')
    keeps(() => false)
    await outboxSender.flush()
    keeps(() => true)
    known.set('a', applied)
    await clock.advance(minutes)
    await outboxSender.flush()
    expect((await outbox.all())[0]?.settled).toBe(true)
    restored('f')
    await renewHandshake()
    expect((await outbox.all())[0]?.state).toBe('WAITING')
    says({ ...applied, epoch: 'f' })
    known.set('a', { ...applied, epoch: 'f' })
    keeps(() => false)
    await outboxSender.flush()
    expect((await outbox.all())[0]).toMatchObject({ state: 'ACCEPTED', settled: false })
    keeps(() => true)
    await clock.advance(minutes)
    await outboxSender.flush()
    expect(asked.length).toBeGreaterThanOrEqual(2)
    expect((await outbox.all())[0]?.settled).toBe(true)
  })

  test('asks now and then whether the server knows by now what it did not know', async () => {
    const { outboxSender, write, says, states, clock, greeted, pushed } = stand()
    await write('a', 'p')
    says({
      kind: 'held',
      as: 'upgrade',
      code: 'UNKNOWN_OPERATION',
      problem: problem('unknown', 'Waits'),
    })
    await outboxSender.flush()
    expect(await states()).toEqual({ a: 'HELD_UPGRADE' })
    says(applied)
    await clock.advance(minutes + 1)
    await outboxSender.flush()
    expect(greeted()).toBe(1)
    expect(await states()).toEqual({ a: 'ACCEPTED' })
    expect(pushed).toHaveLength(2)
    await clock.advance(5 * minutes)
    expect(greeted()).toBe(1)
  })

  test('counts the failures of the server over a reload, and sends what it failed at alone', async () => {
    const first = stand()
    await first.write('poison', 'p')
    await first.write('good', 'q')
    first.says(({ id }) => (id === 'poison' ? failure : applied))
    await first.outboxSender.flush()
    expect(await first.states()).toEqual({ poison: 'WAITING', good: 'ACCEPTED' })
    first.outboxSender.stop()
    const second = stand(first.indexedDB)
    second.says(failure)
    for (let turn = 1; turn < stuckAfterTries; turn += 1) await second.outboxSender.flush()
    expect(await second.outbox.all()).toMatchObject([
      { id: 'poison', state: 'REJECTED', code: 'STUCK', failures: stuckAfterTries },
      { id: 'good' },
    ])
    expect(second.pushed).toEqual(Array.from({ length: stuckAfterTries - 1 }, () => ['poison']))
  })
})

describe('a server that fails at pushes alone', () => {
  const failing: Outcome = { kind: 'again', whole: true, problem: problem('server') }

  test('is asked more and more seldom, whatever else of it works and whatever is written meanwhile', async () => {
    const { outboxSender, write, says, pushed, clock } = stand()
    await write('a', 'p')
    says(failing)
    await outboxSender.flush()
    // As pulls do that work: each says that the server can be reached.
    for (let second = 0; second < 300; second += 1) {
      outboxSender.reachable()
      await clock.advance(1_000)
    }
    // Pauses of half of 0.3 s to 60 s: eight in the first 40 s, then two a minute.
    expect(pushed.length).toBeGreaterThan(10)
    expect(pushed.length).toBeLessThan(20)
    const before = pushed.length
    await write('b', 'q')
    outboxSender.poke()
    await clock.advance(0)
    expect(pushed).toHaveLength(before + 1)
    await clock.advance(10_000)
    expect(pushed.length).toBeLessThanOrEqual(before + 2)
    expect(outboxSender.isRepeating()).toBe(true)
  })

  test('is sent to at once after a real absence, and in short pauses again once it took something', async () => {
    const { outboxSender, write, says, pushed, clock } = stand()
    await write('a', 'p')
    says(silence)
    await outboxSender.flush()
    for (let second = 0; second < 60; second += 1) await clock.advance(1_000)
    const away = pushed.length
    expect(outboxSender.isRepeating()).toBe(true)
    says(applied)
    outboxSender.reachable()
    for (let turn = 0; turn < 10; turn += 1) await clock.advance(0)
    expect(pushed).toHaveLength(away + 1)
    expect(outboxSender.isRepeating()).toBe(false)
  })
})

describe('what nobody knows of', () => {
  const stuck = async () => {
    const at = stand()
    await at.write('a', 'p')
    at.says(failure)
    for (let turn = 0; turn < stuckAfterTries; turn += 1) await at.outboxSender.flush()
    expect(await at.outbox.all()).toMatchObject([
      { id: 'a', state: 'REJECTED', code: 'STUCK', unsure: true },
    ])
    at.asked.splice(0)
    return at
  }

  test('is settled when the server knows it, though a person was asked already', async () => {
    const { outboxSender, known, asked, states, settled } = await stuck()
    await outboxSender.flush()
    expect(asked).toEqual([['a']])
    expect(await states()).toEqual({ a: 'REJECTED' })
    known.set('a', applied)
    await outboxSender.flush()
    expect(await states()).toEqual({ a: 'ACCEPTED' })
    expect(settled).toEqual(['a'])
  })

  test('is asked about before a user gives it up', async () => {
    const { outboxSender, outbox, known, asked } = await stuck()
    known.set('a', {
      kind: 'refused',
      as: 'REJECTED',
      epoch: 'e',
      code: 'FORBIDDEN',
      problem: problem('forbidden', 'No'),
    })
    const [row] = await outbox.all()
    if (row !== undefined) await outboxSender.ask(row)
    expect(asked).toEqual([['a']])
    expect(await outbox.all()).toMatchObject([
      { state: 'REJECTED', code: 'FORBIDDEN', unsure: false },
    ])
  })
})

describe('what the server puts off again and again', () => {
  test('is told after a quarter of an hour in which it answered; a lost connection, or an answer, starts again', async () => {
    const { outboxSender, write, says, clock } = stand()
    await write('a', 'p')
    says({ kind: 'again', problem: problem('server', 'BUSY') })
    await outboxSender.flush()
    await clock.advance(14 * minutes)
    await outboxSender.flush()
    expect([...outboxSender.postponed.get()]).toEqual([])
    says({ kind: 'again', problem: problem('network', 'No line'), whole: true })
    await outboxSender.flush()
    says({ kind: 'again', problem: problem('server', 'BUSY') })
    await outboxSender.flush()
    await clock.advance(14 * minutes)
    await outboxSender.flush()
    expect([...outboxSender.postponed.get()]).toEqual([])
    await clock.advance(2 * minutes)
    await outboxSender.flush()
    expect([...outboxSender.postponed.get()]).toEqual(['a'])
    says(applied)
    await outboxSender.flush()
    expect([...outboxSender.postponed.get()]).toEqual([])
  })
})

describe('what a person gave up', () => {
  test('stays until the server knows of it, and then is gone', async () => {
    const { outboxSender, outbox, write, says, states, told, goAway } = stand()
    await write('a', 'p')
    says({
      kind: 'refused',
      as: 'REJECTED',
      epoch: 'e',
      code: 'FORBIDDEN',
      problem: problem('forbidden', 'No'),
    })
    await outboxSender.flush()
    await outbox.move(['a'], (row) => next(row, { kind: 'discarded' }))
    goAway(true)
    await outboxSender.flush()
    expect(await states()).toEqual({ a: 'DISCARDED' })
    goAway(false)
    await outboxSender.flush()
    expect(told).toContain('a')
    expect(await states()).toEqual({})
  })
})

describe('the outbox on the disk', () => {
  test('is written with strict durability: saved means on the disk', async () => {
    const indexedDB = new IDBFactory()
    const asked: (string | undefined)[] = []
    const watched: IDBFactory = new Proxy(indexedDB, {
      get: (target, name) =>
        name !== 'open'
          ? (Reflect.get(target, name).bind(target) as unknown)
          : (...given: [string, number]) => {
              const request = target.open(...given)
              request.addEventListener('success', () => {
                const database = request.result
                const { transaction } = database
                database.transaction = (
                  names: string | string[],
                  mode?: IDBTransactionMode,
                  options?: IDBTransactionOptions,
                ) => {
                  if (mode === 'readwrite') asked.push(options?.durability)
                  return transaction.call(database, names, mode, options)
                }
              })
              return request
            },
    })
    const { write } = stand(watched)
    await write('a', 'p')
    expect(asked.length).toBeGreaterThan(0)
    expect(new Set(asked)).toEqual(new Set(['strict']))
  })
})
