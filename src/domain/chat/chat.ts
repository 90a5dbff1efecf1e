import { z } from 'zod'
import { sourceIdSchema } from '../checkup/ingest'
import { namedReferenceSchema, personSchema } from '../organization/organization'
import { isStorableText, unstorableMessage } from '../text/storable'
import { instantSchema } from '../time/instant'

/** Longest message, in characters after trimming (decisions, Limits). */
export const longestMessage = 5000

/** Length of a message: code points after trimming. */
export const messageLength = (text: string): number => [...text.trim()].length

/** What somebody writes: 1 to 5,000 characters after trimming (decisions, Limits). */
export const chatTextSchema = z
  .string()
  .trim()
  .min(1, 'Required')
  .refine((text) => messageLength(text) <= longestMessage, 'Must be 5,000 characters or fewer')
  .refine(isStorableText, unstorableMessage)

export const chatMessageSchema = z.object({
  id: z.string(),
  revision: z.number(),
  patientId: z.string(),
  message: z.string(),
  /** When it was written, by the author's device. */
  capturedAt: z.string(),
  /** When the server received it, and the other side could read it. */
  createdAt: z.string(),
  /** The patient's id where the patient wrote it. */
  createdById: z.string(),
  /** The patient wrote it, in their app. */
  isFromPatient: z.boolean(),
  createdBy: personSchema,
  organization: namedReferenceSchema,
})
export type ChatMessage = z.infer<typeof chatMessageSchema>

/** A message of a patient, as their app posts it. */
export const chatIngestSchema = z.strictObject({
  id: sourceIdSchema,
  patientId: z.string().min(1).max(100),
  message: chatTextSchema,
  sentAt: instantSchema,
})
export type ChatIngest = z.infer<typeof chatIngestSchema>

/** What a patient's app asks to read the conversation. */
export const chatReadSchema = z.strictObject({
  patientId: z.string().min(1).max(100),
  since: instantSchema.nullish(),
})

/**
 * Whether messages can be written. Where the organisation works with wards somebody looks after
 * those whom it has admitted, and nobody promises to read what another writes.
 */
export const isChatOpen = (
  hasWards: boolean,
  organizationId: string,
  admission: { readonly organization?: { readonly id: string } | undefined } | null,
): boolean =>
  !hasWards ||
  (admission !== null &&
    (admission.organization === undefined || admission.organization.id === organizationId))
