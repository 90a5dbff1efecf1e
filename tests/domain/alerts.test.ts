import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  alertSchema,
  countBadge,
  isOnlyLate,
  lateReading,
  shownClosed,
  shownOpen,
  type Alert,
} from '../../src/domain/alerts/alert'
import { evaluate, holds, isAlertable } from '../../src/domain/alerts/evaluate'
import { knownOf } from '../../src/domain/alerts/hold'
import type { Observed } from '../../src/domain/alerts/observed'
import {
  alertConditionSchema,
  comparisons,
  historyMs,
  type AlertCondition,
  type AlertRule,
} from '../../src/domain/alerts/rule'
import { nextSilenceMs, silences } from '../../src/domain/alerts/silence'
import {
  acknowledged,
  afterClosing,
  isSnoozed,
  snoozed,
  withTrigger,
  type AlertState,
} from '../../src/domain/alerts/state'

const noon = Date.parse('2026-03-02T12:00:00Z')
const hour = 3_600_000
const nothing = {
  respiratoryRate: null,
  spO2: null,
  systolic: null,
  diastolic: null,
  pulse: null,
  temperature: null,
  weight: null,
  glucose: null,
}
const noScores = {
  respiratoryRate: null,
  spO2: null,
  onOxygen: null,
  systolic: null,
  pulse: null,
  consciousness: null,
  temperature: null,
}
const observed = (
  over: Partial<Omit<Observed, 'values' | 'scores'>> & {
    values?: Partial<Observed['values']>
    scores?: Partial<Observed['scores']>
  } = {},
): Observed => ({
  source: 'new-checkup',
  atMs: noon,
  consciousness: null,
  notScored: null,
  checkPatient: [],
  emergencySigns: [],
  totalScore: null,
  missing: 0,
  riskLevel: null,
  ...over,
  values: { ...nothing, ...over.values },
  scores: { ...noScores, ...over.scores },
})
const rule = (id: string, condition: AlertCondition, over: Partial<AlertRule> = {}): AlertRule => ({
  id,
  type: 'new-checkup',
  condition,
  severity: 1,
  ...over,
})

describe('a rule', () => {
  test('compares a value with its limit, exactly at the limit too', () => {
    const fires = comparisons.map((is) =>
      [91, 92, 93].map((value) =>
        holds(
          { kind: 'threshold', parameter: 'spO2', is, value: 92 },
          observed({ values: { spO2: value } }),
          [],
        ),
      ),
    )
    expect(fires).toEqual([
      [true, false, false],
      [true, true, false],
      [false, true, true],
      [false, false, true],
    ])
  })

  test('what was not measured fires nothing, whatever the rule', () => {
    const conditions = fc.constantFrom<AlertCondition>(
      { kind: 'threshold', parameter: 'pulse', is: 'above', value: -1 },
      { kind: 'totalScore', atLeast: 1 },
      { kind: 'singleScore', atLeast: 1 },
      { kind: 'trend', of: 'totalScore', change: 'rise', by: 1, withinHours: 24 },
      { kind: 'trend', of: 'weight', change: 'rise', by: 1, withinHours: 24 },
    )
    fc.assert(
      fc.property(conditions, (condition) => {
        expect(
          holds(condition, observed(), [
            observed({ atMs: noon - hour, totalScore: 0, values: { weight: 70 } }),
          ]),
        ).toBe(false)
      }),
    )
  })

  test('a total counts from its limit on; a partial total as what it is at least', () => {
    expect(
      [4, 5, 6].map((totalScore) =>
        holds({ kind: 'totalScore', atLeast: 5 }, observed({ totalScore }), []),
      ),
    ).toEqual([false, true, true])
    expect(
      holds({ kind: 'totalScore', atLeast: 5 }, observed({ totalScore: 5, missing: 3 }), []),
    ).toBe(true)
  })

  test('a single score counts for any parameter, or for the one that is named', () => {
    const high = observed({ scores: { spO2: 3, pulse: 1 } })
    expect(holds({ kind: 'singleScore', atLeast: 3 }, high, [])).toBe(true)
    expect(holds({ kind: 'singleScore', atLeast: 3, parameter: 'pulse' }, high, [])).toBe(false)
    expect(holds({ kind: 'singleScore', atLeast: 1, parameter: 'pulse' }, high, [])).toBe(true)
  })

  test('a trend looks at the lowest or highest value of the hours before, of the same kind of measurement', () => {
    const weight = (kilograms: number, hoursAgo: number, over: Partial<Observed> = {}) =>
      observed({ atMs: noon - hoursAgo * hour, ...over, values: { weight: kilograms } })
    const gain: AlertCondition = {
      kind: 'trend',
      of: 'weight',
      change: 'rise',
      by: 2,
      withinHours: 72,
    }
    expect(holds(gain, weight(72, 0), [weight(70, 72), weight(71, 10)])).toBe(true)
    expect(holds(gain, weight(72, 0), [weight(70, 73), weight(71, 10)])).toBe(false)
    expect(holds(gain, weight(72, 0), [weight(70, 5, { source: 'continuous-monitoring' })])).toBe(
      false,
    )
    expect(holds(gain, weight(72, 0), [weight(70, -1)])).toBe(false)
    expect(holds(gain, weight(70.3, 0), [weight(68.3, 5)])).toBe(true)
    expect(holds({ ...gain, change: 'fall' }, weight(68, 0), [weight(70, 5)])).toBe(true)
  })

  test('totals are compared only where all seven parameters were measured', () => {
    const rise: AlertCondition = {
      kind: 'trend',
      of: 'totalScore',
      change: 'rise',
      by: 3,
      withinHours: 24,
    }
    expect(
      holds(rise, observed({ totalScore: 4 }), [observed({ atMs: noon - hour, totalScore: 1 })]),
    ).toBe(true)
    expect(
      holds(rise, observed({ totalScore: 4 }), [
        observed({ atMs: noon - hour, totalScore: 1, missing: 4 }),
      ]),
    ).toBe(false)
    expect(
      holds(rise, observed({ totalScore: 4, missing: 1 }), [
        observed({ atMs: noon - hour, totalScore: 1 }),
      ]),
    ).toBe(false)
  })

  test('fires once each, only for its kind of reading, as grave as itself or the reading', () => {
    const rules = [
      rule(
        'low',
        { kind: 'threshold', parameter: 'spO2', is: 'below', value: 92 },
        { severity: 3 },
      ),
      rule('high', { kind: 'totalScore', atLeast: 5 }),
      rule(
        'bucket',
        { kind: 'threshold', parameter: 'spO2', is: 'below', value: 99 },
        { type: 'continuous-monitoring' },
      ),
    ]
    expect(
      evaluate(rules, observed({ values: { spO2: 90 }, totalScore: 8, riskLevel: 4 }), []),
    ).toEqual([
      { ruleId: 'low', severity: 4 },
      { ruleId: 'high', severity: 4 },
    ])
    expect(evaluate(rules, observed({ values: { spO2: 90 }, riskLevel: 1 }), [])).toEqual([
      { ruleId: 'low', severity: 3 },
    ])
    expect(
      evaluate(rules, observed({ source: 'continuous-monitoring', values: { spO2: 90 } }), []),
    ).toEqual([{ ruleId: 'bucket', severity: 1 }])
  })

  test('is read from data; what no release knows is not read', () => {
    expect(
      alertConditionSchema.safeParse({
        kind: 'threshold',
        parameter: 'spO2',
        is: 'below',
        value: 92,
      }).success,
    ).toBe(true)
    for (const bad of [
      { kind: 'threshold', parameter: 'mood', is: 'below', value: 1 },
      { kind: 'totalScore', atLeast: 0 },
      { kind: 'magic' },
      null,
    ])
      expect(alertConditionSchema.safeParse(bad).success).toBe(false)
    expect(
      historyMs([
        rule('a', { kind: 'totalScore', atLeast: 5 }),
        rule('b', { kind: 'trend', of: 'pulse', change: 'rise', by: 9, withinHours: 12 }),
      ]),
    ).toBe(12 * hour)
    expect(historyMs([])).toBe(0)
  })

  test('history, and what was measured before the admission, is no news', () => {
    expect([
      isAlertable(noon - 24 * hour, 0, noon),
      isAlertable(noon - 24 * hour - 1, 0, noon),
      isAlertable(noon - hour, noon - hour + 1, noon),
    ]).toEqual([true, false, false])
  })
})

describe('an alert', () => {
  const after = 30 * 60_000
  const known = knownOf([
    observed({ totalScore: 7, scores: { pulse: 3, spO2: 3, temperature: 1 } }),
  ])
  const until = (afterMs: number) => ({ atMs: noon + afterMs, known })
  const opened = (severity = 2, at = noon): AlertState =>
    withTrigger(null, { atMs: at, severity }, at, after)

  test('C377 a new trigger opens it, is counted with the others, and reopens it after it was closed', () => {
    const one = opened()
    const two = withTrigger(one, { atMs: noon + hour, severity: 2 }, noon + hour, after)
    expect([one.openTriggers, two.openTriggers, two.startedMs, two.status]).toEqual([
      1,
      2,
      noon,
      'open',
    ])
    const closed = afterClosing(two, [], null)
    expect(closed).toMatchObject({ status: 'closed', openTriggers: 0, escalateDueMs: null })
    expect(
      withTrigger(closed, { atMs: noon + 2 * hour, severity: 1 }, noon + 2 * hour, after),
    ).toMatchObject({ status: 'open', openTriggers: 1, startedMs: noon + 2 * hour, severity: 1 })
  })

  test('C376 with all triggers closed it is closed; one that nobody saw keeps it open, by itself', () => {
    const state = withTrigger(opened(3), { atMs: noon + hour, severity: 1 }, noon + hour, after)
    expect(afterClosing(state, [{ atMs: noon + hour, severity: 1 }], null)).toMatchObject({
      status: 'open',
      openTriggers: 1,
      startedMs: noon + hour,
      severity: 1,
    })
  })

  test('acknowledged and snoozed survive readings of the same or less gravity; a graver one takes both back', () => {
    const on = snoozed(acknowledged(opened(2), known, noon, after), until(hour), noon, after)
    for (const severity of [0, 1, 2])
      expect(withTrigger(on, { atMs: noon + 1, severity }, noon + 1, after)).toMatchObject({
        acknowledgedMs: noon,
        snoozedUntilMs: noon + hour,
        escalateDueMs: null,
      })
    expect(withTrigger(on, { atMs: noon + 1, severity: 3 }, noon + 1, after)).toMatchObject({
      acknowledgedMs: null,
      snoozedUntilMs: null,
      escalateDueMs: noon + 1 + after,
      severity: 3,
    })
  })

  test('escalates after the pathway’s time unless somebody is on it; a snooze puts that off', () => {
    expect(opened().escalateDueMs).toBe(noon + after)
    expect(withTrigger(null, { atMs: noon, severity: 1 }, noon, null).escalateDueMs).toBeNull()
    expect(acknowledged(opened(), known, noon, after).escalateDueMs).toBeNull()
    expect(
      acknowledged(acknowledged(opened(), known, noon, after), null, noon + 1, after).escalateDueMs,
    ).toBe(noon + 1 + after)
    expect(snoozed(opened(), until(hour), noon, after)).toMatchObject({
      escalateDueMs: noon + hour + after,
      escalatedMs: null,
    })
    expect(
      snoozed(snoozed(opened(), until(hour), noon, after), null, noon + 5, after),
    ).toMatchObject({ escalateDueMs: noon + 5 + after, snoozedUntilMs: null })
    expect([isSnoozed(noon, noon - 1), isSnoozed(noon, noon), isSnoozed(null, noon)]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('whatever happens to it: open has triggers, closed has none and nothing said about it', () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('trigger' as const),
        severity: fc.integer({ min: 0, max: 4 }),
      }),
      fc.record({ kind: fc.constant('close' as const), keep: fc.integer({ min: 0, max: 3 }) }),
      fc.record({ kind: fc.constant('acknowledge' as const), on: fc.boolean() }),
      fc.record({ kind: fc.constant('snooze' as const), on: fc.boolean() }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let state: AlertState | null = null
        let triggers: { atMs: number; severity: number }[] = []
        for (const [index, act] of steps.entries()) {
          const now = noon + index * 60_000
          if (act.kind === 'trigger') {
            const was: AlertState | null = state
            const trigger = { atMs: now, severity: act.severity }
            triggers = [...triggers, trigger]
            const next: AlertState = withTrigger(was, trigger, now, after)
            // Nothing that was said about lesser readings speaks for a graver one.
            if (was !== null && was.status === 'open' && act.severity > was.severity)
              expect([next.acknowledgedMs, next.snoozedUntilMs]).toEqual([null, null])
            state = next
          } else if (state?.status === 'open') {
            if (act.kind === 'close') {
              triggers = triggers.slice(triggers.length - act.keep)
              if (act.keep === 0) triggers = []
              state = afterClosing(state, triggers, act.keep === 1 ? null : { known, atMs: now })
            } else
              state =
                act.kind === 'acknowledge'
                  ? acknowledged(state, act.on ? known : null, now, after)
                  : snoozed(state, act.on ? { atMs: now + hour, known } : null, now, after)
          }
          if (state === null) continue
          expect(state.openTriggers).toBe(triggers.length)
          expect(state.status).toBe(triggers.length > 0 ? 'open' : 'closed')
          if (state.status === 'closed')
            expect([
              state.acknowledgedMs,
              state.snoozedUntilMs,
              state.escalatedMs,
              state.escalateDueMs,
            ]).toEqual([null, null, null, null])
          else {
            expect(state.severity).toBe(Math.max(...triggers.map(({ severity }) => severity)))
            expect(state.acknowledgedMs === null).toBe(state.escalateDueMs !== null)
          }
        }
      }),
    )
  })
})

describe('alerts as they are listed', () => {
  const alert = (over: Partial<Alert>): Alert =>
    alertSchema.parse({
      id: 'a',
      revision: 1,
      type: 'AlertRule',
      status: 'open',
      startedAt: '2026-03-02T11:00:00Z',
      latestAt: '2026-03-02T11:00:00Z',
      severity: 2,
      alertRule: null,
      checkupScheduleEvent: null,
      checkup: null,
      continuousMonitoring: null,
      count: 1,
      triggers: [],
      closedAt: null,
      closedBy: null,
      acknowledgedAt: null,
      acknowledgedBy: null,
      snoozedUntil: null,
      snoozedBy: null,
      escalatedAt: null,
      ...over,
    })

  test('C207 the badge shows 99+ above 99', () => {
    expect([1, 99, 100, 5000].map(countBadge)).toEqual(['1', '99', '99+', '99+'])
  })

  test('C226 P232 those of the deprecated source are hidden, open and closed', () => {
    const old = { type: 'PacsanaEvent' as const, closedAt: '2026-03-02T11:59:00Z' }
    expect(shownOpen([alert({ ...old, status: 'open' })])).toEqual([])
    expect(shownClosed([alert({ ...old, status: 'closed' })], noon)).toEqual([])
  })

  test('open ones come gravest first, then newest; closed ones for three hours', () => {
    const open = [
      alert({ id: 'low', severity: 1 }),
      alert({ id: 'old', severity: 3, latestAt: '2026-03-02T08:00:00Z' }),
      alert({ id: 'new', severity: 3 }),
      alert({ id: 'closed', status: 'closed' }),
    ]
    expect(shownOpen(open).map(({ id }) => id)).toEqual(['new', 'old', 'low'])
    // Of one check-up that raised several the total says most.
    const ruled = (id: string, condition: unknown) =>
      alert({
        id,
        severity: 4,
        alertRule: { id, name: id, type: 'new-checkup', description: '', condition },
      })
    const together = [
      ruled('a', { kind: 'singleScore', parameter: null, atLeast: 3 }),
      ruled('b', null),
      ruled('c', { kind: 'totalScore', atLeast: 7 }),
    ]
    expect(shownOpen(together).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
    const closed = ['09:00:00', '08:59:59', '11:00:00'].map((time, index) =>
      alert({ id: String(index), status: 'closed', closedAt: `2026-03-02T${time}Z` }),
    )
    expect(shownClosed(closed, noon).map(({ id }) => id)).toEqual(['2', '0'])
  })
})

test('P231 an alert is of one of four sources, the deprecated one among them, and of no other', () => {
  for (const type of [
    'AlertRule',
    'CheckupScheduleEvent',
    'PacsanaEvent',
    'PatientCallbackRequest',
  ])
    expect(alertSchema.safeParse({ ...wholeAlert, type }).success).toBe(true)
  expect(alertSchema.safeParse({ ...wholeAlert, type: 'Doorbell' }).success).toBe(false)
})

test('C289 an alert without one of its fields is not read as one', () => {
  expect(alertSchema.parse(wholeAlert)).toEqual(wholeAlert)
  for (const field of [
    'id',
    'type',
    'status',
    'startedAt',
    'alertRule',
    'checkupScheduleEvent',
    'checkup',
    'continuousMonitoring',
    'count',
  ] as const) {
    const { [field]: _left, ...rest } = wholeAlert
    expect(alertSchema.safeParse(rest).success, field).toBe(false)
  }
  const schedule = wholeAlert.checkupScheduleEvent.checkupSchedule
  for (const checkupSchedule of [
    { name: schedule.name, tolerance: schedule.tolerance },
    { ...schedule, tolerance: { early: 600 } },
    { ...schedule, tolerance: { late: 3600 } },
  ])
    expect(
      alertSchema.safeParse({
        ...wholeAlert,
        checkupScheduleEvent: { ...wholeAlert.checkupScheduleEvent, checkupSchedule },
      }).success,
    ).toBe(false)
  for (const [part, fields] of [
    ['alertRule', ['id', 'name', 'type', 'description', 'condition']],
    ['checkupScheduleEvent', ['checkupExpectedAt', 'checkupSchedule']],
    ['checkup', ['id', 'endedAt']],
    ['continuousMonitoring', ['bucketEndAt']],
  ] as const) {
    for (const field of fields) {
      const { [field]: _left, ...rest } = wholeAlert[part] as Record<string, unknown>
      expect(
        alertSchema.safeParse({ ...wholeAlert, [part]: rest }).success,
        `${part} ${field}`,
      ).toBe(false)
    }
  }
})

const wholeAlert = {
  id: 'a',
  revision: 1,
  type: 'AlertRule',
  status: 'open',
  startedAt: '2026-01-05T13:00:00.000Z',
  latestAt: '2026-01-05T14:00:00.000Z',
  severity: 3,
  alertRule: {
    id: 'r',
    name: 'Low oxygen saturation',
    type: 'new-checkup',
    description: 'Oxygen may be needed.',
    condition: { kind: 'totalScore', atLeast: 7 },
  },
  checkupScheduleEvent: {
    checkupExpectedAt: '2026-01-05T12:00:00.000Z',
    checkupSchedule: { id: 's', name: 'Daily', tolerance: { early: 600, late: 3600 } },
  },
  checkup: { id: 'c', endedAt: '2026-01-05T13:00:00.000Z' },
  continuousMonitoring: { bucketEndAt: '2026-01-05T13:15:00.000Z' },
  count: 1,
  triggers: [{ id: 't', startedAt: '2026-01-05T13:00:00.000Z' }],
  closedAt: null,
  closedBy: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  snoozedUntil: null,
  snoozedBy: null,
  escalatedAt: null,
}

describe('a silence', () => {
  const minute = 60_000
  const [began, afterMinutes] = [100 * minute, 91]
  const at = (spo2: number, now: number) =>
    silences({ beganMs: began, afterMinutes, lastByDevice: { spo2: spo2 * minute } }, now * minute)

  test('is counted as the gap is: from data of the quarter of an hour in which the session was started, not from older', () => {
    expect(at(94, 185)).toEqual([])
    expect(at(94, 186)).toEqual([{ of: 'monitoring', sinceMs: 94 * minute, isWaiting: false }])
    expect(at(84, 191)).toEqual([])
    expect(at(84, 192)).toEqual([{ of: 'monitoring', sinceMs: began, isWaiting: true }])
  })

  test('of one device is none where it gave data only before the session', () => {
    expect(
      silences(
        { beganMs: began, afterMinutes, lastByDevice: { ecg: 94 * minute, spo2: 190 * minute } },
        195 * minute,
      ),
    ).toEqual([])
  })
})

describe('when monitoring is looked at again', () => {
  const of = (found: ReturnType<typeof silences>) => found.map((one) => one.of)

  test('is as soon as something more is silent, and never later', () => {
    const word = fc.option(fc.integer({ min: 0, max: 400 * 60_000 }), { nil: undefined })
    fc.assert(
      fc.property(
        fc.record({ ecg: word, spo2: word, temperature: word }),
        fc.integer({ min: 100 * 60_000, max: 600 * 60_000 }),
        fc.integer({ min: 0, max: 1_000_000_000 }),
        (words, nowMs, share) => {
          const patient = {
            beganMs: 100 * 60_000,
            afterMinutes: 91,
            lastByDevice: Object.fromEntries(
              Object.entries(words).filter(([, ms]) => ms !== undefined),
            ),
          }
          const next = nextSilenceMs(patient, nowMs)
          const now = of(silences(patient, nowMs))
          const until = next ?? nowMs + 2_000 * 60_000
          const between = nowMs + ((until - 1 - nowMs) * share) / 1_000_000_000
          expect(of(silences(patient, between))).toEqual(now)
          if (next !== null) expect(of(silences(patient, next))).not.toEqual(now)
        },
      ),
    )
  })
})

describe('a reading that came late', () => {
  const at = (ms: number): string => new Date(ms).toISOString()
  const trigger = (measuredMs: number, arrivedMs?: number) => ({
    id: at(measuredMs),
    startedAt: at(measuredMs),
    ...(arrivedMs === undefined ? {} : { raisedAt: at(arrivedMs) }),
  })
  const rule = {
    id: 'r',
    name: 'r',
    type: 'new-checkup',
    description: '',
    condition: { kind: 'totalScore', atLeast: 7 },
  } as const
  const alert = { type: 'AlertRule', alertRule: rule } as const

  test('is one that arrived 15 minutes and more after it was measured; of several the one that came last counts', () => {
    const minute = 60_000
    expect(lateReading({ ...alert, triggers: [trigger(noon, noon + 15 * minute - 1)] })).toBeNull()
    expect(lateReading({ ...alert, triggers: [trigger(noon, noon + 15 * minute)] })).toEqual({
      measuredMs: noon,
      arrivedMs: noon + 15 * minute,
    })
    const late = trigger(noon - 3 * hour, noon + minute)
    const inTime = trigger(noon, noon)
    expect(lateReading({ ...alert, triggers: [inTime, late] })?.measuredMs).toBe(noon - 3 * hour)
    expect(
      lateReading({ ...alert, triggers: [late, trigger(noon + hour, noon + hour)] }),
    ).toBeNull()
    expect([
      isOnlyLate({ ...alert, triggers: [inTime, late] }),
      isOnlyLate({ ...alert, triggers: [late] }),
    ]).toEqual([false, true])
    // A device that was away sends all at once, in any order.
    const burst = [3, 1, 2].map((hours) => trigger(noon - hours * hour, noon + hours * 1_000))
    expect(lateReading({ ...alert, triggers: burst })?.measuredMs).toBe(noon - hour)
  })

  test('is not told where nothing says when it arrived, nor of what is raised because nothing came', () => {
    const late = [trigger(noon, noon + hour)]
    const stopped = {
      ...rule,
      condition: { kind: 'dataStopped', of: 'monitoring', afterMinutes: 60 },
    }
    expect(lateReading({ ...alert, triggers: [trigger(noon)] })).toBeNull()
    expect(lateReading({ ...alert, triggers: [] })).toBeNull()
    expect(lateReading({ ...alert, alertRule: stopped, triggers: late })).toBeNull()
    for (const type of ['CheckupScheduleEvent', 'PatientCallbackRequest'] as const)
      expect(lateReading({ type, alertRule: null, triggers: late })).toBeNull()
  })
})
