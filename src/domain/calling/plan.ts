import { z } from 'zod'
import { personSchema } from '../organization/organization'
import { timeIn, type Zone } from '../time/calendar'
import { dayNumberOf } from '../time/wall'

/** Slots of a plan, and people of a slot, at most. */
const [mostSlots, mostInLine] = [50, 10]

/** What is said of a plan that is none. */
const planProblems = {
  days: 'A time needs one day at least',
  time: 'A time of the day reads 20:00',
  line: `1 to ${mostInLine} people are called one after the other`,
  twice: 'Somebody is in the line twice',
  callee: 'Either a user or a provider is called',
  minutes: 'Minutes are a whole number from 1 to 60',
} as const

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, planProblems.time)

/** An out-of-hours service, which has no account here. */
const providerSchema = z.object({
  name: z.string().trim().min(1, 'A provider has a name').max(80),
  email: z.email('A provider has an email address').max(254),
})

/** Who is called: a user of the ward, or a provider. */
export const calleeSchema = z
  .object({ userId: z.string().min(1).nullable(), provider: providerSchema.nullable() })
  .refine(({ userId, provider }) => (userId === null) !== (provider === null), planProblems.callee)
export type Callee = z.infer<typeof calleeSchema>

/** Who somebody is in a line: nobody is called twice. */
export const calleeKey = ({ userId, provider }: Callee): string =>
  userId ?? provider?.email.toLowerCase() ?? ''

export const slotSchema = z.object({
  /** 1 Monday to 7 Sunday: the days on which it begins. */
  days: z.array(z.int().min(1).max(7)).min(1, planProblems.days).max(7),
  /** By the wall clock of the organisation. Until then excluded: one that is no later is of the next day. */
  from: timeOfDay,
  until: timeOfDay,
  /** In the order in which they are called. */
  line: z
    .array(calleeSchema)
    .min(1, planProblems.line)
    .max(mostInLine, planProblems.line)
    .refine((line) => new Set(line.map(calleeKey)).size === line.length, planProblems.twice),
})
export type Slot = z.infer<typeof slotSchema>

const minutes = z
  .int(planProblems.minutes)
  .min(1, planProblems.minutes)
  .max(60, planProblems.minutes)

/** A ward's on-call plan, as it is written. */
export const planSchema = z.object({
  slots: z.array(slotSchema).max(mostSlots),
  /** From one call to the next of an alert of severity 4. */
  minutesOfSeverity4: minutes,
  /** To the first call of an alert of severity 3 that nobody holds, and from one call to the next. */
  minutesOfSeverity3: minutes,
})
export type Plan = z.infer<typeof planSchema>

/** What T14 says where a ward says nothing else. */
export const usualMinutes = { minutesOfSeverity4: 5, minutesOfSeverity3: 10 } as const

/** The same as it is read: with the names of users. */
export const onCallPlanSchema = planSchema.omit({ slots: true }).extend({
  wardId: z.string(),
  slots: z.array(
    slotSchema.omit({ line: true }).extend({
      line: z.array(
        z.object({
          /** Null: a provider, or an account that was removed. */
          user: personSchema.nullable(),
          provider: z.object({ name: z.string(), email: z.string() }).nullable(),
          /** False: no longer on the ward's staff, or gone. They are passed by. */
          isReached: z.boolean(),
          /** Whether a browser of theirs is called; false: by mail alone. */
          hasBrowser: z.boolean(),
        }),
      ),
    }),
  ),
  changedAt: z.string(),
  /** Null: an account that was removed. */
  changedBy: personSchema.nullable(),
})
export type OnCallPlan = z.infer<typeof onCallPlanSchema>

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Whether a slot runs at a minute of a day of the week by the wall clock, 1 Monday to 7 Sunday. */
const runsAt = ({ days, from, until }: Slot, day: number, minute: number): boolean => {
  const [begins, ends] = [minuteOf(from), minuteOf(until)]
  const isOverMidnight = ends <= begins
  const before = day === 1 ? 7 : day - 1
  return (
    (days.includes(day) && minute >= begins && (isOverMidnight || minute < ends)) ||
    (isOverMidnight && days.includes(before) && minute < ends)
  )
}

/**
 * Who is called at an instant (epoch milliseconds), in order: the lines of all slots that run then, each
 * person once. By the wall clock, so that no night on which clocks change has an hour without anybody: an
 * hour that comes twice is the same people's twice, and a skipped one is nobody's.
 */
export const onCallAt = (
  { slots }: Pick<Plan, 'slots'>,
  atMs: number,
  zone: Zone,
): readonly Callee[] => {
  const { year, month, day, hour, minute } = timeIn(atMs, zone)
  // 1 January 1970 was a Thursday.
  const weekday = ((dayNumberOf({ year, month, day }) + 3) % 7) + 1
  const line = new Map<string, Callee>()
  for (const slot of slots)
    if (runsAt(slot, weekday, hour * 60 + minute))
      // Who is in several lines has the place of the first.
      for (const callee of slot.line) line.set(calleeKey(callee), callee)
  return [...line.values()]
}
