import { z } from 'zod'
import { isUnderstood } from '../schedule/recurrence'
import { checkupScheduleSchema } from '../schedule/slot'

/** A check-up that the patient's pathway asks for again and again. */
export const cardScheduleSchema = z.object({
  /** The check-up type's. */
  id: z.string(),
  name: z.string(),
  schedule: checkupScheduleSchema,
  /** In whose time its hours are told, an IANA name. */
  timeZone: z.string(),
  /** When the patient's last check-up of the type ended. */
  latestEndedAt: z.string().nullable(),
  /**
   * Since when the schedule is as it is: no earlier time of it is due. Null: it was never changed.
   */
  countsFrom: z.string().nullish(),
})

export type CardSchedule = z.infer<typeof cardScheduleSchema>

/**
 * Whether a schedule's rule is understood. By an unknown one nothing is due, and the screen says
 * so.
 */
export type ScheduleRecurrence = 'known' | 'unknown'
export const recurrenceOf = ({ schedule }: Pick<CardSchedule, 'schedule'>): ScheduleRecurrence =>
  isUnderstood(schedule.rrule) ? 'known' : 'unknown'
