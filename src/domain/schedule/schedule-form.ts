import type { Edition } from '../organization/organization'
import { parseTypedTime, type Zone } from '../time'
import { typedTime } from '../time/typed'
import { occurrences, parseRecurrence, type Recurrence } from './recurrence'
import type { CheckupSchedule } from './slot'

/** The days of a weekly schedule, in their order. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof weekdays)[number]

/** `kept`: a rule that the form cannot show, which stays as it is. */
export const scheduleKinds = ['none', 'daily', 'weekly', 'hourly', 'kept'] as const
export type ScheduleKind = (typeof scheduleKinds)[number]

/** A recurrence as it is typed. */
export interface ScheduleForm {
  readonly kind: ScheduleKind
  /** Times of day with commas between them, as the edition writes them. */
  readonly times: string
  readonly days: readonly Weekday[]
  /** Every so many hours. */
  readonly hours: string
  /** The rule that was opened, and what `kept` stays; empty: none was. */
  readonly rrule: string
}

const timesOf = (rule: Extract<Recurrence, { kind: 'wall' }>, edition: Edition): string =>
  (rule.times ?? []).map((time) => typedTime(time, edition)).join(', ')

/** A schedule as the form shows it. */
export const scheduleForm = (schedule: CheckupSchedule | null, edition: Edition): ScheduleForm => {
  const empty = { kind: 'none', times: '', days: [], hours: '6', rrule: '' } as const
  if (schedule === null) return empty
  const kept = { ...empty, kind: 'kept', rrule: schedule.rrule } as const
  const rule = parseRecurrence(schedule.rrule)
  if (rule === null || rule.untilMs !== null) return kept
  if (rule.kind === 'elapsed') return { ...kept, kind: 'hourly', hours: String(rule.interval) }
  if (rule.interval !== 1 || rule.times === null) return kept
  const times = timesOf(rule, edition)
  if (rule.days !== null) return { ...kept, kind: 'weekly', times, days: rule.days }
  return rule.every === 'day' ? { ...kept, kind: 'daily', times } : kept
}

/** What keeps a typed recurrence from being one. */
export type ScheduleFault = 'times' | 'minutes' | 'days' | 'hours'

/** Whether a form shows the rule that was opened as it was shown then. */
const isUntouched = (form: ScheduleForm): boolean =>
  (['en-GB', 'en-US'] as const).some((edition) => {
    const opened = scheduleForm({ rrule: form.rrule, tolerance: { early: 0, late: 0 } }, edition)
    return (
      opened.kind === form.kind &&
      (form.kind === 'hourly'
        ? opened.hours === form.hours
        : opened.times === form.times &&
          (form.kind === 'daily' || opened.days.join() === form.days.join()))
    )
  })

/**
 * The rule of what is typed; rrule null: nothing is scheduled. What nobody touched is the opened
 * rule to the letter: another wording of it would count as another schedule.
 */
export const rruleOf = (
  form: ScheduleForm,
): { readonly rrule: string | null } | { readonly fault: ScheduleFault } => {
  if (form.kind === 'none') return { rrule: null }
  if (form.kind === 'kept') return { rrule: form.rrule }
  if (form.rrule !== '' && isUntouched(form)) return { rrule: form.rrule }
  if (form.kind === 'hourly') {
    const hours = Number(form.hours)
    return Number.isInteger(hours) && hours >= 1 && hours <= 168
      ? { rrule: `FREQ=HOURLY;INTERVAL=${hours}` }
      : { fault: 'hours' }
  }
  const times = form.times
    .split(',')
    .filter((one) => one.trim() !== '')
    .map(parseTypedTime)
  const read = times.filter((time) => time !== null)
  if (read.length === 0 || read.length !== times.length) return { fault: 'times' }
  const minutes = new Set(read.map(({ minute }) => minute))
  // A rule names hours and minutes apart: with two minutes each hour would have both.
  if (minutes.size > 1) return { fault: 'minutes' }
  const hours = [...new Set(read.map(({ hour }) => hour))].toSorted((a, b) => a - b)
  const at = `BYHOUR=${hours.join(',')};BYMINUTE=${[...minutes].join('')};BYSECOND=0`
  if (form.kind === 'daily') return { rrule: `FREQ=DAILY;${at}` }
  if (form.days.length === 0) return { fault: 'days' }
  const days = weekdays.filter((day) => form.days.includes(day))
  return { rrule: `FREQ=WEEKLY;BYDAY=${days.join(',')};${at}` }
}

const dayMs = 86_400_000

/**
 * The next times (epoch milliseconds) of a rule for every patient; null where they depend on when
 * each was admitted, or the rule is not understood.
 */
export const nextTimes = (
  rrule: string,
  zone: Zone,
  nowMs: number,
  count: number,
): readonly number[] | null => {
  const rule = parseRecurrence(rrule)
  if (rule === null || rule.kind === 'elapsed' || rule.times === null || rule.interval !== 1)
    return null
  if (rule.every === 'week' && rule.days === null) return null
  const found: number[] = []
  for (let day = 0; day < 40 && found.length < count; day += 8)
    found.push(...occurrences(rule, zone, nowMs, nowMs + day * dayMs, nowMs + (day + 8) * dayMs))
  return found.slice(0, count)
}
