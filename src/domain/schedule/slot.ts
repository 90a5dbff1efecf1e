import { z } from 'zod'
import type { Zone } from '../time/calendar'
import { occurrences, parseRecurrence } from './recurrence'

/** When a check-up is due and how many seconds early or late still count. */
export const checkupScheduleSchema = z.object({
  rrule: z.string(),
  tolerance: z.object({ early: z.number().int().min(0), late: z.number().int().min(0) }),
})
export type CheckupSchedule = z.infer<typeof checkupScheduleSchema>

/** One scheduled check-up. Epoch milliseconds; it counts from `opensMs` to `closesMs`, included. */
export interface Slot {
  readonly dueMs: number
  readonly opensMs: number
  readonly closesMs: number
}

/** The schedule of one admission: in whose zone its times are told, and where it begins. */
export interface Scheduled {
  readonly schedule: CheckupSchedule
  readonly zone: Zone
  readonly startMs: number
}

/** The slots due after `fromMs` up to `toMs` (included), ascending. Null: unknown rule. */
export const slotsDue = (
  { schedule, zone, startMs }: Scheduled,
  fromMs: number,
  toMs: number,
): readonly Slot[] | null => {
  const rule = parseRecurrence(schedule.rrule)
  if (rule === null) return null
  const { early, late } = schedule.tolerance
  return occurrences(rule, zone, startMs, fromMs, toMs).map((dueMs) => ({
    dueMs,
    opensMs: dueMs - early * 1000,
    closesMs: dueMs + late * 1000,
  }))
}

/** Whether a check-up that ended then answers a slot. It can answer two. */
export const answers = (endedMs: number, slot: Slot): boolean =>
  endedMs >= slot.opensMs && endedMs <= slot.closesMs

/** The slots that closed after `decidedMs` up to `nowMs` (included). */
export const slotsDecided = (
  scheduled: Scheduled,
  decidedMs: number,
  nowMs: number,
): readonly Slot[] | null => {
  const late = scheduled.schedule.tolerance.late * 1000
  // The last instant of a slot still counts: it has run out when that is over.
  return slotsDue(scheduled, decidedMs - late - 1, nowMs - late - 1)
}

/** How far ahead a next slot is looked for. */
export const horizonMs = 400 * 86_400_000
/** In strides of this. */
export const strideMs = 8 * 86_400_000

/** When the next slot closes (epoch ms); null: none within a year, or an unknown rule. */
export const nextDecision = (scheduled: Scheduled, afterMs: number): number | null => {
  for (let from = afterMs; from < afterMs + horizonMs; from += strideMs) {
    const slots = slotsDecided(scheduled, from, from + strideMs)
    if (slots === null) return null
    const first = slots[0]
    if (first !== undefined) return first.closesMs + 1
  }
  return null
}
