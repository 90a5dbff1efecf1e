import { z } from 'zod'
import { checkReasons } from '../checkup/not-usable'
import { consciousnessValues } from '../ews/consciousness'
import { totalInForce } from '../virtual-ward/score-in-force'
import type { Observed } from './observed'
import { scoredParameters } from './rule'
import { brokenLimits, limitedParameters } from './safety-limits'

/**
 * What was known of a patient when somebody acknowledged, snoozed or resolved an alert: a later
 * reading is compared with it (decisions.md, T3).
 */
export const knownSchema = z.object({
  /** When the newest reading ended, epoch milliseconds; 0: there was none. */
  atMs: z.number(),
  /** The score in force, or the lower bound; null: nothing was scored. */
  total: z.number().nullable(),
  /** The parameters whose newest score was 3. */
  threes: z.array(z.enum(scoredParameters)),
  consciousness: z.enum(consciousnessValues).nullable(),
  /** Which fixed limits of who is not scored were broken. */
  broken: z.array(z.enum(['consciousness', ...limitedParameters])),
  /** Why somebody had to look at the patient; an older row does not say. */
  checkPatient: z.array(z.enum(checkReasons)).catch([]),
  /** The emergency signs that were told. */
  emergencySigns: z.array(z.string()).catch([]),
})
export type Known = z.infer<typeof knownSchema>

const minute = 60_000

/** For how long an acknowledgement, snooze or resolution speaks for an alert, milliseconds. */
export const holdMs = (severity: number): number =>
  severity >= 4 ? 60 * minute : severity === 3 ? 120 * minute : 240 * minute

/** A total, complete or not, is at least this; null: nothing was scored. */
const boundOf = ({ totalScore, scores }: Observed): number | null => {
  const told = scoredParameters.flatMap((parameter) => scores[parameter] ?? [])
  return totalScore ?? (told.length === 0 ? null : told.reduce((sum, score) => sum + score, 0))
}

/** Which of the seven were scored, a bit each: all of them as in allMeasured. */
const measuredOf = ({ scores }: Observed): number =>
  scoredParameters.reduce(
    (bits, parameter, at) => (scores[parameter] === null ? bits : bits | (1 << at)),
    0,
  )

const mapValues = <Key extends string, Value>(
  of: Readonly<Record<Key, Value>>,
  map: (value: Value, key: Key) => Value,
): Readonly<Record<Key, Value>> =>
  Object.fromEntries(
    (Object.entries(of) as [Key, Value][]).map(([key, value]) => [key, map(value, key)]),
  ) as Record<Key, Value>

const brokenOf = (reading: Observed): Known['broken'] =>
  brokenLimits(reading.notScored, reading).map(({ parameter }) => parameter)

/** The newest readings that say something: all of one instant. */
const newestWith = (
  readings: readonly Observed[],
  says: (reading: Observed) => boolean,
): readonly Observed[] => {
  const saying = readings.filter(says)
  const newestMs = Math.max(...saying.map(({ atMs }) => atMs))
  return saying.filter(({ atMs }) => atMs === newestMs)
}

/** What each kind of reading said last, each once. */
const newestOfEach = <Told>(
  readings: readonly Observed[],
  told: (reading: Observed) => readonly Told[],
): Told[] => {
  const newest = (['new-checkup', 'continuous-monitoring'] as const).flatMap((source) =>
    newestWith(readings, (reading) => reading.source === source),
  )
  return [...new Set(newest.flatMap(told))]
}

const depth = (consciousness: Observed['consciousness']): number =>
  consciousness === null ? 0 : consciousnessValues.indexOf(consciousness)

/**
 * What readings say together, in any order: each parameter by its newest, of the same instant by the
 * gravest.
 */
export const knownOf = (readings: readonly Observed[]): Known => ({
  atMs: Math.max(0, ...readings.map(({ atMs }) => atMs)),
  total: totalInForce(
    readings.flatMap((reading) => {
      const total = boundOf(reading)
      return total === null ? [] : [{ atMs: reading.atMs, total, measured: measuredOf(reading) }]
    }),
  ),
  threes: scoredParameters.filter((parameter) =>
    newestWith(readings, ({ scores }) => scores[parameter] !== null).some(
      ({ scores }) => scores[parameter] === 3,
    ),
  ),
  consciousness:
    newestWith(readings, ({ consciousness }) => consciousness !== null)
      .map(({ consciousness }) => consciousness)
      .toSorted((a, b) => depth(b) - depth(a))[0] ?? null,
  broken: newestOfEach(readings, brokenOf),
  checkPatient: newestOfEach(readings, ({ checkPatient }) => checkPatient),
  emergencySigns: newestOfEach(readings, ({ emergencySigns }) => emergencySigns),
})

/**
 * What of a reading is in force where later ones are known already: each parameter that none of them
 * says anew, and its total while none of them has measured all that it did.
 * @param later those that ended after it; of the same instant both count
 */
export const inForceOf = (reading: Observed, later: readonly Observed[]): Observed => {
  if (later.length === 0) return reading
  const measured = measuredOf(reading)
  const isCovered = later.some((one) => (measured & ~measuredOf(one)) === 0)
  return {
    ...reading,
    scores: mapValues(reading.scores, (score, parameter) =>
      later.some(({ scores }) => scores[parameter] !== null) ? null : score,
    ),
    values: mapValues(reading.values, (value, parameter) =>
      later.some(({ values }) => values[parameter] !== null) ? null : value,
    ),
    consciousness: later.some(({ consciousness }) => consciousness !== null)
      ? null
      : reading.consciousness,
    checkPatient: later.some(({ source }) => source === reading.source) ? [] : reading.checkPatient,
    totalScore: isCovered ? null : reading.totalScore,
  }
}

/**
 * Whether a reading is worse than what was known (decisions.md, T3): its total or lower bound is 2
 * or more higher and 3 or more, another parameter scores 3, consciousness is worse, or, of a patient who
 * is not scored, another fixed limit is broken; it tells of another emergency sign, or says for another
 * reason that somebody must look.
 */
export const isWorse = (known: Known, reading: Observed): boolean => {
  const bound = boundOf(reading)
  return (
    (bound !== null && bound >= 3 && bound >= (known.total ?? 0) + 2) ||
    scoredParameters.some(
      (parameter) => reading.scores[parameter] === 3 && !known.threes.includes(parameter),
    ) ||
    depth(reading.consciousness) > depth(known.consciousness) ||
    brokenOf(reading).some((parameter) => !known.broken.includes(parameter)) ||
    reading.emergencySigns.some((sign) => !known.emergencySigns.includes(sign)) ||
    reading.checkPatient.some((reason) => !known.checkPatient.includes(reason))
  )
}

/** Whether a reading that is no worse shows that the patient was looked at anew: it scored something. */
export const scoresAnything = (reading: Observed): boolean => boundOf(reading) !== null
