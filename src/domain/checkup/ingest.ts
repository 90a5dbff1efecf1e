import { z } from 'zod'
import { instantSchema } from '../time/instant'
import {
  bloodPressurePositions,
  checkupOrigins,
  consciousnessValues,
  glucoseTimings,
  oximeterConfidences,
  symptomSeverities,
  type Readings,
} from './checkup'
import {
  bloodPressureDevices,
  pulseOximeterDevices,
  pulseRateSources,
  respiratoryRateSources,
  temperatureDevices,
} from './devices'
import { limits, within } from './limits'
import { oxygenFlowIngestSchema } from './oxygen-flow'

const name = z.string().trim().min(1).max(200)
const maybeName = name.nullable().default(null)
const knownName = (known: readonly string[]) => maybeName.meta({ examples: [...known] })
const isManual = z.boolean().default(false)
const key = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/, 'Must be a key of letters, digits, _ and -')

/** Only https or this server. A script address must never become a link. */
const fileUrl = z
  .string()
  .max(2000)
  .regex(
    /^(https:\/\/[^\s\\]+|\/(?![/\\])[^\s\\]*)$/,
    'Must be an https address or a path on this server',
  )
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(100).default([])

/** The sender's id of a thing it sends; sent again, it is the same thing. */
export const sourceIdSchema = z.string().trim().min(1).max(200)

const bloodPressure = z
  .strictObject({
    systolic: within(limits.systolicMmHg),
    diastolic: within(limits.pressureMmHg),
    position: z.enum(bloodPressurePositions).nullable().default(null),
    device: knownName(bloodPressureDevices),
    isManual,
  })
  .refine(({ systolic, diastolic }) => diastolic < systolic, {
    path: ['diastolic'],
    message: 'Must be below systolic',
  })

const oximeter = z.strictObject({
  averageSpO2: within(limits.spO2Percent),
  uneditedAverageSpO2: within(limits.spO2Percent).nullable().default(null),
  averageHr: within(limits.pulsePerMinute).nullable().default(null),
  confidence: z.enum(oximeterConfidences).nullable().default(null),
  device: knownName(pulseOximeterDevices),
  isManual,
})

const [least, most] = limits.glucoseMillimoles

const orNull = <Value extends z.ZodType>(value: Value) => value.nullable().default(null)

/** `Emergency` or `emergency`: kept in lower case. */
const severity = z.string().toLowerCase().pipe(z.enum(symptomSeverities))

const readings = {
  temperature: orNull(
    z.strictObject({
      value: within(limits.temperatureCelsius),
      device: knownName(temperatureDevices),
      isManual,
    }),
  ),
  pulseRate: orNull(
    z.strictObject({
      value: within(limits.pulsePerMinute),
      source: knownName(pulseRateSources),
      isManual,
    }),
  ),
  pulseOxiData: orNull(oximeter),
  respiratoryRate: orNull(
    z.strictObject({
      value: within(limits.respiratoryRatePerMinute),
      source: knownName(respiratoryRateSources),
    }),
  ),
  consciousness: orNull(z.enum(consciousnessValues)),
  /** Left out: yes where a flow is given (readingsOf), else the patient's flag at the time. */
  onOxygen: orNull(z.boolean()),
  oxygenFlow: orNull(oxygenFlowIngestSchema),
  bloodPressureData: orNull(bloodPressure),
  symptoms: list(z.strictObject({ key, severity: orNull(severity) })),
  softSigns: list(z.strictObject({ key, isEmergency: z.boolean() })),
  weight: orNull(
    z.strictObject({ value: within(limits.weightKilograms), isManual, device: maybeName }),
  ),
  peakExpiratoryFlowRate: orNull(
    z.strictObject({ value: within(limits.peakFlowLitresPerMinute), isManual }),
  ),
  glucose: orNull(
    z.strictObject({
      // Above the limit it is in mg/dL: readingsOf leaves it out, and the vital signs count.
      reading: z.number().min(least, `Must be at least ${least}, in mmol/L`),
      time_of_capture: orNull(instantSchema),
      before_after_meal: orNull(z.enum(glucoseTimings)),
    }),
  ),
  picture: list(z.strictObject({ url: fileUrl, caption: maybeName })),
  lungSounds: list(z.strictObject({ url: fileUrl })),
  attachments: list(z.strictObject({ id: name, type: name, downloadUrl: fileUrl })),
  notes: orNull(z.string().trim().min(1).max(5000)),
  selectedAction: orNull(z.number().int().min(1).max(5)),
  isStable: orNull(z.boolean()),
}

/** A check-up cannot last longer than this. */
const longestCheckupMs = 24 * 3_600_000

/**
 * A check-up as a device posts it (C274). What is left out is unknown, never normal. An unknown
 * field is refused, so that a misspelt reading is not lost.
 */
export const checkupIngestSchema = z
  .strictObject({
    id: sourceIdSchema,
    patientId: z.string().min(1).max(100),
    type: z.enum(checkupOrigins).default('new_checkup'),
    subtype: orNull(name),
    checkupType: orNull(z.strictObject({ id: name, name })),
    startedAt: instantSchema,
    endedAt: instantSchema,
    ...readings,
  })
  .superRefine(({ startedAt, endedAt, onOxygen, oxygenFlow }, context) => {
    const lasted = Date.parse(endedAt) - Date.parse(startedAt)
    if (lasted < 0)
      context.addIssue({
        code: 'custom',
        path: ['endedAt'],
        message: 'Must not be before startedAt',
      })
    if (lasted > longestCheckupMs)
      context.addIssue({
        code: 'custom',
        path: ['endedAt'],
        message: 'Must be within 24 hours of startedAt',
      })
    if (onOxygen === false && oxygenFlow !== null)
      context.addIssue({
        code: 'custom',
        path: ['oxygenFlow'],
        message: 'Must be null where onOxygen is false',
      })
  })
export type CheckupIngest = z.infer<typeof checkupIngestSchema>

/**
 * The readings of a posted check-up. A flow means on oxygen, whatever the flag says: a forgotten
 * flag must not take two points off the score. A glucose that no patient has is in another unit: it
 * is left out and told, and what was measured beside it is kept.
 */
export const readingsOf = (posted: CheckupIngest): Readings => {
  const {
    id: _id,
    patientId: _patient,
    type: _type,
    subtype: _subtype,
    checkupType: _kind,
    startedAt: _start,
    endedAt: _end,
    ...kept
  } = posted
  const isGlucoseLeftOut = kept.glucose !== null && kept.glucose.reading > most
  return {
    ...kept,
    glucose: isGlucoseLeftOut ? null : kept.glucose,
    onOxygen: kept.oxygenFlow === null ? kept.onOxygen : true,
    oxygenFromFlag: false,
    notScored: null,
    doubts: isGlucoseLeftOut ? ['glucose-left-out'] : [],
  }
}
