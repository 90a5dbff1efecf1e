import { describe, expect, test } from 'vitest'
import { evaluate } from '../../src/domain/alerts/evaluate'
import type { Observed } from '../../src/domain/alerts/observed'
import { alertParameters } from '../../src/domain/alerts/rule'
import {
  brokenLimits,
  brokenLimitWords,
  brokenTogether,
  limitedParameters,
  type BrokenLimit,
  type LimitedParameter,
  type LimitedReading,
} from '../../src/domain/alerts/safety-limits'
import { notScoredReasons, type NotScored } from '../../src/domain/ews/applies'
import { consciousnessValues } from '../../src/domain/ews/consciousness'
import { roundTo } from '../../src/domain/units/decimal'
import { alertTexts, conditionWords } from '../../src/texts/alerts'

const nothing: LimitedReading['values'] = {
  respiratoryRate: null,
  spO2: null,
  pulse: null,
  systolic: null,
  diastolic: null,
  temperature: null,
}
const isBroken = (of: NotScored, parameter: LimitedParameter, value: number): boolean =>
  brokenLimits(of, { consciousness: null, values: { ...nothing, [parameter]: value } }).length > 0

/** As decisions.md (T2) words them. */
const wanted: Readonly<
  Record<NotScored, Readonly<Record<LimitedParameter, (v: number) => boolean>>>
> = {
  pregnant: {
    respiratoryRate: (v) => v < 10 || v > 30,
    spO2: (v) => v < 95,
    pulse: (v) => v < 40 || v > 120,
    systolic: (v) => v < 90 || v > 160,
    diastolic: (v) => v > 100,
    temperature: (v) => v < 35 || v > 38,
  },
  'under-16': {
    respiratoryRate: (v) => v <= 8,
    spO2: (v) => v <= 91,
    pulse: (v) => v <= 40,
    systolic: () => false,
    diastolic: () => false,
    temperature: (v) => v <= 35,
  },
}
const steps = (parameter: LimitedParameter): readonly number[] =>
  parameter === 'temperature'
    ? Array.from({ length: 300 }, (_, at) => roundTo(20 + at / 10, 1))
    : Array.from({ length: 301 }, (_, at) => at)

describe.each(notScoredReasons)('the fixed limits: %s', (of) => {
  test.each(limitedParameters)('%s at every step', (parameter) => {
    for (const value of steps(parameter))
      expect([value, isBroken(of, parameter, value)]).toEqual([value, wanted[of][parameter](value)])
  })

  test('between two steps a value is the worse of them', () => {
    for (const parameter of limitedParameters) {
      const all = steps(parameter)
      for (const [at, low] of all.slice(0, -1).entries()) {
        const high = all[at + 1] ?? low
        const between = roundTo((low + high) / 2, 3)
        expect([between, isBroken(of, parameter, between)]).toEqual([
          between,
          wanted[of][parameter](low) || wanted[of][parameter](high),
        ])
      }
    }
  })

  test('everybody who is not alert breaks one; what was not measured breaks none', () => {
    expect(
      consciousnessValues.map(
        (consciousness) => brokenLimits(of, { consciousness, values: nothing }).length,
      ),
    ).toEqual([0, 1, 1, 1, 1])
    expect(brokenLimits(of, { consciousness: null, values: nothing })).toEqual([])
  })
})

const grave: LimitedReading = {
  consciousness: 'U',
  values: { ...nothing, respiratoryRate: 4, spO2: 80, pulse: 30, temperature: 33 },
}

test('they are for nobody whom NEWS2 is for', () => {
  expect(brokenLimits(null, grave)).toEqual([])
})

test('what broke is named in the order of how grave it is, in the units of the edition', () => {
  const broken = brokenLimits('under-16', grave)
  expect(brokenLimitWords(broken, alertTexts('en-GB').broken)).toBe(
    'Not alert, respiratory rate 4, SpO2 80%, pulse 30, temperature 33.0 °C',
  )
  expect(brokenLimitWords(broken.slice(1), alertTexts('en-US').broken)).toBe(
    'Respiratory rate 4, SpO2 80%, pulse 30, temperature 91.4 °F',
  )
})

test('the limits themselves are told with the alert', () => {
  const words = (notScored: NotScored) =>
    conditionWords({ kind: 'safetyLimits', notScored, broken: [] }, 'en-GB')
  expect(words('under-16')).toBe(
    'Fixed limits under 16, where NEWS2 does not apply: not alert, respiratory rate below 9/min, SpO2 below 92%, pulse below 41/min, temperature below 35.1 °C',
  )
  expect(words('pregnant')).toBe(
    'Fixed limits in pregnancy, where NEWS2 does not apply (red triggers of MEOWS): not alert, respiratory rate below 10/min or above 30/min, SpO2 below 95%, pulse below 40/min or above 120/min, systolic blood pressure below 90 mmHg or above 160 mmHg, diastolic blood pressure above 100 mmHg, temperature below 35.0 °C or above 38.0 °C',
  )
})

test('of several readings each parameter is that of the newest that broke it, and none is lost', () => {
  const of = (...broken: readonly BrokenLimit[]) => ({ notScored: 'pregnant', broken })
  expect(
    brokenTogether([
      of({ parameter: 'pulse', value: 130 }),
      { of: 'a later release' },
      of({ parameter: 'consciousness', value: 'V' }, { parameter: 'pulse', value: 125 }),
    ]),
  ).toEqual(of({ parameter: 'consciousness', value: 'V' }, { parameter: 'pulse', value: 130 }))
  expect(brokenTogether([])).toBeNull()
})

test('limits of a pathway are those of adults: of vital signs they are for nobody under 16', () => {
  const values = Object.fromEntries(alertParameters.map((parameter) => [parameter, 1]))
  const of = (notScored: NotScored | null): readonly string[] =>
    evaluate(
      alertParameters.map((parameter) => ({
        id: parameter,
        type: 'new-checkup',
        condition: { kind: 'threshold', parameter, is: 'below', value: 2 },
        severity: 1,
      })),
      {
        source: 'new-checkup',
        atMs: 0,
        values: values as Observed['values'],
        scores: {
          respiratoryRate: null,
          spO2: null,
          onOxygen: null,
          systolic: null,
          pulse: null,
          consciousness: null,
          temperature: null,
        },
        consciousness: null,
        notScored,
        checkPatient: [],
        emergencySigns: [],
        totalScore: null,
        missing: 7,
        riskLevel: null,
      },
      [],
    ).map(({ ruleId }) => ruleId)
  expect(of('under-16')).toEqual(['weight', 'glucose'])
  expect(of('pregnant')).toEqual([...alertParameters])
  expect(of(null)).toEqual([...alertParameters])
})
