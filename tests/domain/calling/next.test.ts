import { assert, array, boolean, constantFrom, integer, option, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import {
  isOvertaken,
  nextCall,
  type Next,
  type OpenAlert,
  type Resolved,
} from '../../../src/domain/calling/next'
import { calleeKey, usualMinutes, type Callee } from '../../../src/domain/calling/plan'
import type { Observed } from '../../../src/domain/alerts/observed'

const minute = 60_000
const now = Date.parse('2026-12-05T03:00:00Z')
const user = (userId: string): Callee => ({ userId, provider: null })
const line = [user('a'), user('b')]
const plan = { ...usualMinutes, line }
const alert = (more: Partial<OpenAlert> = {}): OpenAlert => ({
  id: 'alert',
  severity: 4,
  raisedMs: now,
  holdEnded: null,
  hold: null,
  isOvertaken: false,
  ...more,
})
const next = (
  alerts: readonly OpenAlert[],
  afterMinutes = 0,
  called: readonly (readonly [string, number])[] = [],
  {
    isNobodyTold = false,
    resolved = [] as readonly Resolved[],
    having = plan as typeof plan | null,
  } = {},
): Next =>
  nextCall(
    alerts,
    resolved,
    {
      called: called.map(([id, at]) => ({ callee: user(id), atMs: now + at * minute })),
      isNobodyTold,
    },
    having,
    usualMinutes,
    now + afterMinutes * minute,
  )
const whom = (step: Next) => (step.is === 'call' ? calleeKey(step.callee) : step.is)
const waitsFor = (step: Next) =>
  step.is === 'wait' || step.is === 'quiet'
    ? step.untilMs === null
      ? null
      : (step.untilMs - now) / minute
    : step.is

test('severity 4: the first in line at once, the next after five minutes, then nobody', () => {
  expect(whom(next([alert()]))).toBe('a')
  expect(waitsFor(next([alert()], 4.9, [['a', 0]]))).toBe(5)
  expect(whom(next([alert()], 5, [['a', 0]]))).toBe('b')
  expect(
    waitsFor(
      next([alert()], 6, [
        ['a', 0],
        ['b', 5],
      ]),
    ),
  ).toBe(10)
  expect(
    next([alert()], 10, [
      ['a', 0],
      ['b', 5],
    ]),
  ).toEqual({
    is: 'nobody',
    reason: 'notAnswered',
    alertIds: ['alert'],
  })
})

test('severity 3: the first after ten minutes unheld, the next after ten more', () => {
  const grave = [alert({ severity: 3 })]
  expect(waitsFor(next(grave))).toBe(10)
  expect(whom(next(grave, 10))).toBe('a')
  expect(waitsFor(next(grave, 11, [['a', 10]]))).toBe(20)
  expect(whom(next(grave, 20, [['a', 10]]))).toBe('b')
})

test.each([0, 1, 2])('of severity %i nobody is called', (severity) => {
  expect(next([alert({ severity })], 600)).toEqual({ is: 'quiet', untilMs: null })
})

test('what worsens from 3 to 4 is called about at once, and the next one sooner', () => {
  expect(whom(next([alert({ raisedMs: now + 2 * minute })], 2))).toBe('a')
  expect(whom(next([alert({ raisedMs: now + 15 * minute })], 15, [['a', 10]]))).toBe('b')
})

test('after all were called, another alert or a graver one begins the line anew; the same one does not', () => {
  const called = [
    ['a', 10],
    ['b', 20],
  ] as const
  const [old, worse] = [
    alert({ severity: 3 }),
    alert({ id: 'later', raisedMs: now + 180 * minute }),
  ]
  const told = { isNobodyTold: true }
  expect(next([old], 180, called, told).is).toBe('wait')
  expect(whom(next([old, worse], 180, called, told))).toBe('a')
  expect(waitsFor(next([old, worse], 182, [...called, ['a', 180]], told))).toBe(185)
  expect(whom(next([old, worse], 185, [...called, ['a', 180]], told))).toBe('b')
  const all = [...called, ['a', 180], ['b', 185]] as const
  expect(next([old, worse], 190, all).is).toBe('nobody')
  expect(next([old, worse], 190, all, told).is).toBe('wait')
})

test('who holds it ends the calls; a snooze until it ends', () => {
  const held = (sinceMs: number, untilMs: number) => [alert({ hold: { sinceMs, untilMs } })]
  expect(next(held(now, Infinity), 3, [['a', 0]])).toEqual({ is: 'quiet', untilMs: null })
  const snoozed = held(now + minute, now + 16 * minute)
  expect(waitsFor(next(snoozed, 3))).toBe(16)
  expect(whom(next(snoozed, 16))).toBe('a')
})

test('T3 where a hold ended by time, its holder has ten minutes; ended otherwise, the call is due', () => {
  const ended = (isByTime: boolean) => [
    alert({ raisedMs: now - 60 * minute, holdEnded: { atMs: now, isByTime } }),
  ]
  expect(waitsFor(next(ended(true)))).toBe(10)
  expect(whom(next(ended(true), 10))).toBe('a')
  expect(whom(next(ended(false)))).toBe('a')
})

test('who holds an alert as grave, and pressed after it was raised, is on the patient', () => {
  const held = (severity: number, sinceMs: number) =>
    alert({ id: 'held', severity, hold: { sinceMs, untilMs: Infinity } })
  const other = alert({ severity: 4 })
  expect(whom(next([held(4, now + minute), other], 2))).toBe('quiet')
  expect(whom(next([held(3, now + minute), other], 2))).toBe('a')
  expect(whom(next([held(4, now - minute), other], 2))).toBe('a')
})

test('who resolves alerts one after the other is not called of what is left at once', () => {
  const resolved = [{ severity: 4, atMs: now + 30 * minute }]
  expect(waitsFor(next([alert()], 30, [], { resolved }))).toBe(35)
  expect(waitsFor(next([alert({ severity: 3 })], 30, [], { resolved }))).toBe(40)
  expect(whom(next([alert()], 35, [], { resolved }))).toBe('a')
  expect(
    whom(next([alert()], 30, [], { resolved: [{ severity: 3, atMs: now + 30 * minute }] })),
  ).toBe('a')
})

test('without a plan, or with nobody on call, it is told why; who comes on call then is called', () => {
  expect(next([alert()], 0, [], { having: null })).toMatchObject({
    is: 'nobody',
    reason: 'noPlan',
  })
  expect(next([alert()], 0, [], { having: { ...plan, line: [] } })).toMatchObject({
    is: 'nobody',
    reason: 'nobodyOnCall',
  })
  const told = { isNobodyTold: true }
  expect(
    waitsFor(
      next(
        [alert()],
        10,
        [
          ['a', 0],
          ['b', 5],
        ],
        told,
      ),
    ),
  ).toBe(15)
  const shifted = { ...told, having: { ...plan, line: [user('b'), user('c')] } }
  expect(
    whom(
      next(
        [alert()],
        15,
        [
          ['a', 0],
          ['b', 5],
        ],
        shifted,
      ),
    ),
  ).toBe('c')
})

test('a late reading with a newer normal one calls nobody', () => {
  expect(next([alert({ isOvertaken: true })])).toEqual({ is: 'quiet', untilMs: null })
})

const observed = (more: Partial<Observed>): Observed =>
  ({
    source: 'new-checkup',
    atMs: now,
    values: {},
    scores: {},
    consciousness: 'A',
    notScored: null,
    checkPatient: [],
    emergencySigns: [],
    totalScore: 0,
    missing: 0,
    riskLevel: 0,
    ...more,
  }) as Observed
const iso = (ms: number) => new Date(ms).toISOString()

test.each<[string, boolean, number, readonly Observed[]]>([
  ['a newer normal one', true, 30, [observed({})]],
  ['a newer normal one, but it came in time', false, 1, [observed({})]],
  ['no newer one', false, 30, []],
  ['a newer one of 5', false, 30, [observed({ totalScore: 5 })]],
  ['a newer one that is not whole', false, 30, [observed({ missing: 1 })]],
  ['a newer one of another kind', false, 30, [observed({ source: 'continuous-monitoring' })]],
  ['the newest bad', false, 30, [observed({}), observed({ atMs: now + 1, totalScore: 7 })]],
  ['the newest normal', true, 30, [observed({ atMs: now + 1 }), observed({ totalScore: 7 })]],
])('%s: overtaken is %s', (_what, expected, lateMinutes, later) => {
  expect(isOvertaken(iso(now), iso(now + lateMinutes * minute), 'new-checkup', later)).toBe(
    expected,
  )
})

const anyAlert = record({
  id: constantFrom('x', 'y', 'z'),
  severity: integer({ min: 0, max: 4 }),
  raisedMs: integer({ min: 0, max: 60 }).map((n) => now - n * minute),
  holdEnded: option(
    record({
      atMs: integer({ min: 0, max: 60 }).map((n) => now - n * minute),
      isByTime: boolean(),
    }),
  ),
  hold: option(
    record({
      sinceMs: integer({ min: 0, max: 60 }).map((n) => now - n * minute),
      untilMs: constantFrom(now - minute, now + 20 * minute, Infinity),
    }),
  ),
  isOvertaken: boolean(),
})

test('whatever the alerts are: each is called in order, once and again after what came since, and the calls come to an end', () => {
  assert(
    property(array(anyAlert, { maxLength: 4 }), (alerts) => {
      const called: { callee: Callee; atMs: number }[] = []
      let isNobodyTold = false
      let at = now
      for (let n = 0; n < 20; n += 1) {
        const step = nextCall(alerts, [], { called, isNobodyTold }, plan, usualMinutes, at)
        if (step.is === 'quiet' && step.untilMs === null) break
        if (step.is === 'call') called.push({ callee: step.callee, atMs: at })
        else if (step.is === 'nobody') isNobodyTold = true
        else {
          // It is looked again later, never at once for ever.
          expect(step.untilMs).toBeGreaterThan(at)
          at = step.untilMs ?? at
        }
      }
      expect(called.map(({ callee }) => calleeKey(callee))).toEqual(
        called.map((_one, at) => (at % 2 === 0 ? 'a' : 'b')),
      )
      expect(called.length).toBeLessThanOrEqual(2 * (1 + alerts.length))
      const grave = alerts.some(
        ({ severity, hold, isOvertaken: is }) =>
          severity >= 3 && !is && !(hold !== null && hold.untilMs === Infinity),
      )
      const isCovered = alerts.some(({ hold }) => hold?.untilMs === Infinity)
      if (grave && !isCovered) {
        expect(isNobodyTold).toBe(true)
        expect(called.length).toBeGreaterThanOrEqual(2)
      }
      if (!grave) expect(called).toEqual([])
    }),
  )
})
