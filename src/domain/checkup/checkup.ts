import { z } from 'zod'
import { notScoredReasons } from '../ews/applies'
import { consciousnessValues } from '../ews/consciousness'
import { storedScoresSchema } from '../ews/stored-scores'
import {
  namedReferenceSchema,
  personSchema,
  type NamedReference,
} from '../organization/organization'
import { isEmergencyKey } from './emergency-signs'
import { notUsableSchema } from './not-usable'

export { consciousnessValues, type Consciousness } from '../ews/consciousness'

/** What a check-up came from (P230). */
export const checkupOrigins = ['continuous_monitoring', 'new_checkup'] as const
export type CheckupOrigin = (typeof checkupOrigins)[number]

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

/** What cannot be read of a stored check-up was not measured. */
const maybe = <Value extends z.ZodType>(value: Value) => value.nullable().catch(null)
const text = maybe(z.string())
const isManual = z.boolean().catch(false)
/** The items that can be read. */
const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((stored): z.output<Item>[] =>
      stored.flatMap((one) => {
        const read = item.safeParse(one)
        return read.success ? [read.data] : []
      }),
    )

/**
 * What was measured, as it is stored: °C, kg, mmol/L, mmHg, %, /min. Another release may have
 * written it: a key that is missing, or in a form that this one does not know, is 'not measured'.
 */
export const readingsSchema = z.object({
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
  consciousness: maybe(z.enum(consciousnessValues)),
  onOxygen: maybe(z.boolean()),
  /** The check-up did not say; the patient's flag did. */
  oxygenFromFlag: z.boolean().catch(false),
  /** Why NEWS2 does not apply; null: it does. */
  notScored: maybe(z.enum(notScoredReasons)),
  /** See doubts.ts; a word of a later release is kept. */
  doubts: list(z.string()),
  /** What was sent and left out: see not-usable.ts. */
  notUsable: list(notUsableSchema),
  /** One of oxygenFlows, L/min, or another text as it is. */
  oxygenFlow: text,
  bloodPressureData: maybe(
    z.object({
      systolic: z.number(),
      diastolic: z.number(),
      position: text,
      device: text,
      isManual,
    }),
  ),
  symptoms: list(z.object({ key: z.string(), severity: text })),
  softSigns: list(
    z
      .object({ key: z.string(), isEmergency: maybe(z.boolean()) })
      .transform(({ key, isEmergency }) => ({
        key,
        isEmergency: isEmergency ?? isEmergencyKey(key),
      })),
  ),
  weight: maybe(z.object({ value: z.number(), isManual, device: text })),
  peakExpiratoryFlowRate: maybe(z.object({ value: z.number(), isManual })),
  glucose: maybe(
    z.object({
      reading: z.number(),
      time_of_capture: maybe(instant),
      before_after_meal: text,
    }),
  ),
  picture: list(z.object({ url: z.string(), caption: text })),
  lungSounds: list(z.object({ url: z.string() })),
  attachments: list(z.object({ id: z.string(), type: z.string(), downloadUrl: z.string() })),
  notes: text,
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

/** A check-up as the portal keeps it (C274). */
export const checkupSchema = readingsSchema.extend({
  id: z.string(),
  revision: z.number(),
  patientId: z.string(),
  type: z.string(),
  subtype: z.string().nullable(),
  checkupType: typeSchema,
  startedAt: instant,
  endedAt: instant,
  receivedAt: instant,
  createdBy: personSchema.nullable(),
  organization: namedReferenceSchema,
  ewsScores: maybe(storedScoresSchema),
  /** When and by whom it was scored anew, and the total when it came; none: it has the same. */
  rescored: z
    .object({ at: instant, by: personSchema.nullable(), totalScore: z.number() })
    .nullish(),
  hasLungSounds: z.boolean(),
  hasPictures: z.boolean(),
})
export type Checkup = z.infer<typeof checkupSchema>
