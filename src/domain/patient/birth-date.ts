/**
 * Reads a birth date as a day or as that day's midnight in UTC (K18).
 * @returns `YYYY-MM-DD`; null: neither form, or no day of the calendar
 */
export const readBirthDate = (text: string): string | null => {
  const day = /^(\d{4}-\d{2}-\d{2})(?:T00:00:00(?:\.0{1,3})?Z)?$/.exec(text)?.[1]
  if (day === undefined) return null
  const ms = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day) ? day : null
}

/** Nobody is older, years (decisions, Limits). */
export const mostYears = 130

/** Whether somebody born on this day would be older than anybody is. @param today `YYYY-MM-DD` */
export const isTooOld = (day: string, today: string): boolean =>
  day <= `${String(Number(today.slice(0, 4)) - mostYears - 1).padStart(4, '0')}${today.slice(4)}`
