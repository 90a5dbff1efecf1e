import type { Edition } from '../organization/organization'
import { roundTo } from '../units'
import type { AlertParameter } from './rule'

/** What one of the product's units is in those of the US edition; the others are the same. */
const american: Readonly<Partial<Record<AlertParameter, { factor: number; unit: string }>>> = {
  temperature: { factor: 1.8, unit: '°F' },
  weight: { factor: 2.2046, unit: 'lb' },
  glucose: { factor: 18, unit: 'mg/dL' },
}
const units: Readonly<Record<AlertParameter, string>> = {
  respiratoryRate: '/min',
  spO2: '%',
  systolic: 'mmHg',
  diastolic: 'mmHg',
  pulse: '/min',
  temperature: '°C',
  weight: 'kg',
  glucose: 'mmol/L',
}

/** A threshold, or a change that has no zero: 1 °C more is 1.8 °F more. */
interface Asked {
  readonly parameter: AlertParameter
  readonly edition: Edition
  readonly isChange: boolean
}
const scaleOf = ({ parameter, edition, isChange }: Asked) => ({
  factor: (edition === 'en-US' ? american[parameter]?.factor : undefined) ?? 1,
  offset: edition === 'en-US' && parameter === 'temperature' && !isChange ? 32 : 0,
})

/** In which unit a threshold is typed. */
export const inputUnit = (parameter: AlertParameter, edition: Edition): string =>
  (edition === 'en-US' ? american[parameter]?.unit : undefined) ?? units[parameter]

/** A threshold as it is typed in the edition's unit. */
export const typedThreshold = (value: number, asked: Asked): string => {
  const { factor, offset } = scaleOf(asked)
  return String(roundTo(value * factor + offset, 2))
}

/** What is typed in the product's unit; null: no number. */
export const readThreshold = (text: string, asked: Asked): number | null => {
  if (!/^\s*-?\d+([.,]\d+)?\s*$/.test(text)) return null
  const { factor, offset } = scaleOf(asked)
  return roundTo((Number(text.replace(',', '.')) - offset) / factor, 3)
}
