import type { Edition } from '../organization/organization'
import { fixed, linear, roundTo } from './decimal'

/** A quantity as people read it. */
export interface ShownQuantity {
  readonly value: string
  readonly unit: string
}

/** °C to °F: F = C*1.8+32 (P345). */
export const celsiusToFahrenheit = (celsius: number): number => linear(celsius, 1.8, 32)
/** kg to lb: lb = kg*2.2046 (P346). */
export const kilogramsToPounds = (kilograms: number): number => linear(kilograms, 2.2046)
/** mmol/L to mg/dL of glucose: mg/dL = mmol/L*18 (P347). */
export const millimolesToMilligrams = (millimoles: number): number => linear(millimoles, 18)

const weightPlaces = (kilograms: number): number => (kilograms < 10 ? 2 : 1)

/** A temperature stored in °C, with 1 decimal, in the edition's unit (P348). */
export const showTemperature = (celsius: number, edition: Edition): ShownQuantity =>
  edition === 'en-US'
    ? { value: fixed(celsiusToFahrenheit(celsius), 1), unit: '°F' }
    : { value: fixed(celsius, 1), unit: '°C' }

/** A weight in kg, 2 decimals under 10 kg and 1 from there on, in the edition's unit (P349). */
export const showWeight = (kilograms: number, edition: Edition): ShownQuantity =>
  edition === 'en-US'
    ? { value: fixed(kilogramsToPounds(kilograms), weightPlaces(kilograms)), unit: 'lb' }
    : { value: fixed(kilograms, weightPlaces(kilograms)), unit: 'kg' }

/** Blood glucose stored in mmol/L, with 1 decimal, in the edition's unit (P350). */
export const showGlucose = (millimoles: number, edition: Edition): ShownQuantity =>
  edition === 'en-US'
    ? { value: fixed(millimolesToMilligrams(millimoles), 1), unit: 'mg/dL' }
    : { value: fixed(millimoles, 1), unit: 'mmol/L' }

/** What a typed temperature is kept as: 2 decimals, °C (P351). */
export const roundTemperatureInput = (celsius: number): number => roundTo(celsius, 2)
/** What a typed weight is kept as: 2 decimals, kg (P352). */
export const roundWeightInput = (kilograms: number): number => roundTo(kilograms, 2)
/** What a typed glucose reading is kept as: 3 decimals, mmol/L (P353). */
export const roundGlucoseInput = (millimoles: number): number => roundTo(millimoles, 3)
