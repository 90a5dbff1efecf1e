import type { Readings } from '../checkup/checkup'
import { signalOf, spO2Of } from '../checkup/oximeter'
import { pulseOf } from '../checkup/pulse'
import { scoreKeys, type ParameterScores } from '../ews/score'
import type { EwsScores } from '../ews/thresholds'
import {
  shownBuckets,
  vitalOf,
  type MeasuredBucket,
  type MonitoredRow,
} from '../monitoring/card-choice'
import { parametersOf } from '../monitoring/threshold-scores'
import { notMeasuredAnew } from './measured'
import { checkupMarks, marksOfBits } from './score-marks'

type ScoreKey = keyof ParameterScores

/** Where a value comes from. */
export type ValueSource = 'checkup' | 'monitoring'

/** The check-up that values are taken from. */
export type ValuedCheckup = Pick<
  Readings,
  | 'respiratoryRate'
  | 'pulseOxiData'
  | 'bloodPressureData'
  | 'pulseRate'
  | 'consciousness'
  | 'temperature'
  | 'onOxygen'
  | 'doubts'
> & { readonly endedAt: string; readonly ewsScores: EwsScores | null }

/** What of a patient's row says what was measured last. */
export interface ValuedRow extends MonitoredRow {
  readonly latestCheckup: ValuedCheckup | null
  /** Before the latest, those that measured what none since did, or whose score still counts. */
  readonly earlierCheckups?: readonly ValuedCheckup[]
}

/** One of the seven parameters, as it was measured. */
export interface OwnValue {
  readonly key: ScoreKey
  /** Per minute, per cent, mmHg (systolic), °C, the level of consciousness, or whether on oxygen. */
  readonly value: number | NonNullable<Readings['consciousness']> | boolean
  /** mmHg, of a blood pressure; null of all others. */
  readonly diastolic: number | null
  /** 0 to 3; null: not scored. */
  readonly score: number | null
  readonly source: ValueSource
  /** When the check-up or the quarter of an hour ended, ISO 8601. */
  readonly endedAt: string
  /** A poor signal, of SpO2. */
  readonly isPoor: boolean
  /** Scored on Scale 2. */
  readonly isScale2: boolean
}

type Measured = Readonly<Record<ScoreKey, OwnValue['value'] | null>>

const valuesOf = (
  measured: Measured,
  scores: ParameterScores | null,
  spO2: Pick<OwnValue, 'isPoor' | 'isScale2'>,
  rest: Pick<OwnValue, 'source' | 'endedAt'> & { readonly diastolic: number | null },
): readonly OwnValue[] =>
  scoreKeys.flatMap((key): readonly OwnValue[] => {
    const value = measured[key]
    const marks = key === 'SpO2Score' ? spO2 : { isPoor: false, isScale2: false }
    return value === null
      ? []
      : [
          {
            ...rest,
            ...marks,
            key,
            value,
            diastolic: key === 'BPScore' ? rest.diastolic : null,
            score: scores?.[key] ?? null,
          },
        ]
  })

/**
 * Whether oxygen was given, by the score where there is one (C374), else as it was recorded; null:
 * nobody recorded it.
 */
const oxygenOf = ({ ewsScores, onOxygen }: ValuedCheckup): boolean | null =>
  ewsScores?.onOxygenScore == null ? onOxygen : ewsScores.onOxygenScore > 0

/** What a check-up measured of the seven parameters. */
export const checkupValues = (checkup: ValuedCheckup): readonly OwnValue[] => {
  const marks = checkupMarks(checkup)
  return valuesOf(
    {
      RRScore: checkup.respiratoryRate?.value ?? null,
      SpO2Score: spO2Of(checkup),
      onOxygenScore: oxygenOf(checkup),
      BPScore: checkup.bloodPressureData?.systolic ?? null,
      HRScore: pulseOf(checkup),
      consciousnessScore: checkup.consciousness,
      tempScore: checkup.temperature?.value ?? null,
    },
    checkup.ewsScores,
    { isPoor: signalOf(checkup) === 'poor', isScale2: marks.includes('scale2') },
    {
      source: 'checkup',
      endedAt: checkup.endedAt,
      diastolic: checkup.bloodPressureData?.diastolic ?? null,
    },
  )
}

/** What a quarter of an hour of monitoring measured of them: the latest values in it. */
export const bucketValues = (bucket: MeasuredBucket): readonly OwnValue[] =>
  valuesOf(
    {
      RRScore: vitalOf(bucket, 'RRScore'),
      SpO2Score: vitalOf(bucket, 'SpO2Score'),
      onOxygenScore: null,
      BPScore: null,
      HRScore: vitalOf(bucket, 'HRScore'),
      consciousnessScore: null,
      tempScore: vitalOf(bucket, 'tempScore'),
    },
    parametersOf(bucket.thresholdScores),
    { isPoor: false, isScale2: marksOfBits(bucket.scoreMarks).includes('scale2') },
    { source: 'monitoring', endedAt: bucket.bucketEndAt, diastolic: null },
  )

/** The newer of two; of two that ended together the graver. */
const newer = (one: OwnValue, other: OwnValue): OwnValue => {
  const apart = Date.parse(one.endedAt) - Date.parse(other.endedAt)
  if (apart !== 0) return apart > 0 ? one : other
  return (other.score ?? 0) > (one.score ?? 0) ? other : one
}

/** Of check-ups those that measured what none since did, scored or not. */
export const holdingValues = <Checkup extends ValuedCheckup>(
  checkups: readonly Checkup[],
): readonly Checkup[] =>
  notMeasuredAnew(checkups, (checkup) => ({
    atMs: Date.parse(checkup.endedAt),
    measured: checkupValues(checkup).reduce(
      (bits, { key }) => bits | (1 << scoreKeys.indexOf(key)),
      0,
    ),
  }))

/** The check-ups of a row whose values are known, the newest first; none where the window hides it. */
export const valuedCheckups = <Checkup>({
  latestCheckup: latest,
  earlierCheckups: earlier = [],
}: {
  readonly latestCheckup: Checkup | null
  readonly earlierCheckups?: readonly Checkup[]
}): readonly Checkup[] => (latest === null ? [] : [latest, ...earlier])

/**
 * The newest value of each of the seven parameters, from check-ups and monitoring, whichever is newer
 * for it (C211, C370, C371 by decision T16): no value hides another parameter's, and what measured a
 * part hides nothing of what was measured before. What was never measured is left out.
 */
export const ownValues = (row: ValuedRow): readonly OwnValue[] => {
  const all = [
    ...valuedCheckups(row).flatMap(checkupValues),
    ...shownBuckets(row).flatMap(bucketValues),
  ]
  return scoreKeys.flatMap((key) => {
    const [first, ...others] = all.filter((value) => value.key === key)
    return first === undefined ? [] : [others.reduce(newer, first)]
  })
}
