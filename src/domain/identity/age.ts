import { dateIn, parseDate, type Zone } from '../time/calendar'

export interface Age {
  readonly years: number
  readonly months: number
  /** Since the day of birth. */
  readonly days: number
}

const dayMs = 24 * 60 * 60_000

/**
 * Age on the day in `zone` at `nowMs`. Born on 29 February: birthday on 1 March in other years. A
 * future birth date is 0. Throws a RangeError for what is not `YYYY-MM-DD`.
 */
export const ageOn = (birthDate: string, nowMs: number, zone?: Zone): Age => {
  const born = parseDate(birthDate)
  const today = dateIn(nowMs, zone)
  const begun = (today.year - born.year) * 12 + today.month - born.month
  const months = Math.max(0, today.day < born.day ? begun - 1 : begun)
  const [from, to] = [born, today].map(({ year, month, day }) => Date.UTC(year, month - 1, day))
  return {
    years: Math.floor(months / 12),
    months: months % 12,
    days: Math.max(0, Math.round(((to ?? 0) - (from ?? 0)) / dayMs)),
  }
}

/** How an age is told on the look-up card: in years, or in months under one year (O048). */
export const shownAge = ({
  years,
  months,
}: Age): { readonly value: number; readonly unit: 'years' | 'months' } =>
  years > 0 ? { value: years, unit: 'years' } : { value: months, unit: 'months' }

export interface AgePart {
  readonly value: number
  readonly unit: 'years' | 'months' | 'weeks' | 'days'
}

/**
 * How a patient's age is told beside their name (NHS CUI, patient banner): days under 4 weeks, weeks
 * and days under 1 year, months under 2 years, years and months under 18 years, then years. Minutes
 * and hours are not told, since no time of birth is known.
 */
export const ageParts = ({ years, months, days }: Age): readonly AgePart[] => {
  const parts: readonly AgePart[] =
    days < 28
      ? [{ value: days, unit: 'days' }]
      : years < 1
        ? [
            { value: Math.floor(days / 7), unit: 'weeks' },
            { value: days % 7, unit: 'days' },
          ]
        : years < 2
          ? [{ value: 12 + months, unit: 'months' }]
          : years < 18
            ? [
                { value: years, unit: 'years' },
                { value: months, unit: 'months' },
              ]
            : [{ value: years, unit: 'years' }]
  return parts.filter(({ value }, at) => at === 0 || value > 0)
}
