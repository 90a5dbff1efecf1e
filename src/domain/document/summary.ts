import { z } from 'zod'
import { frozenCriticalSchema } from '../critical/frozen'
import { alertOutcomes } from '../alerts/outcome'
import { consciousnessValues, type Readings } from '../checkup/checkup'
import { signalOf } from '../checkup/oximeter'
import { onOxygenOf, ewsInputOf } from '../checkup/ews-input'
import { patientContactSchema } from '../contact/contact'
import { notScoredReasons } from '../ews/applies'
import { ewsThresholdsSchema, type EwsScores } from '../ews/thresholds'

/* What a discharge summary says, frozen in the discharge's transaction: raw values and instants. */

const points = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]).nullable()
const number = z.number().nullable()
const text = z.string().nullable()

/** A check-up with its points. Units as stored: °C, kg, mmol/L, mmHg, %, /min. */
const observedSchema = z.object({
  at: z.string(),
  author: text,
  respiratoryRate: number,
  spO2: number,
  onOxygen: z.boolean().nullable(),
  oxygenFromFlag: z.boolean(),
  oxygenFlow: text,
  systolic: number,
  diastolic: number,
  pulse: number,
  consciousness: z.enum(consciousnessValues).nullable(),
  temperature: number,
  weight: number,
  glucose: number,
  peakFlow: number,
  notes: text,
  notScored: z.enum(notScoredReasons).nullable(),
  total: number,
  missing: z.number(),
  points: z.object({
    respiratoryRate: points,
    spO2: points,
    onOxygen: points,
    systolic: points,
    pulse: points,
    consciousness: points,
    temperature: points,
  }),
  spo2Scale: z.union([z.literal(1), z.literal(2)]),
  scheme: z.string(),
  /** Of the oximeter: `failed` in the place of SpO2, `poor` where it was not sure of it. */
  signal: z.enum(['failed', 'poor']).nullable().default(null),
  /** How much of it is to be checked before it is believed. */
  doubts: z.number().default(0),
})
export type Observed = z.infer<typeof observedSchema>

/** A check-up as a summary keeps it. */
export const observedOf = (checkup: {
  readonly endedAt: string
  readonly author: string | null
  readonly readings: Readings
  readonly ewsScores: EwsScores | null
}): Observed => {
  const { readings, ewsScores: scores } = checkup
  const input = ewsInputOf(readings, readings.oxygenFromFlag)
  const of = (score: number | null | undefined): Observed['points']['spO2'] =>
    points.catch(null).parse(score ?? null)
  return {
    at: checkup.endedAt,
    author: checkup.author,
    respiratoryRate: input.respiratoryRate,
    spO2: input.spO2,
    onOxygen: onOxygenOf(readings.onOxygen, readings.oxygenFromFlag),
    oxygenFromFlag: readings.oxygenFromFlag,
    oxygenFlow: readings.oxygenFlow,
    systolic: input.systolic,
    diastolic: readings.bloodPressureData?.diastolic ?? null,
    pulse: input.pulse,
    consciousness: input.consciousness,
    temperature: input.temperature,
    weight: readings.weight?.value ?? null,
    glucose: readings.glucose?.reading ?? null,
    peakFlow: readings.peakExpiratoryFlowRate?.value ?? null,
    notes: readings.notes,
    notScored: readings.notScored,
    total: scores?.totalScore ?? null,
    missing: scores?.missing ?? 7,
    points: {
      respiratoryRate: of(scores?.RRScore),
      spO2: of(scores?.SpO2Score),
      // It scores 0 or 2 alone.
      onOxygen: of(scores?.onOxygenScore),
      systolic: of(scores?.BPScore),
      pulse: of(scores?.HRScore),
      consciousness: of(scores?.consciousnessScore),
      temperature: of(scores?.tempScore),
    },
    spo2Scale: scores?.spo2Scale ?? 1,
    scheme: scores?.riskScheme ?? 'NEWS2',
    signal: signalOf(readings),
    doubts: readings.doubts.length,
  }
}

/** The vital signs whose last value a summary tells. */
export const lastSigns = [
  'respiratoryRate',
  'spO2',
  'onOxygen',
  'systolic',
  'pulse',
  'consciousness',
  'temperature',
  'weight',
  'glucose',
  'peakFlow',
] as const
export type LastSign = (typeof lastSigns)[number]

/** The note of a check-up; null: there is none. */
export const noteOf = ({ notes }: Pick<Observed, 'notes'>): string | null =>
  notes === null || notes.trim() === '' ? null : notes

/** Which vital signs none of these check-ups measured, and how many more notes are told. */
export const stillSought = (
  checkups: readonly Observed[],
  mostNotes: number,
): { readonly signs: readonly LastSign[]; readonly notes: number } => ({
  signs: lastSigns.filter((sign) => checkups.every((one) => one[sign] === null)),
  notes: Math.max(0, mostNotes - checkups.filter((one) => noteOf(one) !== null).length),
})

/**
 * Of older check-ups, newest first, those that hold the last value of a vital sign which no newer
 * one measured, or a note that is still told. In the same order.
 */
export const soughtOf = (
  older: readonly Observed[],
  sought: ReturnType<typeof stillSought>,
): readonly Observed[] => {
  const signs = new Set<LastSign>(sought.signs)
  let { notes } = sought
  return older.filter((one) => {
    const measured = [...signs].filter((sign) => one[sign] !== null)
    const isTold = notes > 0 && noteOf(one) !== null
    for (const sign of measured) signs.delete(sign)
    if (isTold) notes -= 1
    return isTold || measured.length > 0
  })
}

/** One time that an alert was open. */
const alertSchema = z.object({
  type: z.enum(['AlertRule', 'CheckupScheduleEvent', 'PatientCallbackRequest']),
  /** Of the rule or the schedule; null: it has none, or is of what a person asked for. */
  name: text,
  /** What fell silent. */
  silent: text,
  severity: z.number(),
  startedAt: z.string(),
  count: z.number(),
  closedAt: text,
  closedBy: text,
  closedReason: text,
  /** What was done about it; absent in a summary of before it was kept. */
  outcome: z.enum(alertOutcomes).nullable().optional(),
  outcomeText: text.optional(),
  acknowledgedAt: text,
  acknowledgedBy: text,
  escalatedAt: text,
})
export type SummaryAlert = z.infer<typeof alertSchema>

/** A discharge summary as it is kept. */
export const summarySchema = z.object({
  version: z.literal(1),
  edition: z.enum(['en-GB', 'en-US']),
  zone: z.string(),
  organization: z.string(),
  patient: z.object({
    firstName: z.string(),
    lastName: z.string(),
    birthDate: z.string(),
    gender: z.enum(['male', 'female']),
    identifier: z.object({ type: z.string(), value: z.string() }).nullable(),
    conditions: z.array(z.string()),
  }),
  /** What everybody must know, without what is hidden; older ones do not say. */
  critical: frozenCriticalSchema.optional(),
  ward: z.string(),
  pathway: z.string(),
  admittedAt: z.string(),
  dischargedAt: z.string(),
  expectedDischargeDate: text,
  reason: z.object({ type: z.string(), additionalInfo: text }),
  author: text,
  /** Transfers during the stay, oldest first. */
  transfers: z.array(z.object({ type: z.string(), at: z.string(), to: text, author: text })),
  thresholds: z.object({
    isPersonal: z.boolean(),
    /** Whose they are without personal ones: the care pathway's name or NEWS2. Older ones do not say. */
    schemeName: z.string().optional(),
    /** Null: what was stored could not be read. */
    bands: ewsThresholdsSchema.nullable(),
    spo2Scale: z.union([z.literal(1), z.literal(2)]),
    reason: text,
    decidedBy: text,
    reviewOn: text,
    setAt: text,
  }),
  /** All check-ups of the stay that there were; `checkups` holds the newest of them. */
  checkupCount: z.number(),
  /** Oldest first. */
  checkups: z.array(observedSchema),
  /** Older ones which hold the last value of a vital sign, or one of the last notes. Oldest first. */
  earlier: z.array(observedSchema).default([]),
  first: observedSchema.nullable(),
  highest: observedSchema.nullable(),
  alertCount: z.number(),
  alerts: z.array(alertSchema),
  monitoring: z.array(z.object({ from: z.string(), to: text })),
  noteCount: z.number(),
  /** Of check-ups. */
  checkupNoteCount: z.number().default(0),
  notes: z.array(z.object({ at: z.string(), author: text, text: z.string() })),
  contactCount: z.number().default(0),
  /** Calls and visits; those that resolved an alert are with the alert. Newest first. */
  contacts: z
    .array(
      patientContactSchema
        .pick({ kind: true, withWhom: true, outcome: true, note: true })
        .extend({ at: z.string(), author: text }),
    )
    .default([]),
  flags: z.array(z.object({ title: z.string(), description: z.string(), active: z.boolean() })),
  acuity: z.object({ score: z.number(), at: z.string(), reason: text }).nullable(),
})
export type Summary = z.infer<typeof summarySchema>

/** How much of a long stay a summary holds, newest first. Notes are those of check-ups too. */
export const mostOfStay = { checkups: 600, alerts: 300, notes: 200, contacts: 100 } as const
