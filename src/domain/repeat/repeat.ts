import { z } from 'zod'
import { personSchema } from '../organization/organization'
import type { Slot } from '../schedule/slot'

const minuteMs = 60_000

/** The limits of what can be asked for, minutes. */
export const soonestMinutes = 5
export const longestMinutes = 24 * 60
export const closestMinutes = 10
export const longestReason = 200

/** A request to measure a patient again: once, or again and again until a time. */
export const repeatSchema = z.object({
  id: z.string(),
  /** When it was asked for, ISO 8601. */
  askedAt: z.string(),
  /** When the first observation is due. */
  dueAt: z.string(),
  /** Between one observation and the next; null: there is one. */
  everyMinutes: z.number().int().nullable(),
  /** None is due later; null: there is one. */
  until: z.string().nullable(),
  reason: z.string().nullable(),
  /** Who asked. */
  by: personSchema.nullable(),
  /** When the last check-up of the patient ended. */
  latestEndedAt: z.string().nullable(),
})
export type Repeat = z.infer<typeof repeatSchema>

/** What decides when a repeat is due. */
export type RepeatPlan = Pick<Repeat, 'askedAt' | 'dueAt' | 'everyMinutes' | 'until'>

/** What is asked for, counted from when it was asked: a wrong clock changes nothing. */
export interface AskedRepeat {
  readonly inMinutes: number
  /** Null, with `forMinutes`: once. */
  readonly everyMinutes: number | null
  readonly forMinutes: number | null
}

/** Whether something can be asked for: a series has its interval and its end, and the first is before it. */
export const isRepeatPossible = ({ inMinutes, everyMinutes, forMinutes }: AskedRepeat): boolean =>
  (everyMinutes === null) === (forMinutes === null) &&
  (forMinutes === null || forMinutes >= inMinutes)

/** The plan of what was asked for at `askedMs`, epoch milliseconds. */
export const planOf = (
  { inMinutes, everyMinutes, forMinutes }: AskedRepeat,
  askedMs: number,
): RepeatPlan => {
  const after = (minutes: number): string => new Date(askedMs + minutes * minuteMs).toISOString()
  return {
    askedAt: after(0),
    dueAt: after(inMinutes),
    everyMinutes,
    until: forMinutes === null ? null : after(forMinutes),
  }
}

/** Missed observations that people asked for are one alert of a patient. */
export const repeatKey = 'repeat'

const longestToleranceMs = 15 * minuteMs

/**
 * A third of the time between two observations, and 15 minutes at most: by so much early or late one
 * still counts. No observation that was made before it was asked for answers, and none answers two.
 */
const toleranceMs = ({ askedAt, dueAt, everyMinutes }: RepeatPlan): number => {
  const first = Date.parse(dueAt) - Date.parse(askedAt)
  const between = everyMinutes === null ? first : Math.min(first, everyMinutes * minuteMs)
  return Math.min(longestToleranceMs, Math.floor(between / 3))
}

/** When observations are due, ascending: by its plan, whenever they were made. */
export const slotsOf = (plan: RepeatPlan): readonly Slot[] => {
  const tolerance = toleranceMs(plan)
  const firstMs = Date.parse(plan.dueAt)
  const everyMs = (plan.everyMinutes ?? 0) * minuteMs
  const times =
    plan.until === null || everyMs <= 0
      ? 1
      : Math.max(1, Math.floor((Date.parse(plan.until) - firstMs) / everyMs) + 1)
  return Array.from({ length: times }, (_, nth) => {
    const dueMs = firstMs + nth * everyMs
    return { dueMs, opensMs: dueMs - tolerance, closesMs: dueMs + tolerance }
  })
}

/**
 * The first observation that is asked for after a check-up that ended then; null: it was the last.
 * A check-up answers all that had opened when it ended, also late: what was missed is told, and is
 * not asked for any more. @param endedMs epoch milliseconds; null: there was none
 */
export const slotAfter = (plan: RepeatPlan, endedMs: number | null): Slot | null =>
  slotsOf(plan).find(({ opensMs }) => endedMs === null || opensMs > endedMs) ?? null

/** The observation that is asked for now; null: all are answered, and it is over. */
export const openSlot = (repeat: Repeat): Slot | null =>
  slotAfter(repeat, repeat.latestEndedAt === null ? null : Date.parse(repeat.latestEndedAt))

/** From when on a check-up that ends answers the last observation, and ends the repeat. */
export const endsFromMs = (plan: RepeatPlan): number => slotsOf(plan).at(-1)?.opensMs ?? 0

/** The same repeat after a check-up that ended then, ISO 8601. */
export const afterCheckup = (repeat: Repeat, endedAt: string): Repeat =>
  repeat.latestEndedAt !== null && Date.parse(repeat.latestEndedAt) >= Date.parse(endedAt)
    ? repeat
    : { ...repeat, latestEndedAt: endedAt }

/** Whether the same person asked for `newer` later: it takes the place of the other. */
export const isReplacedBy = (one: Repeat, newer: Repeat): boolean => {
  const laterMs = Date.parse(newer.askedAt) - Date.parse(one.askedAt)
  return (
    one.by !== null &&
    one.by.id === newer.by?.id &&
    (laterMs > 0 || (laterMs === 0 && newer.id > one.id))
  )
}

/**
 * Those that count, the one that is due next first: not those that are over, and of each person the
 * newest. What two people ask for counts beside each other.
 */
export const standingRepeats = (repeats: readonly Repeat[]): readonly Repeat[] =>
  repeats
    .filter((one) => !repeats.some((other) => isReplacedBy(one, other)) && openSlot(one) !== null)
    .toSorted(
      (a, b) =>
        (openSlot(a)?.dueMs ?? 0) - (openSlot(b)?.dueMs ?? 0) ||
        Date.parse(a.askedAt) - Date.parse(b.askedAt) ||
        (a.id < b.id ? -1 : 1),
    )
