import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  columnsOf,
  createScoring,
  defaultThresholds,
  moveTick,
  scoreColumns,
  unscored,
  type EwsInput,
  type EwsScheme,
  type ScoredColumns,
} from '../../src/domain/ews'
import { thresholdParameters } from '../../src/domain/ews/thresholds'

const inputs = fc.array(
  fc.option(
    fc.record({
      respiratoryRate: fc.integer({ min: 4, max: 40 }),
      spO2: fc.integer({ min: 80, max: 100 }),
      systolic: fc.integer({ min: 50, max: 250 }),
      pulse: fc.integer({ min: 30, max: 170 }),
      temperature: fc.integer({ min: 330, max: 430 }).map((tenths) => tenths / 10),
      onOxygen: fc.constantFrom(true, false, null),
      consciousness: fc.constant('A' as const),
    }),
    { nil: null, freq: 8 },
  ),
  { maxLength: 30 },
)
const published: EwsScheme = { thresholds: null, spo2Scale: 1, riskScheme: 'NEWS2' }
/** Schemes as an author comes to them: ticks that are moved, and the scale that is changed. */
const schemes = fc
  .array(
    fc.record({
      parameter: fc.constantFrom(...thresholdParameters),
      tick: fc.nat({ max: 5 }),
      value: fc.double({ min: 0, max: 260, noNaN: true }),
      scale: fc.constantFrom<1 | 2>(1, 1, 1, 2),
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((moves) => {
    let now = published
    return moves.map(({ parameter, tick, value, scale }) => {
      const thresholds = now.thresholds ?? defaultThresholds
      const bands = [...moveTick(parameter, thresholds[parameter], tick, value)]
      now = { ...now, spo2Scale: scale, thresholds: { ...thresholds, [parameter]: bands } }
      return now
    })
  })
const heldOf = (of: readonly (EwsInput | null)[]): ScoredColumns => {
  const columns = columnsOf(of)
  return { columns, stored: scoreColumns(columns, published).totals }
}

test('scores that follow one scheme after another are those of each scheme from nothing, with what is on the screen and the count of changed totals', () => {
  fc.assert(
    fc.property(inputs, schemes, fc.nat({ max: 29 }), (of, all, from) => {
      const held = heldOf(of)
      const scoring = createScoring(held)
      const withTotal = [...held.stored.keys()].filter((at) => held.stored[at] !== unscored)
      for (const scheme of all) {
        const whole = scoreColumns(held.columns, scheme)
        const { parameters, totals, changed } = scoring.shown(scheme, from)
        expect([...totals]).toEqual([...whole.totals.slice(from, from + 10)])
        for (const parameter of thresholdParameters)
          expect([...parameters[parameter]]).toEqual([
            ...whole.parameters[parameter].slice(from, from + 10),
          ])
        const differs = (at: number): boolean => held.stored[at] !== whole.totals[at]
        expect(changed).toEqual({
          all: withTotal.filter(differs).length,
          loaded: withTotal.length,
          last: withTotal.slice(-10).filter(differs).length,
          ofLast: Math.min(10, withTotal.length),
        })
        expect(scoring.all(scheme)).toEqual(whole)
      }
    }),
    { numRuns: 200 },
  )
})

test('goes on from scores that another worked out, however far apart the two were', () => {
  fc.assert(
    fc.property(inputs, schemes, schemes, (of, before, after) => {
      const held = heldOf(of)
      const [mine, other] = [createScoring(held), createScoring(heldOf(of))]
      mine.all(published)
      const taken = before.at(-1) ?? published
      mine.take(taken, other.all(taken))
      expect(mine.knows(taken)).toBe(true)
      for (const scheme of after)
        expect(mine.all(scheme)).toEqual(scoreColumns(held.columns, scheme))
    }),
    { numRuns: 200 },
  )
})
