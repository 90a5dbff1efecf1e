import { z } from 'zod'
import { dischargeFaults } from '../stay/discharge'

/** What becomes of a referral (P213). */
export const referralStatuses = ['Accepted', 'Cancelled', 'Declined', 'Pending'] as const
export type ReferralStatus = (typeof referralStatuses)[number]

/** Why a patient is referred (P218), in the order of the specification. */
export const referralReasons = [
  'Other',
  'PatientPreference',
  'ProviderOrdered',
  'SecondOpinion',
  'WorkLoad',
] as const
export type ReferralReason = (typeof referralReasons)[number]

/** The words of a reason, on every screen. */
export const referralReasonWords: Readonly<Record<ReferralReason, string>> = {
  Other: 'Other',
  PatientPreference: 'Patient preference',
  ProviderOrdered: 'Provider ordered',
  SecondOpinion: 'Second opinion',
  WorkLoad: 'Workload',
}

/** What one organisation may do at another (P181); they are given to it by name. */
export const relationshipPermissions = ['ReferPatient'] as const
export type RelationshipPermission = (typeof relationshipPermissions)[number]

/** Characters of what is said beside a reason, and of why a referral is rejected. */
export const longestReferralReason = 1000
/** Characters of the supporting statement. */
export const longestStatement = 5000

/** What a referral ends as: whoever is first decides, and nobody decides again. */
export type ReferralDecision = Exclude<ReferralStatus, 'Pending'>

/** What is said to who would decide what is decided; null: it is Pending. */
export const referralIsDecided = (status: ReferralStatus): string | null =>
  status === 'Pending'
    ? null
    : {
        Accepted: 'This referral was accepted already',
        Declined: 'This referral was rejected already',
        Cancelled: 'This referral was cancelled already',
      }[status]

export const commentIsMissing = 'You must provide a comment if you selected "Other"'

const long = (most: number) => `Has at most ${most} characters`
const blankIsNull = (text: string | null): string | null => (text === '' ? null : text)

/** What is asked for when a patient is referred (O338 to O342, O405); the server reads the same. */
export const referPatientSchema = z
  .object({
    patientId: z.string().min(1, 'Required'),
    referrerDetails: z.object({ shouldDischargeOnAcceptance: z.boolean() }),
    /** Of a discharge on acceptance. */
    dischargeDetails: z
      .object({
        dischargeReason: z.string(),
        additionalInfo: z
          .string()
          .trim()
          .nullable()
          .default(null)
          .transform((text) => blankIsNull(text)),
      })
      .nullable()
      .default(null),
    destinationDetails: z.object({
      organizationId: z.string().min(1, 'Required'),
      reason: z
        .object({
          reason: z.enum(referralReasons, 'Required'),
          comment: z
            .string()
            .trim()
            .max(longestReferralReason, long(longestReferralReason))
            .nullable()
            .default(null)
            .transform((text) => blankIsNull(text)),
        })
        .refine(({ reason, comment }) => reason !== 'Other' || comment !== null, {
          path: ['comment'],
          message: commentIsMissing,
        }),
      supportingInformation: z
        .string()
        .trim()
        .min(1, 'Required')
        .max(longestStatement, long(longestStatement)),
    }),
  })
  .superRefine(({ referrerDetails, dischargeDetails }, context) => {
    if (!referrerDetails.shouldDischargeOnAcceptance) return
    const faults = dischargeFaults(
      dischargeDetails?.dischargeReason ?? '',
      dischargeDetails?.additionalInfo ?? '',
    )
    for (const { path, message } of faults)
      context.addIssue({
        code: 'custom',
        path: ['dischargeDetails', path === 'type' ? 'dischargeReason' : path],
        message,
      })
  })
export type ReferPatient = z.infer<typeof referPatientSchema>

/** Why a referral is rejected. */
export const rejectReferralSchema = z.object({
  referralId: z.string().min(1),
  reason: z
    .string()
    .trim()
    .min(1, 'Required')
    .max(longestReferralReason, long(longestReferralReason)),
})
