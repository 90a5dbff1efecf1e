import { z } from 'zod'
import { alertSchema } from '../alerts/alert'
import { checkupSchema } from '../checkup/checkup'
import { criticalMarksSchema, noMarks } from '../critical/marks'
import { patientTaskSchema } from '../task/task'
import { rhythmEventSchema } from '../ecg/rhythm-events'
import { namedReferenceSchema } from '../organization/organization'
import { latestBucketSchema } from '../monitoring/bucket'
import { monitoringSessionSchema } from '../monitoring/session'
import { acuityScoreSchema } from '../patient/acuity'
import { genders, nationalIdentifierSchema, wardAdmissionSchema } from '../patient/patient'
import { repeatSchema } from '../repeat/repeat'
import { dateSchema } from '../time/instant'
import { cardScheduleSchema } from './card-schedule'
import { trendSchema } from './trend'

/** A patient as a card of the virtual ward shows it (C290). */
export const virtualWardPatientSchema = z.object({
  id: z.string(),
  revision: z.number(),
  /** The patient's home organisation: where they were registered. neighborIds filters by it. */
  organization: namedReferenceSchema,
  firstName: z.string(),
  lastName: z.string(),
  numSimilarNames: z.number().int(),
  birthDate: dateSchema,
  gender: z.enum(genders),
  nationalIdentifier: nationalIdentifierSchema.nullable(),
  wardAdmission: wardAdmissionSchema.nullable(),
  latestCheckup: checkupSchema.nullable(),
  /**
   * Check-ups before the latest that measured what none since did, or whose score no later one has
   * measured anew; the newest first. Empty where the latest is left out.
   */
  earlierCheckups: z.array(checkupSchema).default([]),
  latestAcuityScore: acuityScoreSchema.nullable(),
  /** Whether allergies and a resuscitation status are recorded; what they are is in the record. */
  criticalMarks: criticalMarksSchema.default(noMarks),
  /** What is to be done, by when it is due. */
  tasks: z.array(patientTaskSchema).default([]),
  /** Totals of the day up to the latest check-up, oldest first; 96 at most. */
  trend: trendSchema,
  /**
   * Of continuous monitoring: the session that began last and the latest bucket. Null for who may
   * not see it.
   */
  continuousMonitoringSession: monitoringSessionSchema.nullable().default(null),
  latestContinuousMonitoring: latestBucketSchema.nullable().default(null),
  /**
   * Buckets before the latest that measured what none since did, the newest first. Empty where the
   * latest is left out.
   */
  earlierContinuousMonitoring: z.array(latestBucketSchema).default([]),
  /**
   * Of the ECG, the newest of each type, of the 24 hours up to the newest of all. Empty: none, or
   * not for who asks to see.
   */
  rhythmEvents: z.array(rhythmEventSchema).default([]),
  /** Of the active admission's pathway. */
  schedules: z.array(cardScheduleSchema).default([]),
  /** Requests to measure again that stand, of the active admission. */
  repeats: z.array(repeatSchema).default([]),
  /** Of the user who asks. */
  onWatchList: z.boolean(),
  /** Those that are open, gravest and newest first. */
  alerts: z.array(alertSchema),
})
export type VirtualWardPatient = z.infer<typeof virtualWardPatientSchema>

export const sortFields = [
  'acuityScore',
  'alertCount',
  'clinicalUrgency',
  'ewsScore',
  'lastName',
  'latestVitals',
] as const
export type SortField = (typeof sortFields)[number]
export interface SortTerm {
  readonly field: SortField
  readonly direction: 'ASC' | 'DESC'
}

/** What one page of the virtual ward asks for, of the server and of the local order offline. */
export interface VirtualWardQuery {
  readonly wardIds?: readonly string[]
  readonly neighborIds?: readonly string[]
  readonly take: number
  readonly skip: number
  readonly nameOrNhsNumber?: string
  readonly withCheckupsInLastHours?: number
  /** Only patients whose next observation is overdue. */
  readonly onlyOverdue?: boolean
  readonly sort: readonly SortTerm[]
}
