import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createServerClock, type ServerClock } from '../../../src/engine/connection/server-clock'

const minute = 60_000
const hour = 60 * minute
const year = 365 * 24 * hour
const truth = Date.parse('2026-01-05T09:00:00.000Z')

/** A tablet with its two clocks, and what it keeps when its page is gone. */
const tablet = (wrong = 0) => {
  let [wall, monotonic, real] = [truth + wrong, 0, truth]
  let visible = true
  let [hints, leaving]: [(() => void)[], (() => void)[]] = [[], []]
  let tick: () => void = () => undefined
  const kept: { offset: number; serverTime: number | null; contact: number | null } = {
    offset: 0,
    serverTime: null,
    contact: null,
  }
  const subscribe = (list: () => (() => void)[]) => (listener: () => void) => {
    list().push(listener)
    return () => undefined
  }
  const page = (): ServerClock =>
    createServerClock(
      {
        now: () => wall,
        monotonic: () => monotonic,
        after: (_ms, call) => {
          tick = call
          return () => undefined
        },
      },
      {
        isVisible: () => visible,
        onHint: subscribe(() => hints),
        onLeave: subscribe(() => leaving),
      },
      {
        offset: (ms) => {
          kept.offset = ms
        },
        serverTime: (ms, isTold) => {
          if (isTold || ms > (kept.serverTime ?? -Infinity)) kept.serverTime = ms
        },
      },
    )
  let clock = page()
  clock.watch()
  const pass = (ms: number): void => {
    wall += ms
    real += ms
  }
  return {
    now: () => clock.now(),
    offset: () => clock.offset.get(),
    kept,
    real: () => real,
    heard: () => {
      clock.heard(real)
      kept.contact = clock.now()
    },
    awake: (ms: number) => {
      monotonic += ms
      pass(ms)
      tick()
    },
    asleep: (ms: number) => {
      visible = false
      for (const tell of leaving) tell()
      pass(ms)
      visible = true
      for (const tell of hints) tell()
    },
    /** The system stops the page, which is not told, and goes on with it later. */
    frozen: (ms: number) => {
      pass(ms)
      tick()
    },
    setClock: (by: number) => {
      wall += by
      tick()
    },
    /** The page is gone; the device is off for so long, and its clock goes on. */
    reload: (offMs: number, by = 0) => {
      pass(offMs)
      wall += by
      monotonic = 0
      ;[hints, leaving] = [[], []]
      clock = page()
      clock.restore(kept.offset, kept.contact, kept.serverTime)
      clock.watch()
    },
  }
}

describe('the clock that ages count by', () => {
  test.each([year, -year])(
    'a device that is wrong by %d ms counts by the server, and remembers by how much',
    (wrong) => {
      const device = tablet(wrong)
      expect(device.now()).toBe(truth + wrong)
      device.heard()
      expect(device.now()).toBe(truth)
      expect(device.offset()).toBe(-wrong)
      expect(device.kept.offset).toBe(-wrong)
      device.awake(minute)
      device.heard()
      expect(device.now()).toBe(truth + minute)
      expect(device.kept.offset).toBe(-wrong)
    },
  )

  test('a difference of two minutes is not called wrong; one that is behind still never falls below the server’s time', () => {
    const device = tablet(-2 * minute)
    device.heard()
    expect([device.offset(), device.now()]).toEqual([0, truth])
    const wrong = tablet(-2 * minute - 1)
    wrong.heard()
    expect([wrong.offset(), wrong.now()]).toEqual([2 * minute + 1, truth])
    wrong.setClock(2 * minute + 1)
    wrong.heard()
    expect([wrong.offset(), wrong.now()]).toEqual([0, truth])
  })

  test('a cold start counts by what was remembered, unless that leads to before what was known', () => {
    const ahead = tablet(year)
    ahead.heard()
    ahead.reload(hour)
    expect([ahead.offset(), ahead.now()]).toEqual([-year, truth + hour])
    const setRight = tablet(year)
    setRight.heard()
    setRight.reload(hour, -year)
    expect([setRight.offset(), setRight.now()]).toEqual([0, truth + hour])
  })

  for (const by of [minute, 5 * minute, hour, 24 * hour, year])
    test(`a clock that goes back by ${by / minute} minutes offline makes nothing younger, in the page and after a reload, and is told`, () => {
      const device = tablet()
      device.heard()
      device.awake(2 * hour)
      device.setClock(-by)
      expect(device.now()).toBe(truth + 2 * hour)
      expect(device.offset()).toBe(by > 2 * minute ? by : 0)
      device.reload(0)
      expect(device.now()).toBe(truth + 2 * hour)
      expect(device.offset()).toBe(by > 2 * minute ? by : 0)
      // Set right again, offline: told no more.
      const flat = tablet()
      flat.heard()
      flat.awake(2 * hour)
      flat.reload(0, -by)
      expect([flat.now(), flat.offset()]).toEqual([truth + 2 * hour, by > 2 * minute ? by : 0])
      flat.heard()
      flat.setClock(by)
      flat.heard()
      expect([flat.now(), flat.offset()]).toEqual([truth + 2 * hour, 0])
    })

  test('a clock that goes forward offline makes values older, never younger, and the server puts it right', () => {
    const device = tablet()
    device.heard()
    device.setClock(year)
    expect(device.now()).toBe(truth + year)
    device.reload(minute)
    expect(device.now()).toBe(truth + year + minute)
    device.setClock(-year)
    expect(device.now()).toBe(truth + year + minute)
    device.heard()
    expect([device.now(), device.offset()]).toEqual([truth + minute, 0])
    device.reload(minute)
    expect(device.now()).toBe(truth + 2 * minute)
  })

  const jumps = [minute, hour, 24 * hour, year].flatMap((by) => [-by, by])
  const lines = ['online', 'offline'] as const
  const fates = {
    'in the page': () => undefined,
    'after a reload': (device) => device.reload(0),
    'after a reload an hour later': (device) => device.reload(hour),
    'frozen for 12 h': (device) => device.frozen(12 * hour),
    'hidden and asleep for 12 h': (device) => device.asleep(12 * hour),
    'frozen for 12 h, then reloaded': (device) => {
      device.frozen(12 * hour)
      device.reload(0)
    },
  } satisfies Record<string, (device: ReturnType<typeof tablet>) => void>
  test.each(
    jumps.flatMap((by) =>
      lines.flatMap((line) =>
        (Object.keys(fates) as (keyof typeof fates)[]).map((fate) => ({ by, line, fate })),
      ),
    ),
  )(
    'B1 a clock set by $by ms, $line, $fate: nothing is younger than it is, and online nothing older',
    ({ by, line, fate }) => {
      const device = tablet()
      device.heard()
      device.awake(2 * hour)
      device.setClock(by)
      if (line === 'online') device.heard()
      fates[fate](device)
      // Up to two minutes a clock is not called wrong.
      const told = Math.abs(by) > 2 * minute ? 0 : minute
      expect(device.now() - device.real()).toBeGreaterThanOrEqual(-told)
      if (line === 'online') {
        device.heard()
        expect(Math.abs(device.now() - device.real())).toBeLessThanOrEqual(told)
      }
    },
  )

  test('whatever happens to a device that once heard the server, its time is never earlier than the truth', () => {
    const span = fc.integer({ min: 1, max: 12 * 60 }).map((minutes) => minutes * minute)
    const jump = fc.constantFrom(-year, -24 * hour, -hour, -5 * minute, 5 * minute, hour, year)
    const step = fc.oneof(
      fc.record({ kind: fc.constant('awake' as const), ms: span }),
      fc.record({ kind: fc.constant('asleep' as const), ms: span }),
      fc.record({ kind: fc.constant('reload' as const), ms: span }),
      fc.record({ kind: fc.constant('setClock' as const), ms: jump }),
      fc.record({ kind: fc.constant('heard' as const), ms: fc.constant(0) }),
    )
    fc.assert(
      fc.property(jump, fc.array(step, { maxLength: 20 }), (wrong, steps) => {
        const device = tablet(wrong)
        device.heard()
        for (const { kind, ms } of steps) {
          device[kind](ms)
          expect(device.now() - device.real()).toBeGreaterThanOrEqual(-10_000)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
