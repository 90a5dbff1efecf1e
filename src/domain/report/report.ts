import { z } from 'zod'
import { alertSchema } from '../alerts/alert'
import { measuredKeys, measuredValue, type MeasuredReadings } from '../checkup/shown'
import { summariseSoftSigns } from '../checkup/soft-signs'
import type { Checkup } from '../checkup/checkup'
import { scoreKeys } from '../ews/score'
import { roundTo } from '../units/decimal'
import { checkupPoint, pointsInForce, type ScoredPoint } from '../virtual-ward/score-in-force'
import { intervalOf, type ReportRange } from './period'

/** What of a check-up the sums of a report are made of. */
export type ReportedCheckup = MeasuredReadings &
  Pick<Checkup, 'id' | 'endedAt' | 'ewsScores' | 'softSigns' | 'symptoms'>

/** One vital over an interval, in its stored unit. `count` of those that were measured. */
export const reportValueSchema = z.object({
  count: z.number().int().min(1),
  min: z.number(),
  max: z.number(),
  mean: z.number(),
})
export type ReportValue = z.infer<typeof reportValueSchema>

/** A total of an interval, and the check-up it is of. */
export const reportScoreSchema = z.object({
  at: z.string(),
  total: z.number().int(),
  /** 0 none to 4 high. */
  risk: z.number().int(),
  /** How many of the seven parameters are missing; above 0 the total is partial. */
  missing: z.number().int(),
})
export type ReportScore = z.infer<typeof reportScoreSchema>

const value = reportValueSchema.nullable()
/** The check-ups of one interval. Without a check-up there is no interval. */
export const reportIntervalSchema = z.object({
  start: z.string(),
  end: z.string(),
  checkups: z.number().int().min(1),
  respiratoryRate: value,
  spO2: value,
  systolic: value,
  diastolic: value,
  pulse: value,
  temperature: value,
  peakFlow: value,
  weight: value,
  /** In force at the end of the interval, of its own check-ups. Null: none was scored. */
  score: reportScoreSchema.nullable(),
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
export const reportAlertSchema = alertSchema.pick({ type: true, alertRule: true }).extend({
  id: z.string(),
  /** Of a missed check-up. */
  scheduleName: z.string().nullable(),
  severity: z.number().int(),
  openedAt: z.string(),
  acknowledgedAt: z.string().nullable(),
  /** Null: it is open. */
  closedAt: z.string().nullable(),
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

const scored = (point: ScoredPoint | null | undefined): ReportScore | null =>
  point == null
    ? null
    : {
        at: iso(point.atMs),
        total: point.total,
        risk: point.risk,
        missing: scoreKeys.filter((_, at) => (point.measured & (1 << at)) === 0).length,
      }

/**
 * The latest complete score, or a newer partial one where that is higher (decisions.md, 'Which score
 * does the board show'), of these points alone.
 */
const inForce = (points: readonly ScoredPoint[]): ScoredPoint | null => {
  const found = pointsInForce(points)
  if (found === null) return null
  const { complete, partial } = found
  return partial !== null && (complete === null || partial.total > complete.total)
    ? partial
    : complete
}

const completeFirst = (a: ReportScore, b: ReportScore): number =>
  b.total - a.total || a.missing - b.missing || Date.parse(b.at) - Date.parse(a.at)

/**
 * The check-ups of one interval. A value that was not measured, and one of an oximeter that failed,
 * counts nowhere.
 * @param rows at least one
 */
export const reportInterval = (
  { from, to }: ReportRange,
  rows: readonly ReportedCheckup[],
): ReportInterval => {
  const values = (key: (typeof measuredKeys)[number]): ReportValue | null =>
    valueOf(rows.map((row) => measuredValue(key, row)).filter((each) => each !== null))
  const points = rows.map(checkupPoint).filter((point) => point !== null)
  return {
    start: iso(from),
    end: iso(to),
    checkups: rows.length,
    respiratoryRate: values('respiratoryRate'),
    spO2: values('spO2'),
    systolic: values('systolic'),
    diastolic: values('diastolic'),
    pulse: values('pulse'),
    temperature: values('temperature'),
    peakFlow: values('peakFlow'),
    weight: values('weight'),
    score: scored(inForce(points)),
    highest:
      points
        .map(scored)
        .filter((each) => each !== null)
        .toSorted(completeFirst)[0] ?? null,
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

/** Check-ups of the period by interval, oldest first; intervals without one are left out. */
export const slotsOf = <Row extends { readonly endedAt: string }>(
  edges: readonly number[],
  rows: readonly Row[],
): readonly Slot<Row>[] => {
  const [from = 0, to = 0] = [edges[0], edges.at(-1)]
  const slots = new Map<number, Row[]>()
  for (const row of rows) {
    const atMs = Date.parse(row.endedAt)
    if (atMs < from || atMs >= to) continue
    const at = intervalOf(edges, atMs)
    const slot = slots.get(at)
    if (slot === undefined) slots.set(at, [row])
    else slot.push(row)
  }
  return [...slots]
    .toSorted(([a], [b]) => a - b)
    .map(([at, own]) => ({
      range: { from: edges[at] ?? from, to: edges[at + 1] ?? to },
      rows: own.toSorted((a, b) => Date.parse(a.endedAt) - Date.parse(b.endedAt)),
    }))
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
