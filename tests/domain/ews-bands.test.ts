import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  asksForBasis,
  checkBands,
  checkThresholds,
  defaultThresholds,
  sameThresholds,
  schemeInForce,
  scoreCheckup,
  scoreValue,
  stepOf,
  totalBand,
} from '../../src/domain/ews'
import type { EwsThresholds } from '../../src/domain/ews/thresholds'
import { lineLimitMs, totalBands, totalLine, totalPoints } from '../../src/domain/ews/total-trend'
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

  test('Scale 2 replaces personal SpO2 bands, since they cannot know of oxygen', () => {
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

describe('the total over time', () => {
  const hour = 3_600_000
  const point = fc.record({
    hoursSince: fc.integer({ min: 0, max: 40 }),
    total: fc.integer({ min: 0, max: 20 }),
    missing: fc.constantFrom(0, 0, 0, 1, 6),
  })
  const series = fc.array(point, { maxLength: 30 }).map((steps) => {
    let atMs = 0
    return steps.map(({ hoursSince, total, missing }, at) => {
      atMs += hoursSince * hour
      return { id: String(at), atMs, total, risk: null, missing }
    })
  })

  test('each total is drawn once at its time, a partial one apart', () => {
    fc.assert(
      fc.property(series, (points) => {
        const line = totalLine(points, 12 * hour)
        const drawn = (values: readonly (number | null | undefined)[]) =>
          values.flatMap((value, at) => (value == null ? [] : [[line.atMs[at], value]]))
        const given = (isPartial: boolean) =>
          points.flatMap(({ atMs, total, missing }) =>
            missing > 0 === isPartial ? [[atMs, total]] : [],
          )
        expect(drawn(line.complete)).toEqual(given(false))
        expect(drawn(line.partial)).toEqual(given(true))
        expect(line.atMs).toEqual(line.atMs.toSorted((a, b) => a - b))
        expect([line.complete.length, line.partial.length]).toEqual(
          Array.from({ length: 2 }, () => line.atMs.length),
        )
      }),
    )
  })

  test('the line ends between two complete totals exactly where they are further apart than the limit', () => {
    fc.assert(
      fc.property(series, fc.constantFrom(12, 36), (points, limit) => {
        const { atMs, complete } = totalLine(points, limit * hour)
        let before: number | null = null
        let isEnded = false
        complete.forEach((value, at) => {
          if (value === null) isEnded = true
          if (value == null) return
          const now = atMs[at] ?? 0
          if (before !== null) expect(isEnded).toBe(now - before > limit * hour)
          before = now
          isEnded = false
        })
        expect(isEnded).toBe(false)
      }),
    )
  })

  test('a partial total in a gap does not join what is missing, nor end a line that goes over it', () => {
    const at = (hours: number, total: number, missing = 0) => ({
      id: String(hours),
      atMs: hours * hour,
      total,
      risk: null,
      missing,
    })
    expect(totalLine([at(0, 1), at(10, 2, 3), at(20, 4)], 12 * hour)).toEqual({
      atMs: [0, 0, 10 * hour, 20 * hour],
      complete: [1, null, undefined, 4],
      partial: [null, null, 2, null],
    })
    expect(totalLine([at(0, 1), at(5, 2, 3), at(12, 4)], 12 * hour).complete).toEqual([
      1,
      undefined,
      4,
    ])
  })

  test('check-ups without a score are left out, the others are in the order of time', () => {
    const scores = (totalScore: number | null, missing = 0) => ({
      BPScore: 0,
      consciousnessScore: 0,
      HRScore: 0,
      RRScore: 0,
      SpO2Score: 0,
      tempScore: 0,
      onOxygenScore: 0,
      totalScore,
      riskLevel: totalScore === null ? null : 1,
      missing,
      spo2Scale: 1 as const,
      riskScheme: 'NEWS2',
    })
    const checkup = (id: string, hours: number, ewsScores: ReturnType<typeof scores> | null) => ({
      id,
      endedAt: new Date(hours * hour).toISOString(),
      ewsScores,
    })
    expect(
      totalPoints([
        checkup('late', 9, scores(5)),
        checkup('none', 8, null),
        checkup('nothing', 7, scores(null, 7)),
        checkup('early', 1, scores(2, 3)),
      ]),
    ).toEqual([
      { id: 'early', atMs: hour, total: 2, risk: 1, missing: 3 },
      { id: 'late', atMs: 9 * hour, total: 5, risk: 1, missing: 0 },
    ])
  })

  test('the grounds are the bands of a total, without a gap, and one daily score is a line', () => {
    const bandAt = (total: number) =>
      totalBands.flatMap(({ band, from, to }) => (total >= from && total <= to ? [band] : []))
    for (let total = 0; total <= 20; total += 1)
      expect(bandAt(total)).toEqual(total === 0 ? [] : [totalBand(total)])
    expect(lineLimitMs('24h')).toBe(12 * hour)
    for (const span of ['3d', '7d', '14d', '30d'] as const) {
      expect(lineLimitMs(span)).toBeGreaterThan(26 * hour)
      expect(lineLimitMs(span)).toBeLessThan(48 * hour)
    }
  })
})

describe('what a patient is scored by', () => {
  const [own, pathway] = [
    { ...defaultThresholds, pulse: defaultThresholds.pulse.slice(1) },
    { ...defaultThresholds, pulse: defaultThresholds.pulse.slice(2) },
  ]
  const set = (thresholds: EwsThresholds | null, riskScheme: string, spo2Scale: 1 | 2 = 1) => ({
    thresholds,
    riskScheme,
    spo2Scale,
  })
  test.each([
    ['nothing', null, null, set(null, 'NEWS2')],
    ['the pathway alone', null, pathway, set(pathway, 'Pathway')],
    ['their own', set(own, 'Personal'), null, set(own, 'Personal')],
    ['their own before the pathway’s', set(own, 'Personal', 2), pathway, set(own, 'Personal', 2)],
    ['Scale 2 alone', set(null, 'NEWS2', 2), null, set(null, 'NEWS2', 2)],
    [
      'Scale 2, thresholds of the pathway',
      set(null, 'NEWS2', 2),
      pathway,
      set(pathway, 'Pathway', 2),
    ],
  ] as const)('%s, and it is named so', (_of, decided, of, expected) => {
    expect(schemeInForce(decided, of)).toEqual(expected)
  })
})

describe('what asks for a basis', () => {
  const withBands = (part: Partial<EwsThresholds>) =>
    asksForBasis({ thresholds: { ...defaultThresholds, ...part }, spo2Scale: 1 })

  test('B6 a thin band at the end hides nothing: what scores 3 as published and 0 here asks', () => {
    expect(withBands({})).toBe(false)
    expect(
      withBands({
        spO2: [
          { high: 60, score: 3 },
          { low: 61, score: 0 },
        ],
      }),
    ).toBe(true)
    expect(
      withBands({
        respiratoryRate: [
          { high: 8, score: 3 },
          { low: 9, high: 39, score: 0 },
          { low: 40, score: 3 },
        ],
      }),
    ).toBe(true)
  })

  test('B6 bands that score every published extreme ask for nothing', () => {
    expect(
      withBands({
        respiratoryRate: [
          { high: 8, score: 3 },
          { low: 9, high: 24, score: 0 },
          { low: 25, score: 1 },
        ],
      }),
    ).toBe(false)
    expect(asksForBasis({ thresholds: defaultThresholds, spo2Scale: 2 })).toBe(true)
    expect(asksForBasis({ thresholds: null, spo2Scale: 1 })).toBe(false)
  })
})
