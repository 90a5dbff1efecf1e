import type { AlertParameter, ToldCondition } from '../domain/alerts/rule'
import type { Edition } from '../domain/organization/organization'
import {
  roundTo,
  showGlucose,
  showTemperature,
  showWeight,
  type ShownQuantity,
} from '../domain/units'
import { alerts as enGB } from './en-GB/alerts'
import { alerts as enUS } from './en-US/alerts'
import { inEditions } from './overlay'

/** Texts of alerts. They come with the screens that show patients, not with the first load. */
export type AlertTexts = typeof enGB

/** The texts in an edition; the same object each time. */
export const alertTexts = inEditions(enGB, enUS)

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

const quantity = (parameter: AlertParameter, value: number, edition: Edition): ShownQuantity => {
  if (parameter === 'temperature') return showTemperature(value, edition)
  if (parameter === 'weight') return showWeight(value, edition)
  return parameter === 'glucose'
    ? showGlucose(value, edition)
    : { value: String(value), unit: units[parameter] }
}
/** A change has no zero: 1 °C more is 1.8 °F more. */
const difference = (parameter: AlertParameter, by: number, edition: Edition): ShownQuantity =>
  parameter === 'temperature' && edition === 'en-US'
    ? { value: String(roundTo(by * 1.8, 1)), unit: '°F' }
    : quantity(parameter, by, edition)
const worded = ({ value, unit }: ShownQuantity): string =>
  unit === '%' || unit === '/min' ? `${value}${unit}` : `${value} ${unit}`

/** When a rule fires, in words and in the edition's units. */
export const conditionWords = (condition: ToldCondition, edition: Edition): string => {
  const t = alertTexts(edition).condition
  switch (condition.kind) {
    case 'dataStopped':
      return t.dataStopped(t.monitored[condition.of], condition.afterMinutes)
    case 'threshold':
      return t.threshold(
        t.parameters[condition.parameter],
        t.comparisons[condition.is],
        worded(quantity(condition.parameter, condition.value, edition)),
      )
    case 'totalScore':
      return t.totalScore(condition.atLeast)
    case 'singleScore':
      return condition.parameter === undefined
        ? t.anyScore(condition.atLeast)
        : t.singleScore(t.scored[condition.parameter], condition.atLeast)
    case 'trend':
      return condition.of === 'totalScore'
        ? t.trend(t.total, t.changes[condition.change], String(condition.by), condition.withinHours)
        : t.trend(
            t.parameters[condition.of],
            t.changes[condition.change],
            worded(difference(condition.of, condition.by, edition)),
            condition.withinHours,
          )
  }
}
