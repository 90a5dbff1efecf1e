import { z } from 'zod'
import {
  CreateShareTokenDocument,
  DeleteShareTokenDocument,
  ShareTokensDocument,
} from '../../../schema/generated/documents/share-token'
import { longestLinkHours } from '../../domain/share-link/share-link'
import { personSchema } from '../../domain/organization/organization'
import { defineCall, defineCommand } from '../../engine/define'

const shareTokenSchema = z.object({
  id: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  user: personSchema,
  patient: z.object({ id: z.string(), firstName: z.string(), lastName: z.string() }).nullable(),
  stopped: z.enum(['EXPIRED', 'PATIENT_GONE', 'MAKER_GONE']).nullable(),
})
/** A link to one record: who made it, whose record (null: not the reader's to open), until when, and why it opens nothing. */
export type ShareToken = z.infer<typeof shareTokenSchema>

/** A link that was just made. `token` is null where it was answered before: it is lost then. */
const newTokenSchema = shareTokenSchema.extend({ token: z.string().nullable() })
const refreshes = ['shareTokens']

/** The links of the acting organisation: those that work first. */
export const shareTokens = defineCall({
  name: 'shareTokens',
  document: ShareTokensDocument,
  variables: (_input: void) => ({}),
  wire: (answer): readonly ShareToken[] =>
    z.object({ shareTokens: z.array(shareTokenSchema) }).parse(answer).shareTokens,
})

/** Makes a link to the record of a patient. */
export const createShareToken = defineCommand({
  name: 'createShareToken',
  document: CreateShareTokenDocument,
  input: z.object({
    patientId: z.string().min(1),
    expiresInHours: z.number().int().min(1).max(longestLinkHours),
  }),
  action: 'share-token.change',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ createShareToken: newTokenSchema }).parse(answer).createShareToken,
  }),
  refreshes,
})

/** Ends a link now. */
export const deleteShareToken = defineCommand({
  name: 'deleteShareToken',
  document: DeleteShareTokenDocument,
  input: z.object({ id: z.string().min(1) }),
  action: 'share-token.change',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ deleteShareToken: z.boolean() }).parse(answer).deleteShareToken,
  }),
  refreshes,
})
