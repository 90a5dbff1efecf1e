import { z } from 'zod'
import { namedReferenceSchema, personSchema } from '../organization/organization'
import { nobodyReasons } from './next'

/** A call of somebody. */
const callSchema = z.object({
  id: z.string(),
  /** Null: a provider, or an account that was removed. */
  user: personSchema.nullable(),
  /** The name of a provider. */
  provider: z.string().nullable(),
  calledAt: z.string(),
  /** When a device of theirs showed the call; null: none told so. */
  receivedAt: z.string().nullable(),
})

/** That somebody is, or was, sought about a patient. */
export const callingSchema = z.object({
  id: z.string(),
  patientId: z.string(),
  /** The alerts that nobody held at one of its calls. */
  alertIds: z.array(z.string()),
  /** In their order. */
  calls: z.array(callSchema),
  /** Since when it is told that nobody can be reached; null: it is not. */
  nobodyAt: z.string().nullable(),
  nobodyReason: z.enum(nobodyReasons).nullable(),
  /** Null: it goes on. */
  endedAt: z.string().nullable(),
  /** Who said that they deal with it; null: nobody, or an account that was removed. */
  answeredBy: personSchema.nullable(),
  answeredAt: z.string().nullable(),
})
export type Calling = z.infer<typeof callingSchema>

/** A ward where nobody can be reached about a patient. */
export const unreachedWardSchema = z.object({
  ward: namedReferenceSchema,
  /** Of the patient of whom it is told for the longest time. */
  since: z.string(),
  reason: z.enum(nobodyReasons),
  /** Patients about whom nobody can be reached. */
  patients: z.number().int(),
})
export type UnreachedWard = z.infer<typeof unreachedWardSchema>
