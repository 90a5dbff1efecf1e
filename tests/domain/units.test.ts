import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  celsiusToFahrenheit,
  kilogramsToPounds,
  millimolesToMilligrams,
  roundGlucoseInput,
  roundTemperatureInput,
  roundTo,
  roundWeightInput,
  showGlucose,
  showTemperature,
  showWeight,
} from '../../src/domain/units'

const text = ({ value, unit }: { value: string; unit: string }): string => `${value} ${unit}`

describe('conversions', () => {
  test('P345 C611 Fahrenheit is C*1.8+32, without a trace of binary arithmetic', () => {
    expect([36.6, 37, 38.1, 41.15, -40, 37.25].map(celsiusToFahrenheit)).toEqual([
      97.88, 98.6, 100.58, 106.07, -40, 99.05,
    ])
  })

  test('P346 C612 pounds are kg*2.2046', () => {
    expect([1, 72.5, 0.3, 400].map(kilogramsToPounds)).toEqual([2.2046, 159.8335, 0.66138, 881.84])
  })

  test('P347 C613 milligrams per decilitre are mmol/L*18', () => {
    expect([5.5, 18, 4.35, 0.1].map(millimolesToMilligrams)).toEqual([99, 324, 78.3, 1.8])
  })
})

describe('what is shown', () => {
  test('P348 C614 P023 temperature has 1 decimal, °C in the UK edition and °F in the US edition', () => {
    expect(text(showTemperature(37, 'en-GB'))).toBe('37.0 °C')
    expect(text(showTemperature(35.05, 'en-GB'))).toBe('35.1 °C')
    expect(text(showTemperature(37.25, 'en-US'))).toBe('99.1 °F')
    expect(text(showTemperature(37, 'en-US'))).toBe('98.6 °F')
  })

  test('P349 C615 P024 weight has 2 decimals under 10 kg and else 1, kg in the UK edition and lb in the US edition', () => {
    expect(text(showWeight(9.995, 'en-GB'))).toBe('10.00 kg')
    expect(text(showWeight(3.456, 'en-GB'))).toBe('3.46 kg')
    expect(text(showWeight(10, 'en-GB'))).toBe('10.0 kg')
    expect(text(showWeight(72.45, 'en-GB'))).toBe('72.5 kg')
    expect(text(showWeight(3.456, 'en-US'))).toBe('7.62 lb')
    expect(text(showWeight(72.5, 'en-US'))).toBe('159.8 lb')
  })

  test('P350 C616 P025 glucose has 1 decimal, mmol/L in the UK edition and mg/dL in the US edition', () => {
    expect(text(showGlucose(5.45, 'en-GB'))).toBe('5.5 mmol/L')
    expect(text(showGlucose(4.35, 'en-US'))).toBe('78.3 mg/dL')
  })
})

describe('roundings', () => {
  test('typed temperature and weight keep 2 decimals, glucose 3', () => {
    expect(roundTemperatureInput(36.785)).toBe(36.79)
    expect(roundWeightInput(1.005)).toBe(1.01)
    expect(roundGlucoseInput(5.4325)).toBe(5.433)
  })

  const decimal = fc
    .tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.integer({ min: 0, max: 6 }))
    .map(([digits, places]) => Number(`${digits}e${-places}`))

  test('rounding is idempotent, at most half a step away, and never depends on the sign', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 4 }), (value, places) => {
        const rounded = roundTo(value, places)
        expect(roundTo(rounded, places)).toBe(rounded)
        expect(Math.abs(rounded - value)).toBeLessThanOrEqual(0.5 * 10 ** -places + 1e-9)
        expect(roundTo(-value, places) + rounded).toBe(0)
      }),
    )
  })

  test('a half is rounded away from zero as it is written: 0.15, 1.005, 2.5, -2.5', () => {
    expect([
      roundTo(0.15, 1),
      roundTo(1.005, 2),
      roundTo(2.5, 0),
      roundTo(-2.5, 0),
      roundTo(1e-7, 3),
      roundTo(1e21, 1),
    ]).toEqual([0.2, 1.01, 3, -3, 0, 1e21])
  })

  test('a greater value is never shown smaller', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a]
        expect(celsiusToFahrenheit(low)).toBeLessThanOrEqual(celsiusToFahrenheit(high))
      }),
    )
  })

  test('what is not a number is refused rather than shown', () => {
    expect(() => showTemperature(Number.NaN, 'en-GB')).toThrow(RangeError)
    expect(() => roundTo(Number.POSITIVE_INFINITY, 1)).toThrow(RangeError)
  })
})
