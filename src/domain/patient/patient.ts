import { z } from 'zod'
import { checkupSchema } from '../checkup/checkup'
import { allergySchema } from '../critical/allergies'
import { patientContactSchema } from '../contact/contact'
import { criticalInformationSchema } from '../critical/information'
import { handoverTextSchema } from '../handover/text'
import { patientTaskSchema } from '../task/task'
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
import { askedCheckupSchema } from '../pathway/tiles'
import { repeatSchema } from '../repeat/repeat'
import { dateSchema } from '../time/instant'
import { acuityScoreSchema } from './acuity'

export const genders = ['male', 'female'] as const
const nationalIdentifierTypes = ['NhsNumber', 'NorthernIrelandHcn'] as const
export const nationalIdentifierSchema = z.object({
  /** NhsNumber or NorthernIrelandHcn. */
  type: z.enum(nationalIdentifierTypes),
  /** Ten digits. */
  value: z.string(),
})
export type NationalIdentifier = z.infer<typeof nationalIdentifierSchema>

const patientFlagSchema = z.object({
  /** OnOxygen and others. */
  type: z.string(),
  title: z.string(),
  description: z.string(),
  active: z.boolean(),
})

export const wardAdmissionSchema = z.object({
  patientId: z.string(),
  /** Who admitted them, and alone moves and discharges them. */
  organization: namedReferenceSchema.optional(),
  admittedAt: z.string(),
  createdAt: z.string(),
  /**
   * Check-ups are asked for from then on: the latest of admitted, recorded and put under the care
   * pathway.
   */
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
  /** Whose stay it is. */
  organization: namedReferenceSchema.optional(),
  createdAt: z.string(),
  effectiveAt: z.string(),
  createdBy: personSchema.nullable(),
  ward: namedReferenceSchema.nullable(),
  reason: z.object({ type: z.string(), additionalInfo: z.string().nullable() }).nullable(),
  type: z.enum(admissionEventTypes),
  carePathway: namedReferenceSchema.nullable(),
})

export const personalEwsSchema = z.object({
  thresholds: ewsThresholdsSchema.nullable(),
  riskScheme: z.string(),
  /** 1 or 2: the NEWS2 SpO2 scale. */
  spo2Scale: z.union([z.literal(1), z.literal(2)]),
  createdAt: z.string(),
  createdBy: personSchema.nullable(),
  /** Why, by whose decision and until when (ews/basis.ts). Null: none was asked for, or it was set before one was. */
  reason: z.string().nullish(),
  decidedBy: z.string().nullish(),
  reviewOn: z.string().nullish(),
})

const ewsDefaultSchema = z.object({
  schemeName: z.string(),
  thresholds: ewsThresholdsSchema.nullable(),
})

/** Who a patient is, as somebody wrote it down. */
export const patientDetailsSchema = z.object({
  id: z.string(),
  /** Grows with every change of the row; the local store keeps the highest. */
  revision: z.number(),
  createdAt: z.string(),
  type: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  gender: z.enum(genders),
  birthDate: dateSchema,
  telephone: z.string().nullable(),
  address: addressSchema.nullable(),
  preExistingConditions: z.array(z.string()),
})

/** A patient as the record shows it (P182). */
export const patientSchema = patientDetailsSchema.extend({
  nhsNumber: z.string().nullable(),
  nationalIdentifier: nationalIdentifierSchema.nullable(),
  numSimilarNames: z.number().int(),
  organizations: z.array(organizationMembershipSchema),
  /**
   * Null: the whole record is open. Otherwise (admitted by identifier while registered elsewhere)
   * of other organisations only readings from then on are, and no notes; a time far ahead: nothing
   * of theirs, the stay is over for 24 hours.
   */
  othersFrom: z.string().nullable().default(null),
  wards: z.array(namedReferenceSchema),
  wardAdmission: wardAdmissionSchema.nullable(),
  admissionEvents: z.array(admissionEventSchema),
  /** Personal thresholds of the patient; see EwsThresholds of src/domain/ews. */
  ewsThresholds: personalEwsSchema.nullable(),
  /**
   * What counts without them: the thresholds of the care pathway, named after it, or NEWS2 as
   * published (thresholds null). Older rows have the published bands.
   */
  ewsDefault: ewsDefaultSchema.default({ schemeName: news2, thresholds: null }),
  /** The check-ups of the pathway of the active admission, each with what it asks for. */
  checkupTypes: z.array(askedCheckupSchema).default([]),
  latestCheckup: checkupSchema.nullable(),
  latestAcuityScore: acuityScoreSchema.nullable(),
  /** Requests to measure again that stand, of the active admission. */
  repeats: z.array(repeatSchema).default([]),
  /** Every entry about allergies, also one that was struck out. */
  allergies: z.array(allergySchema).default([]),
  /** What everybody must know beside them: of each field the entry that counts. */
  criticalInformation: z.array(criticalInformationSchema).default([]),
  /** What is to be done, by when it is due, and the last of what was. */
  tasks: z.array(patientTaskSchema).default([]),
  /** What was written for the next shift, the newest first. */
  handovers: z.array(handoverTextSchema).default([]),
  /** Calls and visits, the newest first; 50 at most. */
  contacts: z.array(patientContactSchema).default([]),
  /** What the patient's ward does where they do not answer; null: it has written nothing, or they are on none. */
  noAnswerProcedure: z.string().nullable().default(null),
  /**
   * Of continuous monitoring: the session that began last, the latest bucket, and the start of the
   * first one. Null for who may not see it.
   */
  continuousMonitoringSession: monitoringSessionSchema.nullable().default(null),
  latestContinuousMonitoring: latestBucketSchema.nullable().default(null),
  /** Start of the first bucket. */
  earliestContinuousMonitoringAt: z.string().nullable().default(null),
  /** Of the user who asks. */
  onWatchList: z.boolean(),
})
export type Patient = z.infer<typeof patientSchema>

/** A patient as the server answers with them. */
export const servedPatientSchema = patientSchema.extend({
  /** Server time of this answer. */
  asOf: z.string(),
})
