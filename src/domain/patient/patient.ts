import { z } from 'zod'
import { checkupSchema } from '../checkup/checkup'
import { news2 } from '../ews/news2'
import { ewsThresholdsSchema } from '../ews/thresholds'
import {
  addressSchema,
  namedReferenceSchema,
  organizationMembershipSchema,
  personSchema,
} from '../organization/organization'
import { latestBucketSchema } from '../monitoring/bucket'
import { monitoringSessionSchema } from '../monitoring/session'
import { dateSchema } from '../time/instant'
import { acuityScoreSchema } from './acuity'

export const genders = ['male', 'female'] as const
const nationalIdentifierTypes = ['NhsNumber', 'NorthernIrelandHcn'] as const
export const nationalIdentifierSchema = z.object({
  type: z.enum(nationalIdentifierTypes),
  value: z.string(),
})
export type NationalIdentifier = z.infer<typeof nationalIdentifierSchema>

const patientFlagSchema = z.object({
  type: z.string(),
  title: z.string(),
  description: z.string(),
  active: z.boolean(),
})

export const wardAdmissionSchema = z.object({
  patientId: z.string(),
  /** Who admitted them; a row that was kept earlier does not say. */
  organization: namedReferenceSchema.optional(),
  admittedAt: z.string(),
  createdAt: z.string(),
  /** From when check-ups are asked for; a row that was kept earlier does not say. */
  scheduledFrom: z.string().optional(),
  /** Grows with every change of the admission itself. */
  revision: z.number(),
  ward: namedReferenceSchema,
  carePathway: namedReferenceSchema,
  patientFlags: z.array(patientFlagSchema),
  expectedDischargeDate: z.string().nullable(),
})
export type WardAdmission = z.infer<typeof wardAdmissionSchema>

const admissionEventTypes = [
  'Admission',
  'CarePathwayTransfer',
  'Discharge',
  'ExpectedDischargeDateUpdate',
  'WardTransfer',
] as const
export const admissionEventSchema = z.object({
  admissionId: z.string(),
  /** Whose stay it is; a row that was kept earlier does not say. */
  organization: namedReferenceSchema.optional(),
  createdAt: z.string(),
  effectiveAt: z.string(),
  createdBy: personSchema.nullable(),
  ward: namedReferenceSchema.nullable(),
  reason: z.object({ type: z.string(), additionalInfo: z.string().nullable() }).nullable(),
  type: z.enum(admissionEventTypes),
  carePathway: namedReferenceSchema.nullable(),
})

const personalEwsSchema = z.object({
  thresholds: ewsThresholdsSchema.nullable(),
  riskScheme: z.string(),
  spo2Scale: z.union([z.literal(1), z.literal(2)]),
  createdAt: z.string(),
  createdBy: personSchema.nullable(),
  /** Why, by whose decision and until when; see ews/basis.ts. Older rows have none. */
  reason: z.string().nullish(),
  decidedBy: z.string().nullish(),
  reviewOn: z.string().nullish(),
})

/** What scores a patient without personal thresholds: the care pathway's, or NEWS2 (null). */
const ewsDefaultSchema = z.object({
  schemeName: z.string(),
  thresholds: ewsThresholdsSchema.nullable(),
})

/** A patient as the record shows it (P182). */
export const patientSchema = z.object({
  id: z.string(),
  revision: z.number(),
  createdAt: z.string(),
  type: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  gender: z.enum(genders),
  birthDate: dateSchema,
  telephone: z.string().nullable(),
  address: addressSchema.nullable(),
  nhsNumber: z.string().nullable(),
  nationalIdentifier: nationalIdentifierSchema.nullable(),
  preExistingConditions: z.array(z.string()),
  numSimilarNames: z.number().int(),
  organizations: z.array(organizationMembershipSchema),
  /** Of other organisations readings from then on alone are open, and no notes. Null: the whole record is. */
  othersFrom: z.string().nullable().default(null),
  wards: z.array(namedReferenceSchema),
  wardAdmission: wardAdmissionSchema.nullable(),
  admissionEvents: z.array(admissionEventSchema),
  ewsThresholds: personalEwsSchema.nullable(),
  /** The default thresholds. Older rows have the published bands. */
  ewsDefault: ewsDefaultSchema.default({ schemeName: news2, thresholds: null }),
  latestCheckup: checkupSchema.nullable(),
  latestAcuityScore: acuityScoreSchema.nullable(),
  /** The session that began last. Null: never monitored, or not for this user to see. */
  continuousMonitoringSession: monitoringSessionSchema.nullable().default(null),
  latestContinuousMonitoring: latestBucketSchema.nullable().default(null),
  /** Start of the first bucket. */
  earliestContinuousMonitoringAt: z.string().nullable().default(null),
  onWatchList: z.boolean(),
})
export type Patient = z.infer<typeof patientSchema>
