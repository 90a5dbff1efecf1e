import { z } from 'zod'
import { notScoredReasons } from '../ews/applies'
import { consciousnessValues } from '../ews/consciousness'
import { storedScoresSchema } from '../ews/stored-scores'
import {
  namedReferenceSchema,
  personSchema,
  type NamedReference,
} from '../organization/organization'
import { struckOutSchema } from './strike-out'
import { storedInstantSchema } from '../time/instant'
import { observationWays } from './by-hand'
import { isEmergencyKey } from './emergency-signs'
import { notUsableSchema } from './not-usable'

export { consciousnessValues, type Consciousness } from '../ews/consciousness'

/** What a check-up came from (P230). */
export const checkupOrigins = ['continuous_monitoring', 'new_checkup'] as const

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

/** What cannot be read of a stored check-up was not measured. */
const maybe = <Value extends z.ZodType>(value: Value) => value.nullable().catch(null)
const text = maybe(z.string())
const isManual = z.boolean().catch(false)
/** The items that can be read. */
const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(maybe(item))
    .catch([])
    .transform((stored) => stored.filter((one) => one !== null))

/**
 * What was measured, as it is stored: °C, kg, mmol/L, mmHg, %, /min. Another release may have
 * written it: a key that is missing, or in a form that this one does not know, is 'not measured'.
 */
const measurements = {
  temperature: maybe(z.object({ value: z.number(), device: text, isManual })),
  pulseRate: maybe(z.object({ value: z.number(), source: text, isManual })),
  pulseOxiData: maybe(
    z.object({
      averageSpO2: z.number(),
      uneditedAverageSpO2: maybe(z.number()),
      averageHr: maybe(z.number()),
      /**
       * One of oximeterConfidences; anything else is shown as an error and reported. What is no
       * text must not pass for an oximeter that has nothing to say.
       */
      confidence: z.string().nullable().catch('UNREADABLE').default(null),
      device: text,
      isManual,
    }),
  ),
  respiratoryRate: maybe(z.object({ value: z.number(), source: text })),
  /** A, C, V, P or U. */
  consciousness: maybe(z.enum(consciousnessValues)),
  bloodPressureData: maybe(
    z.object({
      systolic: z.number(),
      diastolic: z.number(),
      position: text,
      device: text,
      isManual,
    }),
  ),
  weight: maybe(z.object({ value: z.number(), isManual, device: text })),
  peakExpiratoryFlowRate: maybe(z.object({ value: z.number(), isManual })),
  glucose: maybe(
    z.object({
      reading: z.number(),
      time_of_capture: maybe(storedInstantSchema),
      before_after_meal: text,
    }),
  ),
}
/** The fields that measure. */
export const measuredFields = Object.keys(measurements) as readonly (keyof typeof measurements)[]

/** The same, with all else that a check-up says of the patient. */
export const readingsSchema = z.object({
  ...measurements,
  /** null: not recorded. */
  onOxygen: maybe(z.boolean()),
  /** The check-up did not say whether oxygen was given; the patient's flag did. */
  oxygenFromFlag: z.boolean().catch(false),
  /** under-16 or pregnant: NEWS2 does not apply, and there is no score; null: it does. */
  notScored: maybe(z.enum(notScoredReasons)),
  /**
   * What to look at before it is believed: pulse-differs, oximeter-pulse (the oximeter's counts),
   * oxygen-flag (oxygen counts), weight-differs, weight-unlikely, glucose-unlikely, not-usable,
   * sent-twice; later releases may know more.
   */
  doubts: list(z.string()),
  /** What was sent and left out, since it cannot be used; the rest counts. */
  notUsable: list(notUsableSchema),
  /** L/min: 0.5 to 5 in steps of 0.5, or above_5; null: not known. */
  oxygenFlow: text,
  symptoms: list(z.object({ key: z.string(), severity: text })),
  softSigns: list(
    z
      .object({ key: z.string(), isEmergency: maybe(z.boolean()) })
      .transform(({ key, isEmergency }) => ({
        key,
        isEmergency: isEmergency ?? isEmergencyKey(key),
      })),
  ),
  picture: list(z.object({ url: z.string(), caption: text })),
  lungSounds: list(z.object({ url: z.string() })),
  attachments: list(z.object({ id: z.string(), type: z.string(), downloadUrl: z.string() })),
  notes: text,
  /** How a person came to know the values: bedside, telephone, visit or self; null: a device sent them. */
  how: maybe(z.enum(observationWays)),
  /** Tiles that the check-up asked for and nobody measured, each with the reason. */
  notMeasured: list(z.object({ tile: z.string(), reason: z.string() })),
  /** 1 to 5. */
  selectedAction: maybe(z.number().int().min(1).max(5)),
  isStable: maybe(z.boolean()),
})
export type Readings = z.infer<typeof readingsSchema>

const columnSchema = readingsSchema.catch(() => readingsSchema.parse({}))
/** What the column of a stored check-up measured. */
export const storedReadings = (json: unknown): Readings => columnSchema.parse(json)

const typeSchema = maybe(
  z
    .object({ id: z.string(), name: text })
    .transform(({ id, name }): NamedReference => ({ id, name: name ?? id })),
)
/** The type that the column of a stored check-up names; null: none. */
export const storedCheckupType = (json: unknown): NamedReference | null => typeSchema.parse(json)

/** What a check-up is, whatever it measured. */
const checkupDetails = {
  id: z.string(),
  revision: z.number(),
  patientId: z.string(),
  /** What it came from: continuous_monitoring or new_checkup. */
  type: z.string(),
  subtype: z.string().nullable(),
  startedAt: storedInstantSchema,
  endedAt: storedInstantSchema,
  /** When the server received it. */
  receivedAt: storedInstantSchema,
}
export const checkupDetailsSchema = z.object(checkupDetails)

/** A check-up as the portal keeps it (C274). */
export const checkupSchema = readingsSchema.extend({
  ...checkupDetails,
  checkupType: typeSchema,
  createdBy: personSchema.nullable(),
  organization: namedReferenceSchema,
  ewsScores: maybe(storedScoresSchema),
  /**
   * What it scored when it came, where it was scored anew since by other thresholds and has another
   * total; else null.
   */
  rescored: z
    .object({
      at: storedInstantSchema,
      by: personSchema.nullable(),
      /** The total when the check-up came. */
      totalScore: z.number().int(),
    })
    .nullish(),
  /** It was entered in error, and counts nowhere; null: it counts. */
  struckOut: struckOutSchema.nullish(),
  hasLungSounds: z.boolean(),
  hasPictures: z.boolean(),
})
export type Checkup = z.infer<typeof checkupSchema>
