import { z } from 'zod'
import { notScoredReasons } from '../ews/applies'
import { ewsScoresSchema } from '../ews/thresholds'
import { namedReferenceSchema, personSchema } from '../organization/organization'

/** What a check-up came from (P230). */
export const checkupOrigins = ['continuous_monitoring', 'new_checkup'] as const
export type CheckupOrigin = (typeof checkupOrigins)[number]

export const consciousnessValues = ['A', 'C', 'V', 'P', 'U'] as const
export type Consciousness = (typeof consciousnessValues)[number]
export const oximeterConfidences = [
  'FAILED',
  'INSUFFICIENT_QUALITY',
  'DEVICE_UNSTABLE',
  'VITAL_UNSTABLE',
  'HIGH',
] as const
export const bloodPressurePositions = ['sitting', 'standing', 'lying'] as const
export const glucoseTimings = [
  'upon_waking',
  'at_least_90_minutes_after_meals',
  'before_meals',
] as const
export const symptomSeverities = ['low', 'medium', 'high', 'emergency'] as const

const instant = z.string().refine((text) => Number.isFinite(Date.parse(text)), 'Not an instant')

/** What was measured. Stored units: °C, kg, mmol/L, mmHg, %, /min. */
export const readingsSchema = z.object({
  temperature: z
    .object({ value: z.number(), device: z.string().nullable(), isManual: z.boolean() })
    .nullable(),
  pulseRate: z
    .object({ value: z.number(), source: z.string().nullable(), isManual: z.boolean() })
    .nullable(),
  pulseOxiData: z
    .object({
      averageSpO2: z.number(),
      uneditedAverageSpO2: z.number().nullable(),
      averageHr: z.number().nullable(),
      /** One of oximeterConfidences; anything else is shown as an error and reported. */
      confidence: z.string().nullable(),
      device: z.string().nullable(),
      isManual: z.boolean(),
    })
    .nullable(),
  respiratoryRate: z.object({ value: z.number(), source: z.string().nullable() }).nullable(),
  consciousness: z.enum(consciousnessValues).nullable(),
  onOxygen: z.boolean().nullable(),
  /** The check-up did not say; the patient's flag did. */
  oxygenFromFlag: z.boolean().default(false),
  /** Why NEWS2 does not apply; null: it does. */
  notScored: z.enum(notScoredReasons).nullable().catch(null).default(null),
  /** See doubts.ts; a word of a later release is kept. */
  doubts: z.array(z.string()).catch([]).default([]),
  /** One of oxygenFlows, L/min, or another text as it is. Rows from before it have none. */
  oxygenFlow: z.string().nullable().default(null),
  bloodPressureData: z
    .object({
      systolic: z.number(),
      diastolic: z.number(),
      position: z.string().nullable(),
      device: z.string().nullable(),
      isManual: z.boolean(),
    })
    .nullable(),
  symptoms: z.array(z.object({ key: z.string(), severity: z.string().nullable() })),
  softSigns: z.array(z.object({ key: z.string(), isEmergency: z.boolean() })),
  weight: z
    .object({ value: z.number(), isManual: z.boolean(), device: z.string().nullable() })
    .nullable(),
  peakExpiratoryFlowRate: z.object({ value: z.number(), isManual: z.boolean() }).nullable(),
  glucose: z
    .object({
      reading: z.number(),
      time_of_capture: instant.nullable(),
      before_after_meal: z.string().nullable(),
    })
    .nullable(),
  picture: z.array(z.object({ url: z.string(), caption: z.string().nullable() })),
  lungSounds: z.array(z.object({ url: z.string() })),
  attachments: z.array(z.object({ id: z.string(), type: z.string(), downloadUrl: z.string() })),
  notes: z.string().nullable(),
  selectedAction: z.number().int().min(1).max(5).nullable(),
  isStable: z.boolean().nullable(),
})
export type Readings = z.infer<typeof readingsSchema>

/** A check-up as the portal keeps it (C274). */
export const checkupSchema = readingsSchema.extend({
  id: z.string(),
  revision: z.number(),
  patientId: z.string(),
  type: z.string(),
  subtype: z.string().nullable(),
  checkupType: namedReferenceSchema.nullable(),
  startedAt: instant,
  endedAt: instant,
  receivedAt: instant,
  createdBy: personSchema.nullable(),
  organization: namedReferenceSchema,
  ewsScores: ewsScoresSchema.nullable(),
  hasLungSounds: z.boolean(),
  hasPictures: z.boolean(),
})
export type Checkup = z.infer<typeof checkupSchema>
