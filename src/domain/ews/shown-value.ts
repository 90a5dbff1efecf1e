import type { Edition } from '../organization/organization'
import { celsiusToFahrenheit } from '../units'
import { fixed, roundTo } from '../units/decimal'
import { scoreValue, stepOf } from './bands'
import { defaultThresholds, scale2OnAir, scale2OnOxygen } from './news2'
import type { Band, ThresholdParameter } from './thresholds'

/** Every list of bands that may be published for a parameter. */
const published = (parameter: ThresholdParameter): readonly (readonly Band[])[] =>
  parameter === 'spO2'
    ? [defaultThresholds.spO2, scale2OnAir, scale2OnOxygen]
    : [defaultThresholds[parameter]]

/** No device measures finer. */
const mostPlaces = 6

/**
 * How many decimals a value needs, from `least` on, so that what is shown scores what was measured:
 * a respiratory rate of 20.4 scores 2, and 20 scores 0. By the published bands: where it is shown
 * nobody knows the personal ones.
 */
const placesOf = (parameter: ThresholdParameter, value: number, least: number): number => {
  if (Number.isInteger(value)) return least
  const step = stepOf[parameter]
  const scored = published(parameter).map((bands) => scoreValue(bands, value, step))
  for (let places = least; places < mostPlaces; places += 1) {
    const shown = roundTo(value, places)
    const agrees = published(parameter).every(
      (bands, at) => scoreValue(bands, shown, step) === scored[at],
    )
    if (agrees) return places
  }
  return mostPlaces
}

/**
 * A scored value as people read it, without its unit: whole, a temperature with one decimal (P348)
 * in the edition's unit; with more decimals only where it would contradict its own score.
 * @param value per minute, per cent, mmHg or °C
 */
export const showScored = (
  parameter: ThresholdParameter,
  value: number,
  edition: Edition,
): string => {
  if (parameter !== 'temperature') return String(roundTo(value, placesOf(parameter, value, 0)))
  const places = placesOf(parameter, value, 1)
  return fixed(edition === 'en-US' ? celsiusToFahrenheit(value) : value, places)
}
