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
