import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { scoreValue, stepOf } from '../../src/domain/ews/bands'
import { defaultThresholds, scale2OnAir, scale2OnOxygen } from '../../src/domain/ews/news2'
import { showScored } from '../../src/domain/ews/shown-value'
import { thresholdParameters, type ThresholdParameter } from '../../src/domain/ews/thresholds'

test.each([
  ['respiratoryRate', 20.4, '20.4'],
  ['respiratoryRate', 24.4, '24.4'],
  ['respiratoryRate', 16.4, '16'],
  ['respiratoryRate', 20.04, '20.04'],
  ['spO2', 91.5, '91.5'],
  ['spO2', 97.4, '97'],
  ['bloodPressure', 110.5, '110.5'],
  ['pulse', 90.4, '90.4'],
  ['temperature', 35.05, '35.05'],
  ['temperature', 36.64, '36.6'],
  ['temperature', 37, '37.0'],
] as const)('%s %d is shown as %s', (parameter, value, shown) => {
  expect(showScored(parameter, value, 'en-GB')).toBe(shown)
})

test('P348 a temperature in Fahrenheit has one decimal, and more only where the Celsius needs it', () => {
  expect([36.6, 35.05, 39.04].map((value) => showScored('temperature', value, 'en-US'))).toEqual([
    '97.9',
    '95.09',
    '102.27',
  ])
})

const read = fc.record({
  parameter: fc.constantFrom(...thresholdParameters),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  places: fc.integer({ min: 0, max: 4 }),
})
const ranges: Readonly<Record<ThresholdParameter, readonly [number, number]>> = {
  respiratoryRate: [4, 40],
  spO2: [70, 100],
  bloodPressure: [60, 240],
  pulse: [30, 150],
  temperature: [33, 41],
}

test('no value that is shown scores other than what was measured, on Scale 2 neither', () => {
  fc.assert(
    fc.property(read, ({ parameter, share, places }) => {
      const [low, high] = ranges[parameter]
      const value = Number((low + share * (high - low)).toFixed(places))
      const shown = Number(showScored(parameter, value, 'en-GB'))
      const all =
        parameter === 'spO2'
          ? [defaultThresholds.spO2, scale2OnAir, scale2OnOxygen]
          : [defaultThresholds[parameter]]
      for (const bands of all)
        expect(scoreValue(bands, shown, stepOf[parameter])).toBe(
          scoreValue(bands, value, stepOf[parameter]),
        )
      expect(Math.abs(shown - value)).toBeLessThanOrEqual(0.5)
    }),
    { numRuns: 10_000 },
  )
})
