import { describe, expect, test } from 'vitest'
import { evaluate, isGrave } from '../../src/domain/alerts/evaluate'
import { observeBucket, type Observed } from '../../src/domain/alerts/observed'
import { rehearse } from '../../src/domain/alerts/rehearse'
import { judgedSources, type AlertCondition, type AlertRule } from '../../src/domain/alerts/rule'
import { pathwayTemplates } from '../../src/domain/pathway/templates'
import { scoreInForce } from '../../src/domain/virtual-ward/score-in-force'

const hour = 3_600_000
const end = Date.parse('2026-03-02T12:00:00Z')
const vital = (value: number) => ({ value, median: value, min: value, max: value })
const bucketOf = (
  thresholdScores: Parameters<typeof observeBucket>[1],
  values: { spo2?: number } = {},
): Observed =>
  observeBucket(
    {
      bucketEndAt: new Date(end).toISOString(),
      respiratoryRate: null,
      spo2: values.spo2 === undefined ? null : vital(values.spo2),
      heartRate: null,
      pulseRate: null,
      temperature: null,
      notUsable: [],
    },
    thresholdScores,
    null,
  )
const scores = (RRScore: number | null, SpO2Score: number | null, HRScore: number | null) => ({
  RRScore,
  SpO2Score,
  HRScore,
  tempScore: HRScore,
})
const rule = (
  id: string,
  condition: AlertCondition,
  severity: number,
  type: AlertRule['type'] = 'new-checkup',
): AlertRule => ({ id, type, condition, severity })
const byTotal: readonly AlertRule[] = [
  rule('seven', { kind: 'totalScore', atLeast: 7 }, 4),
  rule('five', { kind: 'totalScore', atLeast: 5 }, 3),
]
const checkup = (over: Partial<Observed>): Observed => ({
  ...bucketOf(scores(null, null, null)),
  source: 'new-checkup',
  ...over,
})

describe('a partial total is a lower bound', () => {
  test('of a bucket it raises what it is enough for, as grave as it is', () => {
    const found = (thresholdScores: Parameters<typeof observeBucket>[1]) =>
      evaluate(byTotal, bucketOf(thresholdScores), [])
    expect(found(scores(2, 2, 2))).toEqual([{ ruleId: 'seven', severity: 4 }])
    expect(found(scores(1, 2, 1))).toEqual([{ ruleId: 'five', severity: 3 }])
    expect(found(scores(0, 2, 1))).toEqual([])
    expect(found(scores(null, null, null))).toEqual([])
  })

  test('of a check-up it does, and never a rule that looks for a change', () => {
    const rise = rule(
      'rise',
      { kind: 'trend', of: 'totalScore', change: 'rise', by: 2, withinHours: 24 },
      3,
    )
    const partial = checkup({ totalScore: 8, missing: 3, riskLevel: 4 })
    const before = checkup({ totalScore: 0, missing: 0, riskLevel: 0, atMs: end - hour })
    expect(evaluate([...byTotal, rise], partial, [before])).toEqual([
      { ruleId: 'seven', severity: 4 },
    ])
  })
})

describe('a single 3 is one whatever measured it', () => {
  const single = (atLeast: number, parameter?: 'pulse' | 'consciousness'): AlertCondition => ({
    kind: 'singleScore',
    atLeast,
    ...(parameter === undefined ? {} : { parameter }),
  })

  test.each(pathwayTemplates.map(({ key, alertRules }) => [key, alertRules] as const))(
    'template %s: a bucket with SpO2 75, or with a pulse of 35, raises an alert',
    (_key, alertRules) => {
      const rules = alertRules.map(({ name, type, condition, severity }) =>
        rule(name, condition, severity, type),
      )
      const names = (thresholdScores: Parameters<typeof observeBucket>[1]) =>
        evaluate(rules, bucketOf(thresholdScores), []).map(({ ruleId }) => ruleId)
      expect(names({ RRScore: 0, SpO2Score: 3, HRScore: 0, tempScore: null })).toEqual([
        'A single very abnormal value',
      ])
      expect(names({ RRScore: null, SpO2Score: null, HRScore: 3, tempScore: null })).toEqual([
        'A single very abnormal value',
      ])
      expect(names({ RRScore: 0, SpO2Score: 2, HRScore: 2, tempScore: 0 })).toEqual([])
    },
  )

  test('a rule of a lower single score, or of what monitoring does not score, is of check-ups alone', () => {
    expect(
      [single(3), single(3, 'pulse'), single(2), single(3, 'consciousness')].map((condition) =>
        judgedSources('new-checkup', condition),
      ),
    ).toEqual(['both', 'both', 'new-checkup', 'new-checkup'])
    expect(judgedSources('continuous-monitoring', single(3))).toBe('continuous-monitoring')
    expect(evaluate([rule('two', single(2), 2)], bucketOf(scores(2, 2, 2)), [])).toEqual([])
  })
})

describe('a higher rule swallows the lower one of the same reading', () => {
  test('with its severity where that is greater, so that nothing is told as less grave', () => {
    const rules = [
      rule('seven', { kind: 'totalScore', atLeast: 7 }, 1),
      rule('five', { kind: 'totalScore', atLeast: 5 }, 4),
    ]
    const found = (totalScore: number) =>
      evaluate(rules, checkup({ totalScore, missing: 0, riskLevel: 3 }), [])
    expect(found(7)).toEqual([{ ruleId: 'seven', severity: 4 }])
    expect(found(6)).toEqual([{ ruleId: 'five', severity: 4 }])
  })

  test('but none of another kind, or of another parameter', () => {
    const three = (parameter?: 'pulse' | 'consciousness'): AlertCondition => ({
      kind: 'singleScore',
      atLeast: 3,
      ...(parameter === undefined ? {} : { parameter }),
    })
    const rules = [
      ...byTotal,
      rule('any', three(), 2),
      rule('two', { kind: 'singleScore', atLeast: 2 }, 2),
      rule('pulse', three('pulse'), 2),
      rule('low', { kind: 'threshold', parameter: 'spO2', is: 'atMost', value: 91 }, 3),
    ]
    const reading = bucketOf(scores(3, 3, 3), { spo2: 88 })
    expect(
      evaluate(rules, { ...reading, source: 'new-checkup' }, []).map(({ ruleId }) => ruleId),
    ).toEqual(['seven', 'any', 'pulse', 'low'])
  })
})

describe('a grave reading', () => {
  test('is a total of 5 or more, complete or not, a single 3, a broken limit, or what may be of a dying patient', () => {
    expect(
      [
        checkup({ totalScore: 5, missing: 3 }),
        checkup({ totalScore: 4, missing: 0 }),
        bucketOf(scores(3, 0, 0)),
        bucketOf(scores(2, 2, 0)),
        checkup({ notScored: 'under-16', consciousness: 'V' }),
        checkup({ notScored: 'under-16', consciousness: 'A' }),
        checkup({ checkPatient: ['pulse'] }),
      ].map(isGrave),
    ).toEqual([true, false, true, false, true, false, true])
  })

  test('that came too late is rehearsed as it is told: where it was the newest when it came', () => {
    const late = (totalScore: number, atMs: number) => ({
      observed: checkup({ totalScore, missing: 0, riskLevel: 4, atMs }),
      receivedMs: end,
    })
    const run = (...readings: readonly ReturnType<typeof late>[]) =>
      rehearse(byTotal, readings, () => 'too-late')
    expect(run(late(9, end - 30 * hour))).toEqual({ found: new Map([['seven', 1]]), tooLate: 0 })
    expect(run(late(9, end - 30 * hour), late(0, end - 29 * hour))).toEqual({
      found: new Map(),
      tooLate: 1,
    })
  })
})

test('what NEWS2 is not for ends the score in force, and its end brings it back', () => {
  const ewsScores = {
    BPScore: 3,
    consciousnessScore: 3,
    HRScore: 2,
    RRScore: 3,
    SpO2Score: 2,
    tempScore: 1,
    onOxygenScore: 0,
    totalScore: 14,
    riskLevel: 4,
    missing: 0,
    spo2Scale: 1 as const,
    riskScheme: 'NEWS2',
  }
  const of = (notScored: 'pregnant' | null) =>
    scoreInForce({
      latestCheckup: { endedAt: new Date(end).toISOString(), ewsScores, notScored },
      trend: [
        { endedAt: new Date(end - hour).toISOString(), totalScore: 9, riskLevel: 4, measured: 127 },
      ],
      continuousMonitoringSession: null,
      latestContinuousMonitoring: null,
    })
  expect(of('pregnant')).toBeNull()
  expect(of(null)).toMatchObject({ total: 14, risk: 4 })
})
