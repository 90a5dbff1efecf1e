import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkThresholds,
  defaultThresholds,
  scoreCheckup,
  scoreValue,
  stepOf,
  totalBand,
  type EwsInput,
  type EwsScheme,
} from '../../src/domain/ews'
import type { Consciousness } from '../../src/domain/checkup/checkup'

/**
 * The RCP chart, written out value by value and apart from the code's bands. Each row: parameter,
 * first value, last value, score. Source: RCP, National Early Warning Score (NEWS) 2, London 2017,
 * chart 1.
 */
const chart: readonly (readonly [Parameter, number, number, number])[] = [
  ['respiratoryRate', 1, 8, 3],
  ['respiratoryRate', 9, 11, 1],
  ['respiratoryRate', 12, 20, 0],
  ['respiratoryRate', 21, 24, 2],
  ['respiratoryRate', 25, 120, 3],
  ['systolic', 10, 90, 3],
  ['systolic', 91, 100, 2],
  ['systolic', 101, 110, 1],
  ['systolic', 111, 219, 0],
  ['systolic', 220, 350, 3],
  ['pulse', 10, 40, 3],
  ['pulse', 41, 50, 1],
  ['pulse', 51, 90, 0],
  ['pulse', 91, 110, 1],
  ['pulse', 111, 130, 2],
  ['pulse', 131, 350, 3],
]
/** Tenths of a degree. */
const temperatureChart = [
  [200, 350, 3],
  [351, 360, 1],
  [361, 380, 0],
  [381, 390, 1],
  [391, 450, 2],
] as const
const spo2Chart = {
  'scale 1 on air': [
    [20, 91, 3],
    [92, 93, 2],
    [94, 95, 1],
    [96, 100, 0],
  ],
  'scale 1 on oxygen': [
    [20, 91, 3],
    [92, 93, 2],
    [94, 95, 1],
    [96, 100, 0],
  ],
  'scale 2 on air': [
    [20, 83, 3],
    [84, 85, 2],
    [86, 87, 1],
    [88, 100, 0],
  ],
  'scale 2 on oxygen': [
    [20, 83, 3],
    [84, 85, 2],
    [86, 87, 1],
    [88, 92, 0],
    [93, 94, 1],
    [95, 96, 2],
    [97, 100, 3],
  ],
} as const

type Parameter = 'respiratoryRate' | 'systolic' | 'pulse'
const scoreKeyOf = { respiratoryRate: 'RRScore', systolic: 'BPScore', pulse: 'HRScore' } as const

const normal: EwsInput = {
  respiratoryRate: 16,
  spO2: 97,
  onOxygen: false,
  systolic: 120,
  pulse: 70,
  consciousness: 'A',
  temperature: 37,
}
const scheme = (spo2Scale: 1 | 2 = 1): EwsScheme => ({
  thresholds: null,
  spo2Scale,
  riskScheme: 'NEWS2',
})
const scores = (input: Partial<EwsInput>, spo2Scale: 1 | 2 = 1) =>
  scoreCheckup({ ...normal, ...input }, scheme(spo2Scale))

describe('NEWS2 by the RCP chart', () => {
  test('P363 C327 every whole value of breathing rate, pressure and pulse has the chart’s score, on air and on oxygen', () => {
    for (const [parameter, first, last, score] of chart) {
      for (let value = first; value <= last; value++) {
        for (const onOxygen of [false, true]) {
          for (const scale of [1, 2] as const) {
            const result = scores({ [parameter]: value, onOxygen }, scale)
            expect([parameter, value, result[scoreKeyOf[parameter]]]).toEqual([
              parameter,
              value,
              score,
            ])
          }
        }
      }
    }
  })

  test('every tenth of a degree has the chart’s score', () => {
    for (const [first, last, score] of temperatureChart) {
      for (let tenths = first; tenths <= last; tenths++) {
        expect([tenths, scores({ temperature: tenths / 10 }).tempScore]).toEqual([tenths, score])
      }
    }
  })

  test('every percent of SpO2 has the chart’s score on both scales, on air and on oxygen', () => {
    for (const [name, bands] of Object.entries(spo2Chart)) {
      for (const [first, last, score] of bands) {
        for (let spO2 = first; spO2 <= last; spO2++) {
          const result = scores(
            { spO2, onOxygen: name.endsWith('oxygen') },
            name.includes('scale 2') ? 2 : 1,
          )
          expect([name, spO2, result.SpO2Score]).toEqual([name, spO2, score])
        }
      }
    }
  })

  test('93 % on air is normal under Scale 2, and 2 under Scale 1', () => {
    expect(scores({ spO2: 93 }, 2).SpO2Score).toBe(0)
    expect(scores({ spO2: 93 }, 1).SpO2Score).toBe(2)
  })

  test('only alert is normal: confusion, voice, pain and unresponsive score 3', () => {
    const found = (['A', 'C', 'V', 'P', 'U'] as const satisfies readonly Consciousness[]).map(
      (consciousness) => scores({ consciousness }).consciousnessScore,
    )
    expect(found).toEqual([0, 3, 3, 3, 3])
  })

  test('supplemental oxygen scores 2, and air 0', () => {
    expect(scores({ onOxygen: true }).onOxygenScore).toBe(2)
    expect(scores({ onOxygen: false }).onOxygenScore).toBe(0)
  })
})

describe('a reading between two steps', () => {
  test('takes the worse of its two neighbours, for every parameter and all of the chart', () => {
    const keys = {
      respiratoryRate: ['RRScore', 1, 60, 1],
      systolic: ['BPScore', 40, 260, 1],
      pulse: ['HRScore', 20, 200, 1],
      temperature: ['tempScore', 300, 430, 10],
    } as const
    for (const [parameter, [key, least, most, parts]] of Object.entries(keys))
      for (let at = least; at < most; at += 1) {
        const score = (value: number) => scores({ [parameter]: value / parts })[key]
        const worse = Math.max(score(at) ?? 0, score(at + 1) ?? 0)
        for (const part of [0.01, 0.4, 0.5, 0.99])
          expect([parameter, at + part, score(at + part)]).toEqual([parameter, at + part, worse])
      }
    for (const onOxygen of [false, true])
      for (const scale of [1, 2] as const)
        for (let at = 20; at < 100; at += 1) {
          const score = (spO2: number) => scores({ spO2, onOxygen }, scale).SpO2Score
          const worse = Math.max(score(at) ?? 0, score(at + 1) ?? 0)
          for (const part of [0.01, 0.4, 0.5, 0.99])
            expect([at + part, score(at + part)]).toEqual([at + part, worse])
        }
  })

  test('SpO2 91.5 scores as 91, 35.05 °C as 35.0, 20.4 breaths as 21', () => {
    expect(scores({ spO2: 91.5 }).SpO2Score).toBe(3)
    expect(scores({ temperature: 35.05 }).tempScore).toBe(3)
    expect(scores({ respiratoryRate: 20.4 }).RRScore).toBe(2)
  })

  test('is none where the fraction is the noise of a binary number', () => {
    for (let tenths = 200; tenths <= 450; tenths += 1)
      for (const noise of [-1e-12, 1e-12])
        expect(scores({ temperature: tenths / 10 + noise }).tempScore).toBe(
          scores({ temperature: tenths / 10 }).tempScore,
        )
  })

  test('no value falls between two bands', () => {
    fc.assert(
      fc.property(fc.double({ min: -50, max: 400, noNaN: true }), (value) => {
        for (const parameter of [
          'respiratoryRate',
          'spO2',
          'bloodPressure',
          'pulse',
          'temperature',
        ] as const) {
          expect(scoreValue(defaultThresholds[parameter], value, stepOf[parameter])).not.toBeNull()
        }
      }),
    )
    expect(checkThresholds(defaultThresholds)).toBeNull()
  })
})

describe('totals and risk', () => {
  const totalled = (input: Partial<EwsInput>) => {
    const { totalScore, riskLevel } = scores(input)
    return { totalScore, riskLevel }
  }

  test('P361 C325 the bands of a total are 0, 1 to 4, 5 to 6, and 7 or more', () => {
    expect(Array.from({ length: 21 }, (_, total) => totalBand(total))).toEqual([
      0,
      1,
      1,
      1,
      1,
      2,
      2,
      ...Array.from({ length: 14 }, () => 3),
    ])
  })

  test('P362 C326 a single 3 lifts a low total to low-medium, and nothing else', () => {
    expect(totalled({ respiratoryRate: 8 })).toEqual({ totalScore: 3, riskLevel: 2 })
    expect(totalled({ respiratoryRate: 8, temperature: 36 })).toEqual({
      totalScore: 4,
      riskLevel: 2,
    })
    expect(totalled({ onOxygen: true, temperature: 36 })).toEqual({ totalScore: 3, riskLevel: 1 })
    expect(totalled({ consciousness: 'C', onOxygen: true })).toEqual({
      totalScore: 5,
      riskLevel: 3,
    })
  })

  test('levels follow the total: 0 none, 1 to 4 low, 5 to 6 medium, 7 or more high', () => {
    expect(totalled({})).toEqual({ totalScore: 0, riskLevel: 0 })
    expect(totalled({ temperature: 36 })).toEqual({ totalScore: 1, riskLevel: 1 })
    expect(totalled({ onOxygen: true, respiratoryRate: 22 })).toEqual({
      totalScore: 4,
      riskLevel: 1,
    })
    expect(totalled({ onOxygen: true, respiratoryRate: 22, temperature: 36 })).toEqual({
      totalScore: 5,
      riskLevel: 3,
    })
    expect(totalled({ onOxygen: true, respiratoryRate: 22, temperature: 39.1 })).toEqual({
      totalScore: 6,
      riskLevel: 3,
    })
    expect(totalled({ onOxygen: true, respiratoryRate: 25, temperature: 39.1 })).toEqual({
      totalScore: 7,
      riskLevel: 4,
    })
  })

  test('the worst of everything is 20, and each score lies between 0 and 3', () => {
    const worst = {
      respiratoryRate: 30,
      spO2: 80,
      onOxygen: true,
      systolic: 80,
      pulse: 140,
      consciousness: 'U',
      temperature: 34,
    } as const
    expect(totalled(worst)).toEqual({ totalScore: 20, riskLevel: 4 })
  })
})

describe('what was not measured', () => {
  const nothing: EwsInput = {
    respiratoryRate: null,
    spO2: null,
    onOxygen: null,
    systolic: null,
    pulse: null,
    consciousness: null,
    temperature: null,
  }

  test('a check-up without any reading has no total and no risk, rather than 0', () => {
    expect(scoreCheckup(nothing, scheme())).toMatchObject({
      totalScore: null,
      riskLevel: null,
      missing: 7,
      RRScore: null,
    })
  })

  test('each missing parameter is counted and leaves the others’ scores alone', () => {
    for (const key of Object.keys(normal) as (keyof EwsInput)[]) {
      const partial = scores({ [key]: null })
      expect([key, partial.missing, partial.totalScore]).toEqual([key, 1, 0])
    }
    expect(scores({ temperature: null, respiratoryRate: 25 })).toMatchObject({
      totalScore: 3,
      missing: 1,
      riskLevel: 2,
      tempScore: null,
    })
  })

  test('under Scale 2, unknown oxygen leaves SpO2 unknown from 93 % up, where the two scales differ, and only there', () => {
    for (let spO2 = 20; spO2 <= 100; spO2++) {
      const [unknown, air] = [
        scores({ spO2, onOxygen: null }, 2),
        scores({ spO2, onOxygen: false }, 2),
      ]
      expect([spO2, unknown.SpO2Score]).toEqual([spO2, spO2 >= 93 ? null : air.SpO2Score])
      expect(unknown.missing).toBe(spO2 >= 93 ? 2 : 1)
    }
  })

  test('the scheme and the scale that were used are kept with the scores', () => {
    const kept = scoreCheckup(normal, {
      thresholds: null,
      spo2Scale: 2,
      riskScheme: 'Home baseline',
    })
    expect(kept).toMatchObject({ spo2Scale: 2, riskScheme: 'Home baseline' })
  })
})
