import type { Edition } from '../domain/organization/organization'
import { parseRecurrence } from '../domain/schedule/recurrence'
import { formatDate, formatTime } from '../domain/time'
import { inEditions } from './overlay'

const enGB = {
  days: {
    MO: 'Monday',
    TU: 'Tuesday',
    WE: 'Wednesday',
    TH: 'Thursday',
    FR: 'Friday',
    SA: 'Saturday',
    SU: 'Sunday',
  },
  pair: (one: string, other: string): string => `${one} and ${other}`,
  /** Of three and more. */
  last: (others: string, one: string): string => `${others} and ${one}`,
  every: (interval: number, unit: string): string =>
    interval === 1 ? `Every ${unit}` : `Every ${interval} ${unit}s`,
  everyDays: (days: string): string => `Every ${days}`,
  onDays: (every: string, days: string): string => `${every} on ${days}`,
  onWeekday: (every: string): string => `${every} on the weekday of admission`,
  fromAdmission: (every: string): string => `${every} from admission`,
  at: (days: string, times: string): string => `${days} at ${times}`,
  atAdmission: (days: string): string => `${days} at the time of admission`,
  until: (words: string, date: string): string => `${words}, until ${date}`,
}

/** The words of schedules in an edition; the same object each time. */
export const scheduleTexts = inEditions(enGB, {
  last: (others: string, one: string): string => `${others}, and ${one}`,
})

const listed = (words: readonly string[], edition: Edition): string => {
  const t = scheduleTexts(edition)
  const [first = '', second] = words
  if (second === undefined) return first
  return words.length === 2
    ? t.pair(first, second)
    : t.last(words.slice(0, -1).join(', '), words.at(-1) ?? '')
}

const clock = (hour: number, minute: number, edition: Edition): string =>
  formatTime(new Date(Date.UTC(2000, 0, 1, hour, minute)).toISOString(), edition, 'UTC')

type Rule = NonNullable<ReturnType<typeof parseRecurrence>>
const daysWords = (rule: Extract<Rule, { kind: 'wall' }>, edition: Edition): string => {
  const t = scheduleTexts(edition)
  const every = t.every(rule.interval, rule.every)
  if (rule.days === null) return rule.every === 'week' ? t.onWeekday(every) : every
  const days = listed(
    rule.days.map((day) => t.days[day]),
    edition,
  )
  return rule.interval === 1 ? t.everyDays(days) : t.onDays(every, days)
}

/** When a schedule asks for a check-up, in words; null: its rule is not understood. */
export const recurrenceWords = (rrule: string, edition: Edition): string | null => {
  const t = scheduleTexts(edition)
  const rule = parseRecurrence(rrule)
  if (rule === null) return null
  const within = (words: string): string =>
    rule.untilMs === null
      ? words
      : t.until(words, formatDate(new Date(rule.untilMs).toISOString(), edition, 'UTC'))
  if (rule.kind === 'elapsed') return within(t.fromAdmission(t.every(rule.interval, 'hour')))
  const days = daysWords(rule, edition)
  return within(
    rule.times === null
      ? t.atAdmission(days)
      : t.at(
          days,
          listed(
            rule.times.map(({ hour, minute }) => clock(hour, minute, edition)),
            edition,
          ),
        ),
  )
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** A tolerance in the largest unit that divides it: `90 minutes`, `2 hours`, `0 seconds`. */
export const toleranceWords = (seconds: number): string => {
  const [unit, size] = units.find(([, length]) => seconds >= length && seconds % length === 0) ?? [
    'second',
    1,
  ]
  const count = seconds / size
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
