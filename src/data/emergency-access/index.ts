import { z } from 'zod'
import {
  OpenEmergencyAccessDocument,
  RecordEmergencyAccessDocument,
  ReviewEmergencyAccessDocument,
  SettingsEmergencyAccessesDocument,
} from '../../../schema/generated/documents/emergency-access'
import { emergencyOutcomes } from '../../domain/emergency-access/emergency-access'
import { statedReason } from '../../domain/text/stated-reason'
import { defineCall, defineCommand } from '../../engine/define'

const userSchema = z.object({ id: z.string(), name: z.string().nullable() })
const accessSchema = z.object({
  id: z.string(),
  patientId: z.string(),
  patientName: z.string().nullable(),
  user: userSchema,
  isOwn: z.boolean(),
  opensRecord: z.boolean(),
  reason: z.string(),
  reasonAgain: z.string().nullable(),
  nthInShift: z.number(),
  openedAt: z.string(),
  endsAt: z.string(),
  asOf: z.string(),
  reviewedAt: z.string().nullable(),
  reviewedBy: userSchema.nullable(),
  outcome: z.enum(emergencyOutcomes).nullable(),
})
/** A record that somebody opened in an emergency. */
export type EmergencyAccess = z.infer<typeof accessSchema>

const reviewedSchema = accessSchema.extend({
  looks: z.array(z.object({ screen: z.string(), readAt: z.string() })),
})
/** The same with what they looked at. */
export type ReviewedAccess = z.infer<typeof reviewedSchema>

/** Emergency accesses to one record that are open, or of the last day, newest first. */
export const emergencyAccess = defineCall({
  name: 'emergencyAccess',
  document: RecordEmergencyAccessDocument,
  variables: (input: { readonly patientId: string }) => input,
  wire: (answer): readonly EmergencyAccess[] =>
    z.object({ emergencyAccess: z.array(accessSchema) }).parse(answer).emergencyAccess,
})

/** A page of all emergency accesses of the organisation, to review. */
export const emergencyAccesses = defineCall({
  name: 'emergencyAccesses',
  document: SettingsEmergencyAccessesDocument,
  variables: (input: { readonly after: string | null }) => input,
  wire: (answer) => {
    const { accesses, after, toReview } = z
      .object({
        emergencyAccesses: z.object({
          accesses: z.array(reviewedSchema),
          after: z.string().nullable(),
          toReview: z.number(),
        }),
      })
      .parse(answer).emergencyAccesses
    return { entries: accesses as readonly ReviewedAccess[], next: after, toReview }
  },
})

/** Opens a record in an emergency: the patient by id, or by number and birth date. */
export const openEmergencyAccess = defineCommand({
  name: 'openEmergencyAccess',
  document: OpenEmergencyAccessDocument,
  input: z.object({
    patientId: z.string().optional(),
    nhsNumber: z.string().optional(),
    birthDate: z.string().optional(),
    reason: statedReason,
    /** Null: not asked for yet. */
    reasonAgain: statedReason.nullable(),
  }),
  action: 'emergency-access.open',
  variables: ({ patientId, nhsNumber, birthDate, reason, reasonAgain }) => ({
    patientId: patientId ?? null,
    nhsNumber: nhsNumber ?? null,
    birthDate: birthDate ?? null,
    reason,
    reasonAgain,
  }),
  wire: (answer) => ({
    value: z.object({ openEmergencyAccess: accessSchema }).parse(answer).openEmergencyAccess,
  }),
  refreshes: ['emergencyAccess', 'emergencyAccesses', 'patientRecord'],
})

/** Says what a supervisor found. */
export const reviewEmergencyAccess = defineCommand({
  name: 'reviewEmergencyAccess',
  document: ReviewEmergencyAccessDocument,
  input: z.object({ id: z.string(), outcome: z.enum(emergencyOutcomes) }),
  action: 'emergency-access.review',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ reviewEmergencyAccess: accessSchema }).parse(answer).reviewEmergencyAccess,
  }),
  refreshes: ['emergencyAccess', 'emergencyAccesses'],
})
