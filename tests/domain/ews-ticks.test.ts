import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  binsOf,
  checkBands,
  checkPersonalThresholds,
  defaultThresholds,
  heightOf,
  legends,
  moveTick,
  scoreValue,
  stepOf,
  tickRange,
  ticksOf,
} from '../../src/domain/ews'
import { thresholdParameters, type Band, type EwsThresholds } from '../../src/domain/ews/thresholds'

const parameter = fc.constantFrom(...thresholdParameters)
/** Whatever a finger, a key or a keyboard can make of a tick. */
const anyValue = fc.oneof(
  fc.double(),
  fc.integer({ min: -500, max: 500 }),
  fc.double({ min: 0, max: 260 }),
  fc.constantFrom(NaN, Infinity, -Infinity, -0),
)
const drags = fc.array(
  fc.record({ parameter, tick: fc.integer({ min: -1, max: 8 }), value: anyValue }),
  { maxLength: 60 },
)
const dragged = (
  all: readonly { parameter: (typeof thresholdParameters)[number]; tick: number; value: number }[],
): EwsThresholds =>
  all.reduce<EwsThresholds>(
    (now, { parameter: which, tick, value }) => ({
      ...now,
      [which]: [...moveTick(which, now[which], tick, value)],
    }),
    defaultThresholds,
  )

describe('the ticks of a legend', () => {
  test('C408 C409 C410 C411 C412 C413 C414 domains, steps and bins are those of the specification', () => {
    expect(
      thresholdParameters.map((each) => [
        each,
        legends[each].domain,
        stepOf[each],
        legends[each].bin,
      ]),
    ).toEqual([
      ['respiratoryRate', [4, 40], 1, 2],
      ['spO2', [60, 100], 1, 2],
      ['bloodPressure', [50, 250], 1, 10],
      ['pulse', [30, 170], 1, 10],
      ['temperature', [33, 43], 0.1, 0.5],
    ])
    expect(binsOf('respiratoryRate')).toEqual([
      4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40,
    ])
    expect(binsOf('temperature').slice(0, 4)).toEqual([33, 33.5, 34, 34.5])
    expect(binsOf('bloodPressure').at(-1)).toBe(250)
  })

  test('C337 C345 whatever is dragged or typed, bands stay ordered, without a gap, with their scores and inside the domain', () => {
    fc.assert(
      fc.property(drags, (all) => {
        const thresholds = dragged(all)
        expect(checkPersonalThresholds(thresholds)).toBeNull()
        for (const each of thresholdParameters) {
          expect(thresholds[each].map(({ score }) => score)).toEqual(
            defaultThresholds[each].map(({ score }) => score),
          )
          const [least, most] = legends[each].domain
          for (const tick of ticksOf(thresholds[each]))
            expect(tick > least && tick <= most).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('a tick goes as far as its neighbours leave a step, and an edge of the domain ends it', () => {
    const bands = defaultThresholds.respiratoryRate
    expect(ticksOf(bands)).toEqual([9, 12, 21, 25])
    expect(tickRange('respiratoryRate', bands, 0)).toEqual([5, 11])
    expect(tickRange('respiratoryRate', bands, 1)).toEqual([10, 20])
    expect(tickRange('respiratoryRate', bands, 3)).toEqual([22, 40])
    expect(tickRange('temperature', defaultThresholds.temperature, 0)).toEqual([33.1, 36])
    expect(tickRange('respiratoryRate', bands, 4)).toBeNull()
    expect(moveTick('respiratoryRate', bands, 3, 99)[3]).toEqual({ low: 21, high: 39, score: 2 })
    expect(moveTick('temperature', defaultThresholds.temperature, 2, 37.96)[2]).toEqual({
      low: 36.1,
      high: 37.9,
      score: 0,
    })
  })

  test('a moved tick is where the score changes', () => {
    fc.assert(
      fc.property(
        parameter,
        fc.nat({ max: 4 }),
        fc.double({ min: 0, max: 260, noNaN: true }),
        (which, tick, value) => {
          const bands = moveTick(which, defaultThresholds[which], tick, value)
          const [below, above] = [bands[tick], bands[tick + 1]]
          if (above?.low === undefined || below?.high === undefined) return
          expect(scoreValue(bands, above.low, stepOf[which])).toBe(above.score)
          expect(scoreValue(bands, below.high, stepOf[which])).toBe(below.score)
          expect(checkBands(bands, stepOf[which])).toBeNull()
        },
      ),
    )
  })

  test('an edge beyond the domain, and unsound bands, are found', () => {
    const far: Band[] = [
      { high: 300, score: 3 },
      { low: 301, score: 0 },
    ]
    expect(checkPersonalThresholds({ ...defaultThresholds, bloodPressure: far })).toEqual({
      parameter: 'bloodPressure',
      fault: 'outside-domain',
    })
    expect(
      checkPersonalThresholds({
        ...defaultThresholds,
        pulse: [
          { high: 29, score: 3 },
          { low: 30, score: 0 },
        ],
      }),
    ).toEqual({ parameter: 'pulse', fault: 'outside-domain' })
    expect(
      checkPersonalThresholds({
        ...defaultThresholds,
        spO2: [
          { high: 90, score: 3 },
          { low: 92, score: 0 },
        ],
      }),
    ).toEqual({ parameter: 'spO2', fault: 'gap-or-overlap' })
    expect(checkPersonalThresholds(defaultThresholds)).toBeNull()
  })

  test('a value beyond the axis is drawn at its end', () => {
    expect([
      heightOf('pulse', 30),
      heightOf('pulse', 100),
      heightOf('pulse', 170),
      heightOf('pulse', 12),
      heightOf('pulse', 250),
    ]).toEqual([0, 0.5, 1, 0, 1])
  })
})
