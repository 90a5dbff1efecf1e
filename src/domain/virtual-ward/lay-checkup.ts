import { raisesOwn } from '../alerts/evaluate'
import { observeCheckup } from '../alerts/observed'
import type { Checkup } from '../checkup/checkup'
import { afterCheckup, type Repeat } from '../repeat/repeat'
import { allUnsentOf, needsPerson, withUnsent, type Waiting } from '../sync/unsent'
import type { CardSchedule } from './card-schedule'
import { measuredBits, measuresAny } from './measured'
import { valuedCheckups } from './own-values'
import { checkupMarks, markBits } from './score-marks'
import type { Trend } from './trend'

/** The part of a row that observations change, as `unsent` names it. */
export const checkupPart = 'latestCheckup'

/** What is told of a check-up that is not sent. */
interface WantedCheckup {
  readonly endedAt: string
  /** It raises an alert of the product's own when it arrives. */
  readonly isEmergency: boolean
}

/** Whether observations of the user's own that a row shows will raise an emergency when they arrive. */
export const willRaiseEmergency = (row: object): boolean =>
  allUnsentOf(row, checkupPart).some(
    ({ isShown, wanted }) => isShown && (wanted as WantedCheckup).isEmergency,
  )

/** A row that shows what was measured last: of the board, or a record. */
interface MeasuredRow {
  readonly id: string
  readonly latestCheckup: Checkup | null
  readonly earlierCheckups?: readonly Checkup[]
  readonly trend?: Trend
  readonly schedules?: readonly CardSchedule[]
  readonly repeats: readonly Repeat[]
}

const byEnd = (a: { readonly endedAt: string }, b: { readonly endedAt: string }): number =>
  Date.parse(a.endedAt) - Date.parse(b.endedAt)

const pointOf = ({ endedAt, ewsScores, pulseOxiData }: Checkup): Trend[number] => ({
  endedAt,
  totalScore: ewsScores?.totalScore ?? null,
  riskLevel: ewsScores?.riskLevel ?? null,
  measured: measuredBits(ewsScores),
  marks: markBits(checkupMarks({ ewsScores, pulseOxiData })),
})

/** Whether a trend has the check-up already: the server may have it, and its answer be on the way. */
const hasPoint = (trend: Trend, { endedAt, ewsScores }: Checkup): boolean =>
  trend.some(
    (point) =>
      byEnd(point, { endedAt }) === 0 && point.totalScore === (ewsScores?.totalScore ?? null),
  )

/** A slot counts as answered by the last check-up of its type. */
const answered = (schedule: CardSchedule, { checkupType, endedAt }: Checkup): CardSchedule =>
  schedule.id !== checkupType?.id ||
  (schedule.latestEndedAt !== null && byEnd({ endedAt: schedule.latestEndedAt }, { endedAt }) >= 0)
    ? schedule
    : { ...schedule, latestEndedAt: endedAt }

const withCheckup = <Row extends MeasuredRow>(row: Row, checkup: Checkup): Row => {
  const known = valuedCheckups(row)
  if (known.some(({ id }) => id === checkup.id)) return row
  // Of two that ended together the graver is in front, as on the server, and both are told.
  const [latest = checkup, ...earlier] = [...known, checkup].toSorted(
    (a, b) => byEnd(b, a) || (b.ewsScores?.totalScore ?? -1) - (a.ewsScores?.totalScore ?? -1),
  )
  return {
    ...row,
    latestCheckup: latest,
    ...(row.earlierCheckups === undefined ? {} : { earlierCheckups: earlier }),
    ...(row.trend === undefined || hasPoint(row.trend, checkup)
      ? {}
      : { trend: [...row.trend, pointOf(checkup)].toSorted(byEnd) }),
    ...(row.schedules === undefined
      ? {}
      : { schedules: row.schedules.map((one) => answered(one, checkup)) }),
    ...(measuresAny(checkup)
      ? { repeats: row.repeats.map((one) => afterCheckup(one, checkup.endedAt)) }
      : {}),
  }
}

/**
 * Observations of the user's own over a row of the server: values, score in force, due clock and
 * order follow from it by the same rules, before they are sent. What was refused is not shown as
 * measured; the row says that it waits for a decision.
 * @param waiting null: the server has them
 */
export const layCheckup = <Row extends MeasuredRow>(
  row: Row,
  checkup: Checkup,
  waiting: Waiting | null,
): Row => {
  if (row.id !== checkup.patientId) return row
  if (waiting === null) return withCheckup(row, checkup)
  const isShown = !needsPerson(waiting.state)
  return withUnsent(isShown ? withCheckup(row, checkup) : row, {
    ...waiting,
    part: checkupPart,
    wanted: {
      endedAt: checkup.endedAt,
      isEmergency: raisesOwn(observeCheckup(checkup, checkup.ewsScores, checkup.endedAt)),
    } satisfies WantedCheckup,
    theirs: row.latestCheckup?.endedAt ?? null,
    isShown,
  })
}
