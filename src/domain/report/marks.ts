import type { Checkup } from '../checkup/checkup'
import { doubtSentences } from '../checkup/doubt-words'
import { onOxygenMark } from '../checkup/on-oxygen'
import { oximeterDot, signalOf } from '../checkup/oximeter'
import type { EwsScores } from '../ews/thresholds'
import { schemeMarks } from '../ews/scheme-marks'
import { marksOfBits } from '../virtual-ward/score-marks'
import type { Report } from './device'
import type { ReportInterval } from './report'
import type { ReportScore } from './score'
import { reportMarks, type ReportMark, type ReportWords, type VitalKey } from './words'

/*
 * What the record marks beside a score or a value, and so a report: without it a value is believed
 * that nobody should believe.
 */

/** What is marked at one value of a check-up. A frozen row may lack what is null. */
export const vitalMarks = (key: VitalKey, checkup: Checkup): readonly ReportMark[] => {
  if (key === 'onOxygen')
    return checkup.oxygenFromFlag && onOxygenMark(checkup.ewsScores) ? ['fromFlag'] : []
  if (key !== 'spO2' || checkup.pulseOxiData == null) return []
  const signal = signalOf(checkup)
  if (signal !== null) return [signal === 'failed' ? 'failed' : 'poorSignal']
  return oximeterDot(checkup.pulseOxiData)?.kind === 'manual' ? ['entered'] : []
}

/** What is marked at the total of a check-up. */
const totalMarks = (scores: EwsScores | null | undefined): readonly ReportMark[] =>
  scores?.totalScore == null
    ? []
    : [...schemeMarks(scores), ...(scores.missing > 0 ? (['partial'] as const) : [])]

/** What is marked at a score of an interval. */
const scoreMarks = (score: ReportScore | null): readonly ReportMark[] =>
  score === null
    ? []
    : [...marksOfBits(score.marks), ...(score.missing > 0 ? (['partial'] as const) : [])]

const checkupMarks = (checkup: Checkup): readonly ReportMark[] => [
  ...vitalMarks('spO2', checkup),
  ...vitalMarks('onOxygen', checkup),
  ...totalMarks(checkup.ewsScores),
  ...(doubtsOf(checkup).length > 0 ? (['doubt'] as const) : []),
]

const intervalMarks = (interval: ReportInterval): readonly ReportMark[] => [
  ...scoreMarks(interval.score),
  ...scoreMarks(interval.highest),
  ...(interval.poorSignals > 0 ? (['poorSignal'] as const) : []),
  ...(interval.failedSignals > 0 ? (['failed'] as const) : []),
  ...(interval.doubtful > 0 ? (['doubt'] as const) : []),
]

/** A row that was frozen by an earlier release lacks them. */
const doubtsOf = ({ doubts }: { readonly doubts?: readonly string[] }): readonly string[] =>
  doubts ?? []

const leftOutOf = ({
  notUsable,
}: {
  readonly notUsable?: Checkup['notUsable']
}): Checkup['notUsable'] => notUsable ?? []

/** What is to be checked in a check-up, one sentence each. */
export const checkupDoubts = (checkup: Checkup, words: ReportWords): readonly string[] =>
  doubtSentences(
    {
      doubts: [...doubtsOf(checkup)],
      pulseRate: checkup.pulseRate ?? null,
      pulseOxiData: checkup.pulseOxiData ?? null,
      notUsable: leftOutOf(checkup),
      oxygenFromFlag: checkup.oxygenFromFlag,
      notScored: checkup.notScored ?? null,
    },
    words.checkups.doubts,
  )

const legendOf = (found: ReadonlySet<ReportMark>, words: ReportWords): string | null => {
  const told = reportMarks.filter((mark) => found.has(mark)).map((mark) => words.legend[mark])
  return told.length === 0 ? null : told.join(' ')
}

/** What the marks of the check-ups mean, each that occurs; null: none does. */
export const checkupsLegend = (rows: Report['checkups'], words: ReportWords): string | null =>
  legendOf(new Set(rows.flatMap(checkupMarks)), words)

/** The same of the sums. */
export const sumsLegend = (rows: Report['aggregates'], words: ReportWords): string | null =>
  legendOf(new Set(rows.flatMap(intervalMarks)), words)
