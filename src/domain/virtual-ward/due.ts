import { checkupStaleAfterMs, isCheckupImplausible } from '../checkup/stale'
import { observationIntervalMs, type NextDue } from '../schedule/next-due'
import { parseRecurrence } from '../schedule/recurrence'
import { slotsDue, type Slot } from '../schedule/slot'
import type { CardSchedule } from './card-schedule'
import type { VirtualWardPatient } from './virtual-ward'

const dayMs = 86_400_000
/** How far ahead slots are looked for: past a week, so that a weekly one is found. */
const lookAheadDays = 16
const kept = new Map<string, readonly Slot[]>()
const keptMost = 2_000

/** True where a rule's times are the same whenever an admission began. */
const isOfTheWall = (rrule: string): boolean => {
  const rule = parseRecurrence(rrule)
  return rule?.kind === 'wall' && rule.interval === 1 && rule.times !== null && (rule.every === 'day' || rule.days !== null)
}

/** The slots of one UTC day; patients of one pathway share the answer, since working it out asks the calendar some twenty times. */
const slotsOfDay = ({ schedule, timeZone }: CardSchedule, startMs: number, day: number): readonly Slot[] => {
  const start = isOfTheWall(schedule.rrule) ? null : startMs
  const key = `${schedule.rrule} ${schedule.tolerance.early} ${schedule.tolerance.late} ${timeZone} ${start ?? ''} ${day}`
  const known = kept.get(key)
  if (known !== undefined) return known
  if (kept.size >= keptMost) kept.clear()
  const slots = slotsDue({ schedule, zone: timeZone, startMs: start ?? day * dayMs }, day * dayMs - 1, (day + 1) * dayMs - 1) ?? []
  kept.set(key, slots)
  return slots
}

/** The first `count` slots of a schedule that nothing up to `afterMs` answers: their time to count begins later. */
export const slotsAfter = (schedule: CardSchedule, startMs: number, afterMs: number, count: number): readonly Slot[] => {
  const found: Slot[] = []
  const first = Math.floor(Math.max(afterMs, startMs) / dayMs) - 1
  for (let day = first; day < first + lookAheadDays && found.length < count; day += 1)
    found.push(...slotsOfDay(schedule, startMs, day).filter(({ dueMs, opensMs }) => dueMs >= startMs && opensMs > afterMs))
  return found.slice(0, count)
}

const startOf = (patient: VirtualWardPatient): number => Date.parse(patient.wardAdmission?.admittedAt ?? '1970-01-01')

interface Open extends Slot { readonly scheduleId: string; readonly name: string }
interface Worked { readonly slot: Open | null; readonly freshUntilMs: number | null }
const worked = new WeakMap<VirtualWardPatient, Worked>()

/** What of a row only its row decides: worked out once for it, whatever the time is. */
const workedOut = (patient: VirtualWardPatient): Worked => {
  const known = worked.get(patient)
  if (known !== undefined) return known
  const start = startOf(patient)
  const open = patient.schedules.flatMap((one): readonly Open[] => {
    const after = one.latestEndedAt === null ? start - 1 : Date.parse(one.latestEndedAt)
    return slotsAfter(one, start, after, 1).map((slot) => ({ ...slot, scheduleId: one.id, name: one.name }))
  })
  const ended = patient.latestCheckup === null ? null : Date.parse(patient.latestCheckup.endedAt)
  const limits = ended === null ? [] : patient.schedules.flatMap((one) => slotsAfter(one, start, ended, 2).slice(1).map(({ closesMs }) => closesMs))
  const made: Worked = {
    slot: open.toSorted((a, b) => a.dueMs - b.dueMs || (a.scheduleId < b.scheduleId ? -1 : 1))[0] ?? null,
    freshUntilMs: ended === null ? null : limits.length === 0 ? ended + checkupStaleAfterMs : Math.min(...limits),
  }
  worked.set(patient, made)
  return made
}

/**
 * Until when the values of a card's check-up speak for the patient, epoch milliseconds; null without one. By the pathway: until
 * two check-ups in a row that it asks for have run out without an answer (design/sync: fresh up to twice the expected cadence). 24 hours where
 * the pathway asks for none, or in a way that is not understood.
 */
export const freshUntil = (patient: VirtualWardPatient): number | null => workedOut(patient).freshUntilMs

/** True when a card's values are past their limit at `nowMs`, or their time cannot be. */
export const isStale = (patient: VirtualWardPatient, nowMs: number): boolean => {
  const until = freshUntil(patient)
  return until !== null && patient.latestCheckup !== null && (nowMs > until || isCheckupImplausible(patient.latestCheckup.endedAt, nowMs))
}

/** When a patient is to be observed next. `continuous`: the score asks for it all the time. `name`: of the scheduled check-up. */
export type NextObservation =
  | { readonly by: 'schedule'; readonly kind: NextDue['kind']; readonly dueMs: number; readonly name: string }
  | { readonly by: 'score'; readonly kind: 'upcoming' | 'overdue'; readonly dueMs: number }
  | { readonly by: 'score'; readonly kind: 'continuous' }

const kindOf = (slot: Slot, nowMs: number): NextDue['kind'] => {
  if (nowMs > slot.closesMs) return 'late'
  if (nowMs > slot.dueMs) return 'overdue'
  return nowMs >= slot.opensMs ? 'due' : 'upcoming'
}

/** What the latest score asks for (RCP NEWS2, chart 4); null where it is unknown or no longer counts. */
const byScore = (patient: VirtualWardPatient, nowMs: number): NextObservation | null => {
  const checkup = patient.latestCheckup
  const interval = checkup === null || isStale(patient, nowMs) ? null : observationIntervalMs(checkup.ewsScores)
  if (checkup === null || interval === null) return null
  if (interval === 0) return { by: 'score', kind: 'continuous' }
  const dueMs = Date.parse(checkup.endedAt) + interval
  return { by: 'score', kind: nowMs > dueMs ? 'overdue' : 'upcoming', dueMs }
}

/** The next observation of a patient at `nowMs`: whichever of the pathway's schedule and the score's frequency asks first; null where neither does. */
export const nextObservation = (patient: VirtualWardPatient, nowMs: number): NextObservation | null => {
  const { slot } = workedOut(patient)
  const scheduled: NextObservation | null = slot === null ? null : { by: 'schedule', kind: kindOf(slot, nowMs), dueMs: slot.dueMs, name: slot.name }
  const scored = byScore(patient, nowMs)
  if (scored === null || scheduled === null) return scheduled ?? scored
  if (scored.kind === 'continuous') return scheduled.kind === 'late' || scheduled.kind === 'overdue' ? scheduled : scored
  return scheduled.dueMs <= scored.dueMs ? scheduled : scored
}

/** True when the next observation's time has passed. */
export const isOverdue = (patient: VirtualWardPatient, nowMs: number): boolean => {
  const next = nextObservation(patient, nowMs)
  return next?.kind === 'overdue' || next?.kind === 'late'
}
