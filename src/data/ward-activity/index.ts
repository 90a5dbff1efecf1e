import { z } from 'zod'
import { WardActivityDocument } from '../../../schema/generated/documents/ward-activity'
import { defineCall } from '../../engine/define'

const wardDaySchema = z.object({
  ward: z.object({ id: z.string(), name: z.string() }),
  wardDeletedAt: z.string().nullable(),
  day: z.string(),
  occupancy: z.number(),
  capacity: z.number().nullable(),
  admissions: z.number(),
  transfersIn: z.number(),
  discharges: z.number(),
  lengthOfStayHours: z.number().nullable(),
  alerts: z.number(),
  minutesToAcknowledge: z.number().nullable(),
  checkupsDue: z.number(),
  checkupsDone: z.number(),
})
/** What went on on a ward on a day. */
export type WardDay = z.infer<typeof wardDaySchema>

/** The activity of every ward on each of the last 30 days of the organisation, newest first. */
export const wardActivity = defineCall({
  name: 'wardActivity',
  document: WardActivityDocument,
  variables: () => ({}),
  wire: (answer): readonly WardDay[] =>
    z.object({ wardActivity: z.array(wardDaySchema) }).parse(answer).wardActivity,
})
