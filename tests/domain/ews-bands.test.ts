import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkBands,
  checkThresholds,
  defaultThresholds,
  sameThresholds,
  scoreCheckup,
  scoreValue,
  stepOf,
} from '../../src/domain/ews'
import { roundTo } from '../../src/domain/units'
import { bandSchema, ewsThresholdsSchema, type Band } from '../../src/domain/ews/thresholds'

/** Sound bands by construction: ascending cuts, one band more than cuts. */
const soundBands = (step: number) =>
  fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 9, maxLength: 9 }),
    )
    .map(([cuts, scores]) => {
      const places = step === 1 ? 0 : 1
      const edges = cuts.toSorted((a, b) => a - b).map((cut) => roundTo(cut * step, places))
      return Array.from({ length: edges.length + 1 }, (_, index): Band => {
        const [below, above] = [edges[index - 1], edges[index]]
        return {
          score: scores[index] ?? 0,
          ...(below === undefined ? {} : { low: roundTo(below + step, places) }),
          ...(above === undefined ? {} : { high: above }),
        }
      })
    })
const anyStep = fc.constantFrom(1, 0.1)

describe('threshold bands', () => {
  test('nothing lies between two bands that are sound', () => {
    fc.assert(
      fc.property(
        anyStep.chain((step) => fc.tuple(fc.constant(step), soundBands(step))),
        fc.double({ min: -10, max: 500, noNaN: true }),
        ([step, bands], value) => {
          expect(checkBands(bands, step)).toBeNull()
          expect(scoreValue(bands, value, step)).not.toBeNull()
        },
      ),
    )
  })

  test('exactly one band takes any value', () => {
    fc.assert(
      fc.property(soundBands(1), fc.integer({ min: -10, max: 500 }), (bands, value) => {
        expect(bands.filter((band) => scoreValue([band], value, 1) !== null)).toHaveLength(1)
      }),
    )
  })

  test('moving any one inner edge opens a gap or an overlap, and is found', () => {
    fc.assert(
      fc.property(soundBands(1), fc.nat(), fc.constantFrom(-1, 1), (bands, pick, by) => {
        const index = pick % (bands.length - 1)
        const moved = bands.map((band, at) =>
          at === index && band.high !== undefined ? { ...band, high: band.high + by } : band,
        )
        expect(checkBands(moved, 1)).not.toBeNull()
      }),
    )
  })

  test('C287 the bottom band has only high and the top band only low: each fault has its name', () => {
    expect(checkBands([], 1)).toBe('empty')
    expect(
      checkBands(
        [
          { low: 0, high: 5, score: 1 },
          { low: 6, score: 0 },
        ],
        1,
      ),
    ).toBe('bottom-not-open')
    expect(
      checkBands(
        [
          { high: 5, score: 1 },
          { low: 6, high: 9, score: 0 },
        ],
        1,
      ),
    ).toBe('top-not-open')
    expect(
      checkBands(
        [
          { high: 5, score: 1 },
          { low: 6, score: 0 },
        ],
        1,
      ),
    ).toBeNull()
    expect(checkBands([{ high: 5, score: 1 }, { score: 2 }, { low: 9, score: 0 }], 1)).toBe(
      'inner-open',
    )
    expect(
      checkBands(
        [
          { high: 5.5, score: 1 },
          { low: 6.5, score: 0 },
        ],
        1,
      ),
    ).toBe('off-step')
    expect(
      checkBands(
        [
          { high: 5, score: 1 },
          { low: 6, high: 4, score: 2 },
          { low: 5, score: 0 },
        ],
        1,
      ),
    ).toBe('reversed')
    expect(
      checkBands(
        [
          { high: 5, score: 1 },
          { low: 7, score: 0 },
        ],
        1,
      ),
    ).toBe('gap-or-overlap')
    expect(
      checkBands(
        [
          { high: 36, score: 1 },
          { low: 36.1, score: 0 },
        ],
        0.1,
      ),
    ).toBeNull()
  })

  test('a set of thresholds names the parameter that is wrong', () => {
    expect(
      checkThresholds({
        ...defaultThresholds,
        pulse: [
          { high: 50, score: 1 },
          { low: 60, score: 0 },
        ],
      }),
    ).toEqual({ parameter: 'pulse', fault: 'gap-or-overlap' })
  })

  test('C286 thresholds are keyed by the five parameters, each a list of low, high and score', () => {
    expect(ewsThresholdsSchema.safeParse(defaultThresholds).success).toBe(true)
    for (const parameter of [
      'respiratoryRate',
      'spO2',
      'bloodPressure',
      'pulse',
      'temperature',
    ] as const) {
      const { [parameter]: _gone, ...rest } = defaultThresholds
      expect([parameter, ewsThresholdsSchema.safeParse(rest).success]).toEqual([parameter, false])
    }
    expect(bandSchema.safeParse({ high: 8, score: 4 }).success).toBe(false)
  })
})

describe('personal thresholds', () => {
  const input = {
    respiratoryRate: 22,
    spO2: 90,
    onOxygen: false,
    systolic: 120,
    pulse: 70,
    consciousness: 'A',
    temperature: 37,
  } as const
  const personal = {
    ...defaultThresholds,
    respiratoryRate: [
      { high: 8, score: 3 },
      { low: 9, high: 24, score: 0 },
      { low: 25, score: 3 },
    ],
    spO2: [
      { high: 87, score: 3 },
      { low: 88, score: 0 },
    ],
  }

  test('score by the patient’s own bands', () => {
    expect(
      scoreCheckup(input, { thresholds: null, spo2Scale: 1, riskScheme: 'NEWS2' }),
    ).toMatchObject({ RRScore: 2, SpO2Score: 3 })
    expect(
      scoreCheckup(input, { thresholds: personal, spo2Scale: 1, riskScheme: 'NEWS2' }),
    ).toMatchObject({ RRScore: 0, SpO2Score: 0 })
  })

  test('Scale 2 stands before personal SpO2 bands, since they cannot know of oxygen', () => {
    const scored = scoreCheckup(
      { ...input, spO2: 98, onOxygen: true },
      { thresholds: personal, spo2Scale: 2, riskScheme: 'NEWS2' },
    )
    expect(scored).toMatchObject({ SpO2Score: 3, RRScore: 0 })
  })

  test('are the same only when every band is', () => {
    expect(sameThresholds(defaultThresholds, structuredClone(defaultThresholds))).toBe(true)
    expect(sameThresholds(defaultThresholds, personal)).toBe(false)
    const [bottom, ...rest] = defaultThresholds.temperature
    expect(
      sameThresholds(defaultThresholds, {
        ...defaultThresholds,
        temperature: [{ ...bottom, high: 34.9, score: 3 }, ...rest],
      }),
    ).toBe(false)
  })

  test('a reading in a gap of broken bands is unknown, not normal', () => {
    expect(
      scoreValue(
        [
          { high: 5, score: 1 },
          { low: 7, score: 0 },
        ],
        6,
        stepOf.pulse,
      ),
    ).toBeNull()
  })
})
