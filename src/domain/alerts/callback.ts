import { z } from 'zod'
import { sourceIdSchema } from '../checkup/ingest'
import { instantSchema } from '../time/instant'

/** A patient asks to be called back, as their app posts it. */
export const callbackIngestSchema = z.strictObject({
  id: sourceIdSchema,
  patientId: z.string().min(1).max(100),
  requestedAt: instantSchema,
})
export type CallbackIngest = z.infer<typeof callbackIngestSchema>

/** Says nothing of the patient's state: only that somebody has to find out. */
export const callbackSeverity = 1
