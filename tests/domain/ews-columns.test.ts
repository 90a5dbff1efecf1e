import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { consciousnessValues } from '../../src/domain/checkup/checkup'
import {
  columnsOf,
  countChanged,
  defaultThresholds,
  moveTick,
  rescoreParameter,
  scoreCheckup,
  scoreColumns,
  unscored,
  type ColumnScores,
  type EwsInput,
  type EwsScheme,
} from '../../src/domain/ews'
import {
  thresholdParameters,
  type EwsThresholds,
  type ThresholdParameter,
} from '../../src/domain/ews/thresholds'

const reading = (least: number, most: number) =>
  fc.option(
    fc.oneof(
      fc.integer({ min: least, max: most }),
      fc.double({ min: least, max: most, noNaN: true }),
    ),
    { nil: null },
  )
const input: fc.Arbitrary<EwsInput | null> = fc.option(
  fc.record({
    respiratoryRate: reading(1, 120),
    spO2: reading(20, 100),
    systolic: reading(10, 350),
    pulse: reading(10, 350),
    // Devices send one decimal, or two, or a binary fraction.
    temperature: fc.option(
      fc.oneof(
        fc.integer({ min: 200, max: 450 }).map((tenths) => tenths / 10),
        fc.integer({ min: 2000, max: 4500 }).map((hundredths) => hundredths / 100),
        fc.double({ min: 20, max: 45, noNaN: true }),
      ),
      { nil: null },
    ),
    onOxygen: fc.constantFrom(true, false, null),
    consciousness: fc.option(fc.constantFrom(...consciousnessValues), { nil: null }),
  }),
  { nil: null, freq: 20 },
)
const drag = fc.record({
  parameter: fc.constantFrom(...thresholdParameters),
  tick: fc.nat({ max: 5 }),
  value: fc.double({ min: 0, max: 260, noNaN: true }),
})
const scheme = (thresholds: EwsThresholds | null, spo2Scale: 1 | 2): EwsScheme => ({
  thresholds,
  spo2Scale,
  riskScheme: 'NEWS2',
})
const keys = {
  respiratoryRate: 'RRScore',
  spO2: 'SpO2Score',
  bloodPressure: 'BPScore',
  pulse: 'HRScore',
  temperature: 'tempScore',
} as const satisfies Record<ThresholdParameter, string>

/** What scoreCheckup says of every check-up, in the shape of columns. */
const recomputed = (inputs: readonly (EwsInput | null)[], how: EwsScheme): ColumnScores => {
  const all = inputs.map((each) => (each === null ? null : scoreCheckup(each, how)))
  const parameters = Object.fromEntries(
    thresholdParameters.map((each) => [
      each,
      Uint8Array.from(all, (scores) => scores?.[keys[each]] ?? unscored),
    ]),
  )
  return {
    parameters: parameters as ColumnScores['parameters'],
    totals: Uint8Array.from(all, (scores) => scores?.totalScore ?? unscored),
  }
}

describe('scores of many check-ups at once', () => {
  test('are those of scoreCheckup, for any readings, on both scales', () => {
    fc.assert(
      fc.property(fc.array(input, { maxLength: 30 }), fc.constantFrom(1, 2), (inputs, scale) => {
        const how = scheme(null, scale as 1 | 2)
        expect(scoreColumns(columnsOf(inputs), how)).toEqual(recomputed(inputs, how))
      }),
      { numRuns: 300 },
    )
  })

  test('C338 after any drags the scores are exactly those of a full recomputation', () => {
    fc.assert(
      fc.property(
        fc.array(input, { maxLength: 20 }),
        fc.array(drag, { maxLength: 40 }),
        fc.constantFrom(1, 2),
        (inputs, drags, scale) => {
          const columns = columnsOf(inputs)
          let how = scheme(defaultThresholds, scale as 1 | 2)
          const live = scoreColumns(columns, how)
          for (const { parameter, tick, value } of drags) {
            const thresholds = how.thresholds ?? defaultThresholds
            how = scheme(
              {
                ...thresholds,
                [parameter]: [...moveTick(parameter, thresholds[parameter], tick, value)],
              },
              scale as 1 | 2,
            )
            rescoreParameter(columns, live, parameter, how)
          }
          expect(live).toEqual(recomputed(inputs, how))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('a reading between two steps takes the worse: 36.05 °C as 36.0, 38.05 as 38.1', () => {
    const at = (temperature: number): EwsInput => ({
      respiratoryRate: null,
      spO2: null,
      onOxygen: null,
      systolic: null,
      pulse: null,
      consciousness: null,
      temperature,
    })
    expect([
      ...scoreColumns(columnsOf([36.04, 36.05, 38.04, 38.05].map(at)), scheme(null, 1)).parameters
        .temperature,
    ]).toEqual([1, 1, 1, 1])
  })

  test('changed totals are counted, over all and over the last ten', () => {
    const before = Uint8Array.from({ length: 12 }, () => 1)
    const now = Uint8Array.from({ length: 12 }, (_none, at) => (at === 0 || at === 11 ? 2 : 1))
    expect([countChanged(before, now), countChanged(before, now, 10)]).toEqual([2, 1])
  })
})
