import type { Readings } from '../checkup/checkup'
import { signalOf } from '../checkup/oximeter'
import { schemeMarks, type SchemeMark } from '../ews/scheme-marks'
import type { EwsScores } from '../ews/thresholds'

/** Scale 2, personal thresholds, a poor SpO2 signal. */
export type ScoreMark = SchemeMark | 'poorSignal'

/** In the order of their bits. */
const scoreMarks: readonly ScoreMark[] = ['scale2', 'personal', 'poorSignal']

/** What must be known to read the score of one check-up. */
export const checkupMarks = (
  checkup: {
    readonly ewsScores: Pick<EwsScores, 'spo2Scale' | 'riskScheme'> | null
    readonly pulseOxiData?: Readings['pulseOxiData']
  } | null,
): readonly ScoreMark[] => [
  ...schemeMarks(checkup?.ewsScores),
  ...(checkup?.pulseOxiData != null && signalOf({ pulseOxiData: checkup.pulseOxiData }) === 'poor'
    ? (['poorSignal'] as const)
    : []),
]

/** Marks as one number, a bit each: 1 Scale 2, 2 personal thresholds, 4 poor SpO2 signal. */
export const markBits = (marks: readonly ScoreMark[]): number =>
  scoreMarks.reduce((bits, mark, at) => (marks.includes(mark) ? bits | (1 << at) : bits), 0)

/** The marks of such a number; none where it is not known. */
export const marksOfBits = (bits: number | null | undefined): readonly ScoreMark[] =>
  scoreMarks.filter((_, at) => ((bits ?? 0) & (1 << at)) !== 0)
