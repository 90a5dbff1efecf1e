import { dateIn, parseDate, type Zone } from '../time/calendar'

export interface Age {
  readonly years: number
  readonly months: number
}

/**
 * Age on the day in `zone` at `nowMs`. Born on 29 February: birthday on 1 March in other years. A
 * future birth date is 0. Throws a RangeError for what is not `YYYY-MM-DD`.
 */
export const ageOn = (birthDate: string, nowMs: number, zone?: Zone): Age => {
  const born = parseDate(birthDate)
  const today = dateIn(nowMs, zone)
  const begun = (today.year - born.year) * 12 + today.month - born.month
  const months = Math.max(0, today.day < born.day ? begun - 1 : begun)
  return { years: Math.floor(months / 12), months: months % 12 }
}

/** How an age is told: in years, or in months under one year (O, patient lookup). */
export const shownAge = ({
  years,
  months,
}: Age): { readonly value: number; readonly unit: 'years' | 'months' } =>
  years > 0 ? { value: years, unit: 'years' } : { value: months, unit: 'months' }
