import type { Checkup } from '../../../../domain/checkup/checkup'
import { ewsInputOf } from '../../../../domain/checkup/ews-input'
import {
  defaultThresholds,
  heightOf,
  legends,
  scale2OnAir,
  scale2OnOxygen,
  schemeInForce,
  stepOf,
  ticksOf,
  type EwsScheme,
} from '../../../../domain/ews'
import type { Band, EwsScores, ThresholdParameter } from '../../../../domain/ews/thresholds'
import type { Edition } from '../../../../domain/organization/organization'
import type { Patient } from '../../../../domain/patient/patient'
import { fixed, roundTo } from '../../../../domain/units/decimal'
import { showTemperature } from '../../../../domain/units/units'
import type { EwsTexts } from '../../../../texts/ews'
import type { ValueRowKey } from '../../../../ui/readings'

/** The table's row and the score of a chart. */
export const rowOf: Readonly<Record<ThresholdParameter, ValueRowKey>> = {
  respiratoryRate: 'respiratoryRate',
  spO2: 'spO2',
  bloodPressure: 'systolic',
  pulse: 'pulse',
  temperature: 'temperature',
}
const scoreKeys = {
  respiratoryRate: 'RRScore',
  spO2: 'SpO2Score',
  bloodPressure: 'BPScore',
  pulse: 'HRScore',
  temperature: 'tempScore',
} as const satisfies Record<ThresholdParameter, keyof EwsScores>

/** A number of a chart: whole, or one decimal for temperature, in the edition's unit (C415). */
export const showNumber = (
  parameter: ThresholdParameter,
  value: number,
  edition: Edition,
): string => (parameter === 'temperature' ? showTemperature(value, edition).value : fixed(value, 0))

export const readNumber = (
  parameter: ThresholdParameter,
  text: string,
  edition: Edition,
): number => {
  const typed = text.trim() === '' ? NaN : Number(text.trim().replace(',', '.'))
  return parameter === 'temperature' && edition === 'en-US' ? (typed - 32) / 1.8 : typed
}

export const unitOf = (parameter: ThresholdParameter, edition: Edition, t: EwsTexts): string =>
  parameter === 'temperature'
    ? t.charts.units.temperature(showTemperature(0, edition).unit)
    : t.charts.units[parameter]

/** The bands that count for a check-up; of SpO2 on Scale 2 those for air or oxygen. */
export const bandsOf = (
  parameter: ThresholdParameter,
  scheme: EwsScheme,
  onOxygen = false,
): readonly Band[] => {
  if (parameter === 'spO2' && scheme.spo2Scale === 2) return onOxygen ? scale2OnOxygen : scale2OnAir
  return (scheme.thresholds ?? defaultThresholds)[parameter]
}

/** The patient's own bands, else those of the care pathway, else the published ones. */
export const schemeOf = (patient: Pick<Patient, 'ewsThresholds' | 'ewsDefault'>): EwsScheme =>
  schemeInForce(patient.ewsThresholds, patient.ewsDefault.thresholds)

/** The height of the edge below a tick, 0 to 1: half a step under the first value of its band. */
export const edgeHeight = (parameter: ThresholdParameter, tick: number): number =>
  heightOf(parameter, tick - stepOf[parameter] / 2)

const ground = (score: number): string => (score === 0 ? 'var(--band-0)' : `var(--band-${score})`)

/** One gradient for all bands of a chart: moving a tick is writing it once. */
export const gradientOf = (parameter: ThresholdParameter, bands: readonly Band[]): string => {
  const edges = ticksOf(bands).map((tick) => `${(edgeHeight(parameter, tick) * 100).toFixed(2)}%`)
  return `linear-gradient(to top, ${bands.map(({ score }, at) => `${ground(score)} ${edges[at - 1] ?? '0%'} ${edges[at] ?? '100%'}`).join(', ')})`
}

/** Where the score of each band is written: the middle of the band, 0 to 1. */
export const middlesOf = (
  parameter: ThresholdParameter,
  bands: readonly Band[],
): readonly number[] => {
  const edges = [0, ...ticksOf(bands).map((tick) => edgeHeight(parameter, tick)), 1]
  return bands.map((_band, at) => ((edges[at] ?? 0) + (edges[at + 1] ?? 1)) / 2)
}

/** A place on the axis as a transform: it costs no layout and no style of children. */
export const placeOf = (height: number): string =>
  `translateY(calc(50% - ${height.toFixed(4)} * var(--height)))`

/** The bands in words: the chart's grounds for who does not see them. */
export const bandWords = (
  parameter: ThresholdParameter,
  bands: readonly Band[],
  edition: Edition,
  t: EwsTexts['charts'],
): string => {
  const show = (value: number): string => showNumber(parameter, value, edition)
  return bands
    .map(({ low, high, score }) => {
      if (low === undefined) return t.upTo(score, show(high ?? 0))
      return high === undefined ? t.from(score, show(low)) : t.between(score, show(low), show(high))
    })
    .join('; ')
}

export interface ChartPoint {
  /** In stored units, as read. Place and score are of the value rounded to the step. */
  readonly value: number
  readonly score: number | null
  readonly height: number
  /** Beyond the axis: drawn at its end, and it says so. */
  readonly beyond: 'above' | 'below' | null
}

/** The reading of a check-up in a chart; null: not measured. */
export const pointOf = (parameter: ThresholdParameter, checkup: Checkup): ChartPoint | null => {
  const input = ewsInputOf(checkup, false)
  const read = parameter === 'bloodPressure' ? input.systolic : input[parameter]
  if (read === null) return null
  const {
    domain: [least, most],
    places,
  } = legends[parameter]
  const value = roundTo(read, places)
  return {
    value: read,
    score: checkup.ewsScores?.[scoreKeys[parameter]] ?? null,
    height: heightOf(parameter, value),
    beyond: value > most ? 'above' : value < least ? 'below' : null,
  }
}

/** Lines through neighbouring readings, in columns and 0 to 100; a missing one leaves a gap. */
export const linesOf = (points: readonly (ChartPoint | null)[]): readonly string[] => {
  const lines: string[][] = [[]]
  points.forEach((point, at) => {
    if (point === null) lines.push([])
    else lines.at(-1)?.push(`${at + 0.5},${((1 - point.height) * 100).toFixed(2)}`)
  })
  return lines.filter((line) => line.length > 1).map((line) => line.join(' '))
}
