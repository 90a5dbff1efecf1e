import { z } from 'zod'
import { alertSchema } from '../alerts/alert'
import { measuredKeys, measuredValue, type MeasuredReadings } from '../checkup/shown'
import { signalOf } from '../checkup/oximeter'
import { summariseSoftSigns } from '../checkup/soft-signs'
import type { Checkup } from '../checkup/checkup'
import { storedInstantSchema } from '../time/instant'
import { roundTo } from '../units/decimal'
import { checkupPoint, type ScoredPoint } from '../virtual-ward/score-in-force'
import { intervalOf, type ReportRange } from './period'
import { reportScoreSchema, scoreAt, scoreOf, stillCounting, type ReportScore } from './score'

/** The arguments of patientReport that a report was asked for with. */
export const reportAskedSchema = z.object({
  start: storedInstantSchema,
  end: storedInstantSchema,
  aggregateIntervalHours: z.number().int(),
  timeZone: z.string(),
  aggregates: z.boolean(),
  softSigns: z.boolean(),
  checkups: z.boolean(),
  notes: z.boolean(),
  alerts: z.boolean(),
  wardAdmissions: z.boolean(),
})
/**
 * What a report is asked for; `start` (included) and `end` (excluded) are ISO instants, and days and
 * hours are counted in `timeZone`.
 */
export type ReportAsked = z.infer<typeof reportAskedSchema>

/** What of a check-up the sums of a report are made of. */
export type ReportedCheckup = MeasuredReadings &
  Pick<Checkup, 'id' | 'endedAt' | 'ewsScores' | 'softSigns' | 'symptoms' | 'doubts'>

/** What of an earlier check-up is in force later. */
export type ReportedScore = Pick<Checkup, 'id' | 'endedAt' | 'ewsScores' | 'pulseOxiData'>

/** One vital over an interval, in its stored unit. `count` of those that were measured. */
export const reportValueSchema = z.object({
  count: z.number().int().min(1),
  min: z.number(),
  max: z.number(),
  mean: z.number(),
})
export type ReportValue = z.infer<typeof reportValueSchema>

const value = reportValueSchema.nullable()
/** The check-ups of one interval. Without a check-up there is no interval. */
export const reportIntervalSchema = z.object({
  start: z.string(),
  end: z.string(),
  checkups: z.number().int().min(1),
  /** Of how many something is to be checked before it is believed. */
  doubtful: z.number().int(),
  /** In how many the oximeter was not sure of its SpO2. */
  poorSignals: z.number().int(),
  /** In how many it failed: they have no SpO2. */
  failedSignals: z.number().int(),
  respiratoryRate: value,
  spO2: value,
  systolic: value,
  diastolic: value,
  pulse: value,
  temperature: value,
  peakFlow: value,
  weight: value,
  /** In force after its last check-up; it may be of an earlier interval. Null: none was scored. */
  score: reportScoreSchema.nullable(),
  /** Of its own check-ups. */
  highest: reportScoreSchema.nullable(),
})
export type ReportInterval = z.infer<typeof reportIntervalSchema>

/** The soft signs of one interval, gravest first. `count`: in how many check-ups. */
export const reportSoftSignsSchema = z.object({
  start: z.string(),
  end: z.string(),
  checkups: z.number().int().min(1),
  signs: z.array(
    z.object({ key: z.string(), isEmergency: z.boolean(), count: z.number().int().min(1) }),
  ),
})
export type ReportSoftSigns = z.infer<typeof reportSoftSignsSchema>

/** One time that an alert was open. */
export const reportAlertSchema = alertSchema
  .pick({ type: true, alertRule: true, outcome: true, outcomeText: true })
  .extend({
    id: z.string(),
    /** Of a missed check-up. */
    scheduleName: z.string().nullable(),
    severity: z.number().int(),
    openedAt: z.string(),
    acknowledgedAt: z.string().nullable(),
    /** Null: it is open, or it is not known when it was closed. */
    closedAt: z.string().nullable(),
    isOpen: z.boolean(),
    /** How many triggers it stood for; null: not known on this device. */
    count: z.number().int().nullable(),
  })

export type ReportAlert = z.infer<typeof reportAlertSchema>

const iso = (ms: number): string => new Date(ms).toISOString()

/** Finer than any device measures: beyond it is the noise of binary numbers. */
const meanPlaces = 6

const valueOf = (values: readonly number[]): ReportValue | null =>
  values.length === 0
    ? null
    : {
        count: values.length,
        min: Math.min(...values),
        max: Math.max(...values),
        mean: roundTo(values.reduce((sum, each) => sum + each, 0) / values.length, meanPlaces),
      }

/** The scores of check-ups. */
export const scoredOf = (rows: readonly ReportedScore[]): readonly ScoredPoint[] =>
  rows.map(checkupPoint).filter((point) => point !== null)

const completeFirst = (a: ReportScore, b: ReportScore): number =>
  b.total - a.total || a.missing - b.missing || Date.parse(b.at) - Date.parse(a.at)

/**
 * The check-ups of one interval. A value that was not measured, and one of an oximeter that failed,
 * counts nowhere.
 * @param rows at least one, oldest first
 * @param before scores of earlier check-ups that may be in force
 */
export const reportInterval = (
  { from, to }: ReportRange,
  rows: readonly ReportedCheckup[],
  before: readonly ScoredPoint[],
): ReportInterval => {
  const values = (key: (typeof measuredKeys)[number]): ReportValue | null =>
    valueOf(rows.map((row) => measuredValue(key, row)).filter((each) => each !== null))
  const points = scoredOf(rows)
  return {
    start: iso(from),
    end: iso(to),
    checkups: rows.length,
    doubtful: rows.filter(({ doubts }) => doubts.length > 0).length,
    poorSignals: rows.filter((row) => signalOf(row) === 'poor').length,
    failedSignals: rows.filter((row) => signalOf(row) === 'failed').length,
    respiratoryRate: values('respiratoryRate'),
    spO2: values('spO2'),
    systolic: values('systolic'),
    diastolic: values('diastolic'),
    pulse: values('pulse'),
    temperature: values('temperature'),
    peakFlow: values('peakFlow'),
    weight: values('weight'),
    score: scoreAt(
      [...before, ...points],
      Math.max(...rows.map(({ endedAt }) => Date.parse(endedAt))),
    ),
    highest: points.map(scoreOf).toSorted(completeFirst)[0] ?? null,
  }
}

/** Sums up interval after interval, oldest first: what still counts of one is in force in the next. */
export const createSums = (before: readonly ScoredPoint[]) => {
  let counting = stillCounting(before)
  return (range: ReportRange, rows: readonly ReportedCheckup[]): ReportInterval => {
    const told = reportInterval(range, rows, counting)
    counting = stillCounting([...counting, ...scoredOf(rows)])
    return told
  }
}

/** The soft signs of one interval. @param rows at least one */
export const reportSoftSigns = (
  { from, to }: ReportRange,
  rows: readonly ReportedCheckup[],
): ReportSoftSigns => {
  const found = new Map<string, { isEmergency: boolean; count: number }>()
  for (const row of rows)
    for (const { key, rank } of summariseSoftSigns(row).signs) {
      const sign = found.get(key) ?? { isEmergency: false, count: 0 }
      found.set(key, { isEmergency: sign.isEmergency || rank === 3, count: sign.count + 1 })
    }
  return {
    start: iso(from),
    end: iso(to),
    checkups: rows.length,
    signs: [...found]
      .map(([key, sign]) => ({ key, ...sign }))
      .toSorted(
        (a, b) =>
          Number(b.isEmergency) - Number(a.isEmergency) ||
          b.count - a.count ||
          (a.key < b.key ? -1 : 1),
      ),
  }
}

/** An interval with its check-ups. */
export interface Slot<Row> {
  readonly range: ReportRange
  readonly rows: readonly Row[]
}

/**
 * Gathers check-ups, which come oldest first, by interval; intervals without one are left out.
 * Only the interval that is not at its end is kept.
 */
export const createSlots = <Row extends { readonly endedAt: string }>(edges: readonly number[]) => {
  const [from = 0, to = 0] = [edges[0], edges.at(-1)]
  let open: { readonly at: number; readonly rows: Row[] } | null = null
  const end = (): readonly Slot<Row>[] => {
    if (open === null) return []
    const { at, rows } = open
    open = null
    return [{ range: { from: edges[at] ?? from, to: edges[at + 1] ?? to }, rows }]
  }
  /** @returns the intervals that these end */
  const add = (rows: readonly Row[]): readonly Slot<Row>[] => {
    const ended: Slot<Row>[] = []
    for (const row of rows) {
      const atMs = Date.parse(row.endedAt)
      if (atMs < from || atMs >= to) continue
      const at = intervalOf(edges, atMs)
      if (open?.at !== at) {
        ended.push(...end())
        open = { at, rows: [] }
      }
      open.rows.push(row)
    }
    return ended
  }
  return { add, end }
}

/** Oldest first; of one instant by id, so that device and server say the same of them. */
export const oldestFirst = (
  a: Pick<Checkup, 'id' | 'endedAt'>,
  b: Pick<Checkup, 'id' | 'endedAt'>,
): number => Date.parse(a.endedAt) - Date.parse(b.endedAt) || (a.id < b.id ? -1 : 1)

/** Check-ups of the period by interval, oldest first. */
export const slotsOf = <Row extends Pick<Checkup, 'id' | 'endedAt'>>(
  edges: readonly number[],
  rows: readonly Row[],
): readonly Slot<Row>[] => {
  const { add, end } = createSlots<Row>(edges)
  return [...add(rows.toSorted(oldestFirst)), ...end()]
}

/**
 * What happened to the stays of a patient in the period, newest first, and last of all where they
 * were when it began, if they were on a ward.
 */
export const reportStays = <Event extends { readonly effectiveAt: string; readonly type: string }>(
  events: readonly Event[],
  { from, to }: ReportRange,
): Event[] => {
  const at = ({ effectiveAt }: Event): number => Date.parse(effectiveAt)
  const sorted = events.toSorted((a, b) => at(b) - at(a))
  const before = sorted.find(
    (event) => at(event) < from && event.type !== 'ExpectedDischargeDateUpdate',
  )
  return [
    ...sorted.filter((event) => at(event) >= from && at(event) < to),
    ...(before === undefined || before.type === 'Discharge' ? [] : [before]),
  ]
}
