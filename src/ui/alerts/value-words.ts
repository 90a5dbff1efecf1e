import type { AlertValue } from '../../domain/alerts/measured'
import { showMeasured } from '../../domain/checkup/shown'
import type { Edition } from '../../domain/organization/organization'
import { showGlucose, showTemperature, showWeight } from '../../domain/units'
import { alertListTexts } from '../../texts/alert-list'
import { checkupTexts } from '../../texts/checkup'

/** A value with its unit, as every place shows it, and without its name. */
export const valueWords = (one: AlertValue, edition: Edition): string => {
  const { values } = alertListTexts(edition)
  switch (one.of) {
    case 'totalScore':
      return one.isPartial ? values.atLeast(one.value) : String(one.value)
    case 'consciousness':
      return checkupTexts(edition).consciousness.values[one.value]
    case 'onOxygen':
      return one.value ? values.oxygen : values.air
    case 'glucose': {
      const { value, unit } = showGlucose(one.value, edition)
      return `${value} ${unit}`
    }
    case 'weight': {
      const { value, unit } = showWeight(one.value, edition)
      return `${value} ${unit}`
    }
    case 'temperature':
      return `${showMeasured('temperature', one.value, edition)} ${showTemperature(one.value, edition).unit}`
    default:
      return `${showMeasured(one.of, one.value, edition)}${values.units[one.of]}`
  }
}

/** The same with its name, where the value alone does not say it. */
export const namedValue = (one: AlertValue, edition: Edition): string => {
  const name = alertListTexts(edition).values.names[one.of]
  return [name, valueWords(one, edition)].filter((part) => part !== '').join(' ')
}
