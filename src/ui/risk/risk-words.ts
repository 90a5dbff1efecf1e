import type { Checkup } from '../../domain/checkup/checkup'
import { notUsableBeside } from '../../domain/checkup/not-usable-words'
import { oximeterCounts } from '../../domain/checkup/pulse'
import { formatStaffName } from '../../domain/identity'
import { elapsedWords, formatDateTime, formatMoment } from '../../domain/time'
import type { Edition } from '../../domain/organization/organization'
import { scoreKeys } from '../../domain/ews/score'
import {
  graveRisk,
  isGrave,
  type ScoreKey,
  type ShownScore,
} from '../../domain/virtual-ward/shown-score'
import { valuedCheckups } from '../../domain/virtual-ward/own-values'
import { statusLine } from '../../domain/virtual-ward/status-line'
import { ofBefore } from '../../domain/sync/unsent'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import { boardTexts } from '../../texts/board'
import { virtualWardTexts } from '../../texts/virtual-ward'
import { doubtSentences } from '../clinical'

/**
 * The risk of the score in force, in words: where the specification's colour is one for two levels,
 * the words are not.
 */
export const riskWords = (shown: ShownScore, edition: Edition): string => {
  const { status } = virtualWardTexts(edition).card
  const t = boardTexts(edition).status
  if (shown.leastRisk === null) return status.unknown
  const isSingleThree = shown.leastRisk === graveRisk
  const tone = statusLine(null, shown.risk)
  const told = isSingleThree ? (shown.risk === null ? t.partialThree : t.singleThree) : status[tone]
  if (shown.isStale) return isGrave(shown) ? t.measureAgain(told) : t.stale
  return shown.risk === null && !isSingleThree ? t.partial : told
}

/** More names than this are told by what was measured instead. */
const mostNamed = 3

/** Which parameters a score lacks, by name; null: none. */
export const lackWords = (
  { missing, isMonitored }: Pick<ShownScore, 'missing' | 'isMonitored'>,
  edition: Edition,
): string | null => {
  const t = boardTexts(edition).lack
  const named = (keys: readonly ScoreKey[]): readonly string[] => keys.map((key) => t.names[key])
  if (missing.length === 0) return null
  if (isMonitored) return t.notMonitored(named(missing))
  return missing.length <= mostNamed
    ? t.missing(named(missing))
    : t.only(named(scoreKeys.filter((key) => !missing.includes(key))))
}

/**
 * What stands beside the disc, each a sentence: why the newest check-up is not scored, the last
 * complete score where it is out of date, and what the newest check-up lacks where the disc shows
 * another score. `nowMs` epoch milliseconds.
 */
export const scoreNotes = (
  { notScored, outOfDate, incomplete }: ShownScore,
  nowMs: number,
  edition: Edition,
): readonly string[] => {
  const { lack: t, status } = boardTexts(edition)
  return [
    notScored === null ? null : status.notScored[notScored],
    outOfDate === null
      ? null
      : t.outOfDate(outOfDate.total, formatMoment(outOfDate.atMs, nowMs, edition)),
    incomplete === null
      ? null
      : t.latest(lackWords({ ...incomplete, isMonitored: false }, edition) ?? '', incomplete.total),
  ].filter((note) => note !== null)
}

/** The check-ups of a patient that are shown. */
export interface NotedRow {
  readonly latestCheckup: Checkup | null
  readonly earlierCheckups?: readonly Checkup[]
}

/** When and by whom a check-up was scored again, and what its total was. */
export const rescoredWords = (
  { at, by, totalScore }: NonNullable<Checkup['rescored']>,
  edition: Edition,
): string =>
  boardTexts(edition).rescored(formatDateTime(at, edition), formatStaffName(by), totalScore)

/** Doubts about what was scored: the score may be another. Of a weight they stand with it. */
const doubtsOfScore: readonly string[] = [
  'pulse-differs',
  oximeterCounts,
  'oxygen-flag',
  'sent-twice',
]

/**
 * What must be known to believe the check-ups whose values are shown, each a sentence: what was sent
 * and left out, and what of it is doubtful.
 */
export const checkupNotes = (row: NotedRow, edition: Edition): readonly string[] => [
  ...new Set(
    valuedCheckups(row).flatMap((checkup) => [
      ...(checkup.rescored == null ? [] : [rescoredWords(checkup.rescored, edition)]),
      ...notUsableBeside(checkup.notUsable, edition).map((words) => `${words}.`),
      ...doubtSentences(
        { ...checkup, doubts: checkup.doubts.filter((doubt) => doubtsOfScore.includes(doubt)) },
        edition,
      ),
    ]),
  ),
]

/** Of when a patient of a list is, where an answer about them is not read yet; '': as the list. */
export const beforeNote = (patient: object, nowMs: number, edition: Edition): string => {
  const since = ofBefore(patient)
  return since === null
    ? ''
    : boardTexts(edition).status.ofBefore(formatMoment(since, nowMs, edition))
}

/** In the place of values: the last score, where the board's history window leaves it out. */
export const outsideWindow = (
  { trend }: Pick<VirtualWardPatient, 'trend'>,
  nowMs: number,
  edition: Edition,
): string | null => {
  const last = trend.findLast(({ totalScore }) => totalScore !== null)
  return last?.totalScore == null
    ? null
    : boardTexts(edition).status.outside(
        last.totalScore,
        elapsedWords(Date.parse(last.endedAt), nowMs, edition),
      )
}
