import { scale2OnAir, defaultThresholds, stepOf } from '../../domain/ews'
import type { Band, ThresholdParameter } from '../../domain/ews/thresholds'
import { showMeasured, type MeasuredKey } from '../../domain/checkup/shown'
import type { Edition } from '../../domain/organization/organization'
import type { Patient } from '../../domain/patient/patient'
import {
  knownWithin,
  type Known,
  type KnownSpan,
  type ReportList,
} from '../../domain/report/device'
import type { ReportInterval } from '../../domain/report/report'
import { reportsTexts } from '../../texts/reports'
import type { ReportRange } from '../../domain/report/period'
import { momentText } from '../../domain/report/tables'
import type { TimeChartProps } from '../../ui/chart'

/** Where the data comes from. Epoch milliseconds. */
export interface Source {
  readonly kind: 'server' | 'device'
  readonly asOf: number | null
  readonly known: Known
}

/** Of the check-ups are also soft signs and sums. */
const spanOf = (list: ReportList, known: Known): KnownSpan | null =>
  known[list === 'aggregates' || list === 'softSigns' ? 'checkups' : list]

/** What of the period is known of a list; null: nothing. */
export const knownOf = (list: ReportList, source: Source, range: ReportRange): ReportRange | null =>
  knownWithin(range, spanOf(list, source.known))

/** What is not known of a list, in words; null: nothing is lacking. */
export const lackOf = (
  list: ReportList,
  source: Source,
  range: ReportRange,
  edition: Edition,
): string | null => {
  const t = reportsTexts(edition).lacking
  const known = knownOf(list, source, range)
  if (known === null) return t.whole
  const [from, to] = [
    known.from > range.from ? momentText(known.from, { edition, zone: null }) : null,
    known.to < range.to ? momentText(known.to, { edition, zone: null }) : null,
  ]
  const time =
    from !== null && to !== null
      ? t.both(from, to)
      : from !== null
        ? t.before(from)
        : to !== null
          ? t.after(to)
          : null
  // A card holds the alerts that are open.
  if (list !== 'alerts' || source.kind === 'server') return time
  return time === null ? t.closed : t.and(t.closed, time)
}

/** A vital that has a chart, and the thresholds that score it. */
export const chartedVitals: readonly (readonly [MeasuredKey, ThresholdParameter])[] = [
  ['respiratoryRate', 'respiratoryRate'],
  ['spO2', 'spO2'],
  ['systolic', 'bloodPressure'],
  ['pulse', 'pulse'],
  ['temperature', 'temperature'],
]

const bandsOf = (patient: Patient, parameter: ThresholdParameter): readonly Band[] => {
  if (parameter === 'spO2' && patient.ewsThresholds?.spo2Scale === 2) return scale2OnAir
  const scheme = patient.ewsThresholds?.thresholds ?? patient.ewsDefault.thresholds
  return (scheme ?? defaultThresholds)[parameter]
}

const isScored = (score: number): score is 1 | 2 | 3 => score >= 1 && score <= 3

type Drawn = Pick<TimeChartProps, 'atMs' | 'joined' | 'apart'>

/** Points of one line, ended where two are further apart than `limitMs`. */
const lineOf = (
  points: readonly { readonly atMs: number; readonly value: number }[],
  limitMs: number,
): Drawn => {
  const atMs: number[] = []
  const joined: (number | null)[] = []
  for (const { atMs: at, value } of points) {
    const last = atMs.at(-1)
    if (last !== undefined && at - last > limitMs) {
      atMs.push(last + 1)
      joined.push(null)
    }
    atMs.push(at)
    joined.push(value)
  }
  return { atMs, joined, apart: atMs.map(() => null) }
}

/** Ticks, the first ones first, without those that would be written over another. */
const apartEnough = (ticks: readonly number[], least: number): readonly number[] =>
  ticks
    .filter((tick, at) => ticks.slice(0, at).every((other) => Math.abs(other - tick) >= least))
    .toSorted((a, b) => a - b)

/** What is drawn of one vital; null: nothing was measured. */
export const vitalChart = (
  [key, parameter]: (typeof chartedVitals)[number],
  intervals: readonly ReportInterval[],
  patient: Patient,
  limitMs: number,
  edition: Edition,
):
  | (Drawn &
      Pick<
        TimeChartProps,
        'ranges' | 'least' | 'most' | 'halfStep' | 'bands' | 'ticks' | 'tickText'
      >)
  | null => {
  const values = intervals.flatMap((interval) => {
    const value = interval[key]
    const atMs = (Date.parse(interval.start) + Date.parse(interval.end)) / 2
    return value === null ? [] : [{ atMs, ...value }]
  })
  if (values.length === 0) return null
  const step = stepOf[parameter]
  const room = step * 5
  const least = Math.min(...values.map(({ min }) => min)) - room
  const most = Math.max(...values.map(({ max }) => max)) + room
  const bands = bandsOf(patient, parameter)
  const edges = bands.flatMap(({ low }) => low ?? []).filter((low) => low > least && low < most)
  return {
    ...lineOf(
      values.map(({ atMs, mean }) => ({ atMs, value: mean })),
      limitMs,
    ),
    ranges: values
      .filter(({ min, max }) => max > min)
      .map(({ atMs, min, max }) => ({ atMs, low: min, high: max })),
    least,
    most,
    halfStep: step / 2,
    bands: bands.flatMap(({ low, high, score }) =>
      isScored(score) ? [{ band: score, from: low ?? least - step, to: high ?? most + step }] : [],
    ),
    ticks: apartEnough(
      edges.length > 1 ? edges : [...edges, least + room, most - room],
      (most - least) / 10,
    ),
    tickText: (tick) => showMeasured(key, tick, edition),
  }
}

/** The scores in force in the middle of their intervals, in the form of the trend of check-ups. */
export const scorePoints = (intervals: readonly ReportInterval[]) =>
  intervals.flatMap(({ start, end, score }) =>
    score === null
      ? []
      : [
          {
            id: start,
            atMs: (Date.parse(start) + Date.parse(end)) / 2,
            total: score.total,
            risk: score.risk,
            missing: score.missing,
          },
        ],
  )
