import type { Edition } from '../../domain/organization/organization'
import { symptomOf, type Symptom } from '../../domain/symptoms/catalogue'
import { symptomWords } from '../../domain/symptoms/words'
import { showGlucose } from '../../domain/units'
import { familyName, symptomListTexts } from '../../texts/symptoms'

/** A glucose threshold in the unit of the edition. */
export const glucoseWords = (millimoles: number, edition: Edition): string => {
  const { value, unit } = showGlucose(millimoles, edition)
  // A threshold is told without decimals that say nothing.
  return `${Number(value)} ${unit}`
}

/** Family, severity, ages and condition of a question, in one line. */
export const questionDetail = (symptom: Symptom, edition: Edition): string => {
  const t = symptomListTexts(edition)
  const { family, severity, ages, after, glucoseAbove, choice } = symptom
  return [
    familyName(family, edition),
    // The answers of a choice have one each.
    ...(severity === null || choice !== undefined ? [] : [t.severity(t.severities[severity])]),
    ...(ages?.from === undefined ? [] : [t.ages.from(ages.from)]),
    ...(ages?.to === undefined ? [] : [t.ages.to(ages.to)]),
    ...(after === undefined
      ? []
      : [t.after(symptomWords(symptomOf(after)?.key ?? after, edition))]),
    ...(glucoseAbove === undefined ? [] : [t.glucoseAbove(glucoseWords(glucoseAbove, edition))]),
  ].join(' · ')
}
