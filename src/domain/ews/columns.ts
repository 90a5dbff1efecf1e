import { limits } from '../checkup/limits'
import { stepOf, stepsAround } from './bands'
import {
  defaultThresholds,
  scale2OnAir,
  scale2OnOxygen,
  scoreConsciousness,
  scoreOxygen,
} from './news2'
import type { EwsInput, EwsScheme } from './score'
import { thresholdParameters, type Band, type ThresholdParameter } from './thresholds'

/**
 * Scores of many check-ups at once, for thresholds that are dragged: a typed array for each
 * parameter, and a table from reading to score. Tests compare it with scoreCheckup over random
 * drags.
 */

/** No reading, a reading that no band takes, or no total. */
export const unscored = 255

const ranges: Readonly<Record<ThresholdParameter, readonly [number, number]>> = {
  respiratoryRate: limits.respiratoryRatePerMinute,
  spO2: limits.spO2Percent,
  bloodPressure: limits.pressureMmHg,
  pulse: limits.pulsePerMinute,
  temperature: limits.temperatureCelsius,
}
const stepsOf = (value: number, step: number): number => Math.round(value / step)
/** Places of a table: one for each step, and one for what lies between two of them. */
const sizeOf = (parameter: ThresholdParameter): number => {
  const [least, most] = ranges[parameter]
  return 2 * stepsOf(most - least, stepOf[parameter]) + 1
}

/** The place of a reading in the table: even on a step, odd between two. */
const placeOf = (parameter: ThresholdParameter, value: number): number => {
  const step = stepOf[parameter]
  const [below, above] = stepsAround(value, step)
  const place =
    stepsOf(below, step) + stepsOf(above, step) - 2 * stepsOf(ranges[parameter][0], step)
  return Math.min(sizeOf(parameter) - 1, Math.max(0, place))
}

export interface ScoreColumns {
  readonly count: number
  readonly places: Readonly<Record<ThresholdParameter, Int16Array>>
  /** What consciousness and oxygen add, which no threshold changes. */
  readonly rest: Uint8Array
  /** 1: the check-up has something that is scored, whatever the thresholds. */
  readonly hasRest: Uint8Array
}

/** Oxygen of Scale 2: air, oxygen, unknown. Its tables follow each other. */
const oxygenBlock = (onOxygen: boolean | null): number => (onOxygen === null ? 2 : onOxygen ? 1 : 0)

const readingOf = (input: EwsInput, parameter: ThresholdParameter): number | null =>
  parameter === 'bloodPressure' ? input.systolic : input[parameter]

/** Check-ups as columns, in their order. `null`: one that was not scored and never is. */
export const columnsOf = (inputs: readonly (EwsInput | null)[]): ScoreColumns => {
  const count = inputs.length
  const column = (): Int16Array => new Int16Array(count).fill(-1)
  const places = {
    respiratoryRate: column(),
    spO2: column(),
    bloodPressure: column(),
    pulse: column(),
    temperature: column(),
  }
  const [rest, hasRest] = [new Uint8Array(count), new Uint8Array(count)]
  inputs.forEach((input, at) => {
    if (input === null) return
    for (const parameter of thresholdParameters) {
      const value = readingOf(input, parameter)
      if (value === null) continue
      const block = parameter === 'spO2' ? oxygenBlock(input.onOxygen) * sizeOf('spO2') : 0
      places[parameter][at] = block + placeOf(parameter, value)
    }
    const known = [
      input.consciousness === null ? null : scoreConsciousness(input.consciousness),
      input.onOxygen === null ? null : scoreOxygen(input.onOxygen),
    ]
    hasRest[at] = known.some((score) => score !== null) ? 1 : 0
    rest[at] = known.reduce<number>((sum, score) => sum + (score ?? 0), 0)
  })
  return { count, places, rest, hasRest }
}

const fill = (
  table: Uint8Array,
  from: number,
  parameter: ThresholdParameter,
  bands: readonly Band[],
): void => {
  const [step, size, least] = [
    stepOf[parameter],
    sizeOf(parameter),
    stepsOf(ranges[parameter][0], stepOf[parameter]),
  ]
  for (const { low, high, score } of bands) {
    const first = low === undefined ? 0 : Math.max(0, 2 * (stepsOf(low, step) - least))
    const last =
      high === undefined ? size - 1 : Math.min(size - 1, 2 * (stepsOf(high, step) - least))
    for (let place = first; place <= last; place += 2)
      if (table[from + place] === unscored) table[from + place] = score
  }
  for (let place = from + 1; place < from + size; place += 2) {
    const [below, above] = [table[place - 1] ?? unscored, table[place + 1] ?? unscored]
    table[place] =
      below === unscored || above === unscored ? Math.min(below, above) : Math.max(below, above)
  }
}

/** Every reading's score under a scheme; SpO2 has a block each for air, oxygen and not known. */
const tableOf = (parameter: ThresholdParameter, scheme: EwsScheme): Uint8Array => {
  const bands = (scheme.thresholds ?? defaultThresholds)[parameter]
  const size = sizeOf(parameter)
  const table = new Uint8Array(parameter === 'spO2' ? size * 3 : size).fill(unscored)
  if (parameter !== 'spO2') {
    fill(table, 0, parameter, bands)
    return table
  }
  const isScale2 = scheme.spo2Scale === 2
  fill(table, 0, parameter, isScale2 ? scale2OnAir : bands)
  fill(table, size, parameter, isScale2 ? scale2OnOxygen : bands)
  // Not known whether oxygen was given: scored only where both agree.
  for (let place = 0; place < size; place += 1) {
    const [air, oxygen] = [table[place] ?? unscored, table[size + place] ?? unscored]
    table[2 * size + place] = air === oxygen ? air : unscored
  }
  return table
}

/** The scores of all columns: each parameter's, and the totals. `unscored` where there is none. */
export interface ColumnScores {
  readonly parameters: Readonly<Record<ThresholdParameter, Uint8Array>>
  readonly totals: Uint8Array
}

const recount = (columns: ScoreColumns, scores: ColumnScores, at: number): void => {
  let [sum, known] = [columns.rest[at] ?? 0, columns.hasRest[at] ?? 0]
  for (const parameter of thresholdParameters) {
    const score = scores.parameters[parameter][at] ?? unscored
    if (score === unscored) continue
    sum += score
    known = 1
  }
  scores.totals[at] = known === 0 ? unscored : sum
}

const look = (places: Int16Array, table: Uint8Array, into: Uint8Array): void => {
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] ?? -1
    into[at] = place < 0 ? unscored : (table[place] ?? unscored)
  }
}

/** Scores every column from nothing. */
export const scoreColumns = (columns: ScoreColumns, scheme: EwsScheme): ColumnScores => {
  const column = (): Uint8Array => new Uint8Array(columns.count)
  const scores: ColumnScores = {
    parameters: {
      respiratoryRate: column(),
      spO2: column(),
      bloodPressure: column(),
      pulse: column(),
      temperature: column(),
    },
    totals: column(),
  }
  for (const parameter of thresholdParameters)
    look(columns.places[parameter], tableOf(parameter, scheme), scores.parameters[parameter])
  for (let at = 0; at < columns.count; at += 1) recount(columns, scores, at)
  return scores
}

/** Scores one parameter again, in place; totals follow by the difference. */
export const rescoreParameter = (
  columns: ScoreColumns,
  scores: ColumnScores,
  parameter: ThresholdParameter,
  scheme: EwsScheme,
): void => {
  const table = tableOf(parameter, scheme)
  const [places, held, totals] = [
    columns.places[parameter],
    scores.parameters[parameter],
    scores.totals,
  ]
  for (let at = 0; at < columns.count; at += 1) {
    const place = places[at] ?? -1
    if (place < 0) continue
    const [was, is] = [held[at] ?? unscored, table[place] ?? unscored]
    if (was === is) continue
    held[at] = is
    if (was === unscored || is === unscored) recount(columns, scores, at)
    else totals[at] = (totals[at] ?? 0) + is - was
  }
}

/** How many totals differ, among the last `last` columns. */
export const countChanged = (before: Uint8Array, now: Uint8Array, last = Infinity): number => {
  let changed = 0
  for (let at = Math.max(0, now.length - last); at < now.length; at += 1)
    if (before[at] !== now[at]) changed += 1
  return changed
}
