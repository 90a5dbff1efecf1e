import { z } from 'zod'
import { SentTwice } from '../text/json'
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
import { isEmergencyKey } from './emergency-signs'
import { limits, within } from './limits'
import { notUsableSchema, type NotUsable } from './not-usable'
import { oxygenFlowIngestSchema } from './oxygen-flow'
import { boundedNotUsable, isMembers, mostItems, notUsable, siftFields, siftValue } from './sift'

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
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(mostItems).default([])

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

const orNull = <Value extends z.ZodType>(value: Value) => value.nullable().default(null)

/** `Emergency` or `emergency`: kept in lower case. */
const severity = z
  .string()
  .toLowerCase()
  .pipe(z.enum(symptomSeverities))
  .meta({ examples: [...symptomSeverities] })

const items = {
  symptoms: z.strictObject({ key, severity: orNull(severity) }),
  softSigns: z
    .strictObject({ key, isEmergency: orNull(z.boolean()) })
    .transform((sign) => ({ ...sign, isEmergency: sign.isEmergency ?? isEmergencyKey(sign.key) })),
  picture: z.strictObject({ url: fileUrl, caption: maybeName }),
  lungSounds: z.strictObject({ url: fileUrl }),
  attachments: z.strictObject({ id: name, type: name, downloadUrl: fileUrl }),
}

/** The most characters of the notes. */
const longestNotes = 5000

const fields = {
  type: z.enum(checkupOrigins).default('new_checkup'),
  subtype: orNull(name),
  checkupType: orNull(z.strictObject({ id: name, name })),
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
  weight: orNull(
    z.strictObject({ value: within(limits.weightKilograms), isManual, device: maybeName }),
  ),
  peakExpiratoryFlowRate: orNull(
    z.strictObject({ value: within(limits.peakFlowLitresPerMinute), isManual }),
  ),
  glucose: orNull(
    z.strictObject({
      reading: within(limits.glucoseMillimoles),
      time_of_capture: orNull(instantSchema),
      before_after_meal: orNull(z.enum(glucoseTimings)),
    }),
  ),
  notes: orNull(z.string().trim().min(1).max(longestNotes)),
  selectedAction: orNull(z.number().int().min(1).max(5)),
  isStable: orNull(z.boolean()),
}

/** What says who and when: without it nothing is stored. */
const needed = {
  id: sourceIdSchema,
  patientId: z.string().min(1).max(100),
  startedAt: instantSchema,
  endedAt: instantSchema,
}

/** Whether a flow was sent, in whatever form: no flow is zero. */
const isFlow = (sent: unknown): boolean =>
  sent instanceof SentTwice
    ? sent.values.some(isFlow)
    : oxygenFlowIngestSchema.safeParse(sent).success || Number(sent) > 0

/**
 * A flow means on oxygen, whatever else was sent: a forgotten flag must not take two points off the
 * score.
 */
const withOxygen = (
  kept: Record<string, unknown>,
  flow: unknown,
): { readonly kept: Record<string, unknown>; readonly notUsable: readonly NotUsable[] } => ({
  kept: isFlow(flow) ? { ...kept, onOxygen: true } : kept,
  notUsable:
    isFlow(flow) && kept['onOxygen'] === false
      ? [notUsable(['onOxygen'], false, 'contradicts')]
      : [],
})

/** The rate of an oximeter whose SpO2 is left out is still the pulse, unless it failed. */
const oximeterPulse = (
  kept: Record<string, unknown>,
  oximeter: unknown,
): Record<string, unknown> => {
  if ('pulseRate' in kept || 'pulseOxiData' in kept || !isMembers(oximeter)) return kept
  const { averageHr: value, device: source, isManual: entered, confidence } = oximeter
  const pulse = siftValue(fields.pulseRate, { value, source, isManual: entered ?? false }, [])
  return value == null || confidence === 'FAILED' || pulse.kept === undefined
    ? kept
    : { ...kept, pulseRate: pulse.kept }
}

const sift = (sent: unknown): unknown => {
  if (!isMembers(sent)) return sent
  const { notes } = sent
  const isLong = typeof notes === 'string' && notes.trim().length > longestNotes
  const short = isLong ? { ...sent, notes: notes.trim().slice(0, longestNotes) } : sent
  const usable = siftFields({ fields, lists: items, needed: Object.keys(needed) }, short)
  const oxygen = withOxygen(oximeterPulse(usable.kept, sent['pulseOxiData']), sent['oxygenFlow'])
  return {
    ...oxygen.kept,
    notUsable: boundedNotUsable([
      ...usable.notUsable,
      ...oxygen.notUsable,
      ...(isLong ? [notUsable(['notes'], notes.trim().slice(longestNotes), 'cut')] : []),
    ]),
  }
}

/** A check-up cannot last longer than this. */
const longestCheckupMs = 24 * 3_600_000

/** All that a check-up can say, field by field. */
export const checkupFieldsSchema = z.strictObject({
  ...needed,
  ...fields,
  symptoms: list(items.symptoms),
  softSigns: list(items.softSigns),
  picture: list(items.picture),
  lungSounds: list(items.lungSounds),
  attachments: list(items.attachments),
})
const usableSchema = checkupFieldsSchema
  .extend({ notUsable: z.array(notUsableSchema) })
  .superRefine(({ startedAt, endedAt }, context) => {
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
  })

/**
 * A check-up as a device posts it (C274). What is left out is unknown, never normal. Refused is only
 * what does not say who and when; any other field that cannot be used is left out and told
 * (`notUsable`), an unknown one too, so that a misspelt reading is not lost.
 */
export const checkupIngestSchema = z.unknown().transform(sift).pipe(usableSchema)
export type CheckupIngest = z.infer<typeof checkupIngestSchema>

/** The readings of a posted check-up. */
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
  const { pulseOxiData: oximeter } = kept
  // What is no confidence must not pass for an oximeter that has nothing to say.
  const isUnsure = kept.notUsable.some(({ field }) => field === 'pulseOxiData.confidence')
  return {
    ...kept,
    pulseOxiData:
      oximeter !== null && isUnsure ? { ...oximeter, confidence: 'UNREADABLE' } : oximeter,
    oxygenFromFlag: false,
    notScored: null,
    doubts: [],
    how: null,
    notMeasured: [],
  }
}
