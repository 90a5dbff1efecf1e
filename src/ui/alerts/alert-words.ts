import {
  holderPart,
  isOnlyLate,
  lateReading,
  statusPart,
  type Alert,
} from '../../domain/alerts/alert'
import { brokenLimitWords } from '../../domain/alerts/safety-limits'
import type { Readings } from '../../domain/checkup/checkup'
import type { EwsScores } from '../../domain/ews/thresholds'
import type { LatestBucket } from '../../domain/monitoring/bucket'
import { bucketTotal } from '../../domain/monitoring/threshold-scores'
import { allMeasured } from '../../domain/virtual-ward/measured'
import { judgedSources, toldConditionSchema } from '../../domain/alerts/rule'
import { formatStaffName } from '../../domain/identity'
import type { Edition, Person } from '../../domain/organization/organization'
import { unsentOf, type Unsent } from '../../domain/sync/unsent'
import { elapsedWords, formatDateTime, formatMoment } from '../../domain/time'
import { checkupMarks, marksOfBits } from '../../domain/virtual-ward/score-marks'
import { boardTexts } from '../../texts/board'
import { alertTexts, conditionWords, type AlertTexts, type AlertTotal } from '../../texts/alerts'

export const alertName = (alert: Pick<Alert, 'type' | 'alertRule'>, t: AlertTexts): string => {
  if (alert.type === 'CheckupScheduleEvent') return t.missed
  if (alert.type === 'PatientCallbackRequest') return t.callback
  const own = toldConditionSchema.safeParse(alert.alertRule?.condition).data
  if (own?.kind === 'ecgEvent') return t.ecg[own.of]
  if (own?.kind === 'dataStopped') return t.stopped[own.of]
  if (own?.kind === 'safetyLimits') return brokenLimitWords(own.broken, t.broken)
  if (own?.kind === 'checkPatient') return t.checkPatient
  if (own?.kind === 'emergencySign') return t.emergencySign(own.sign)
  return alert.alertRule?.name ?? t.unknownRule
}

/** What was missed, and when it was due. */
export const missedWords = (
  { checkupSchedule, checkupExpectedAt }: NonNullable<Alert['checkupScheduleEvent']>,
  edition: Edition,
): string => {
  const t = alertTexts(edition)
  const due = formatDateTime(checkupExpectedAt, edition)
  return checkupSchedule === null ? t.repeated(due) : t.expected(checkupSchedule.name, due)
}

/** The event of the ECG that raised an alert last, at epoch milliseconds; null: none did. */
export const ecgEventOf = (
  alert: Pick<Alert, 'alertRule' | 'latestAt'>,
): { readonly type: string; readonly at: number } | null => {
  const own = toldConditionSchema.safeParse(alert.alertRule?.condition).data
  return own?.kind === 'ecgEvent' ? { type: own.of, at: Date.parse(alert.latestAt) } : null
}

/**
 * What the user did about an open alert and the server does not know: that they resolved it, or else
 * that they deal with it or hand it back; null: nothing waits.
 */
export const unsentActOf = (
  alert: Alert,
  t: AlertTexts,
): (Unsent & { readonly what: string }) | null => {
  if (alert.status !== 'open') return null
  const resolving = unsentOf(alert, statusPart)
  if (resolving !== null) return { ...resolving, what: t.resolving(Number(resolving.wanted)) }
  const holding = unsentOf(alert, holderPart)
  return holding === null
    ? null
    : { ...holding, what: holding.wanted === true ? t.takingOn : t.handingBack }
}

/** When its rule fires; null without a rule, or for one of a later release. */
export const ruleWords = (alert: Pick<Alert, 'alertRule'>, edition: Edition): string | null => {
  const condition = toldConditionSchema.safeParse(alert.alertRule?.condition)
  return condition.success ? conditionWords(condition.data, edition) : null
}

/** Which readings its rule judges; null without a rule. */
export const sourceWords = (
  { alertRule: rule }: Pick<Alert, 'alertRule'>,
  edition: Edition,
): string | null =>
  rule === null
    ? null
    : alertTexts(edition).source[
        judgedSources(rule.type, toldConditionSchema.safeParse(rule.condition).data ?? null)
      ]

export const personName = (person: Person | null, edition: Edition): string =>
  formatStaffName(person) || alertTexts(edition).somebody

/** What an alert is about, where a row of the board knows it. */
export interface AlertScores {
  readonly latestCheckup?: {
    readonly id: string
    readonly endedAt: string
    readonly ewsScores: EwsScores | null
    readonly pulseOxiData?: Readings['pulseOxiData']
  } | null
  readonly trend?: readonly {
    readonly endedAt: string
    readonly totalScore: number | null
    readonly marks?: number | undefined
    readonly measured?: number | undefined
  }[]
  readonly latestContinuousMonitoring?: Pick<LatestBucket, 'bucketEndAt' | 'thresholdScores'> | null
}

const trendPointOf = (
  endedAt: string,
  trend: AlertScores['trend'],
): NonNullable<AlertScores['trend']>[number] | undefined =>
  trend?.find((point) => Date.parse(point.endedAt) === Date.parse(endedAt))

const totalOf = (total: number | null | undefined, missing: number): AlertTotal | null =>
  total == null ? null : { total, isPartial: missing > 0 }

/** The total of the check-up or bucket that raised an alert; null: not known here. */
export const alertTotal = (
  {
    checkup,
    continuousMonitoring,
    scored,
  }: Pick<Alert, 'checkup' | 'continuousMonitoring' | 'scored'>,
  { latestCheckup, trend, latestContinuousMonitoring: bucket }: AlertScores,
): AlertTotal | null => {
  // As it was then: what was scored anew since changes no alert.
  if (scored != null) return totalOf(scored.totalScore, scored.missing)
  if (checkup === null) {
    if (
      bucket == null ||
      continuousMonitoring === null ||
      Date.parse(bucket.bucketEndAt) !== Date.parse(continuousMonitoring.bucketEndAt)
    )
      return null
    const { total, missing } = bucketTotal(bucket.thresholdScores)
    return totalOf(total, missing)
  }
  if (latestCheckup?.id === checkup.id)
    return totalOf(latestCheckup.ewsScores?.totalScore, latestCheckup.ewsScores?.missing ?? 0)
  const point = trendPointOf(checkup.endedAt, trend)
  return totalOf(point?.totalScore, (point?.measured ?? allMeasured) === allMeasured ? 0 : 1)
}

/** When a late reading was measured and when it arrived; null: it was not late. */
const arrivalWords = (alert: Alert, nowMs: number, edition: Edition): string | null => {
  const late = lateReading(alert)
  return late === null
    ? null
    : alertTexts(edition).late(
        formatMoment(late.measuredMs, nowMs, edition),
        formatMoment(late.arrivedMs, nowMs, edition),
      )
}

/**
 * The same of an alert that late readings alone raised; null: since when it is open says more.
 */
export const lateWords = (alert: Alert, nowMs: number, edition: Edition): string | null =>
  isOnlyLate(alert) ? arrivalWords(alert, nowMs, edition) : null

/**
 * Since when an alert is open, in words; of a reading that came late, when it was measured and when
 * it arrived. `nowMs` epoch milliseconds.
 */
export const sinceWords = (alert: Alert, nowMs: number, edition: Edition): string =>
  arrivalWords(alert, nowMs, edition) ??
  alertTexts(edition).started(elapsedWords(Date.parse(alert.startedAt), nowMs, edition))

/**
 * The score of the patient's newest check-up where it is newer than what raised the alert, in words;
 * null: it is not. `nowMs` epoch milliseconds.
 */
export const newerWords = (
  { latestAt }: Pick<Alert, 'latestAt'>,
  { latestCheckup: latest }: AlertScores,
  nowMs: number,
  edition: Edition,
): string | null => {
  if (latest == null || Date.parse(latest.endedAt) <= Date.parse(latestAt)) return null
  return alertTexts(edition).since(
    latest.ewsScores?.totalScore ?? null,
    formatMoment(Date.parse(latest.endedAt), nowMs, edition),
  )
}

/** What must be known to read that total: Scale 2, personal thresholds, a poor signal. */
export const alertMarks = (
  { checkup, scored }: Pick<Alert, 'checkup' | 'scored'>,
  { latestCheckup: latest, trend }: AlertScores,
  edition: Edition,
): readonly string[] => {
  if (checkup === null) return []
  const marks =
    scored != null
      ? marksOfBits(scored.marks)
      : latest?.id === checkup.id
        ? checkupMarks(latest)
        : marksOfBits(trendPointOf(checkup.endedAt, trend)?.marks)
  return marks.map((mark) => boardTexts(edition).scheme[mark])
}

/** Who is on an alert and until when; null: nobody said so. `nowMs` epoch milliseconds. */
export const onItWords = (alert: Alert, nowMs: number, edition: Edition): string | null =>
  alert.acknowledgedAt === null
    ? null
    : alertTexts(edition).onIt(
        personName(alert.acknowledgedBy, edition),
        elapsedWords(Date.parse(alert.acknowledgedAt), nowMs, edition),
        alert.acknowledgedUntil == null
          ? null
          : formatMoment(Date.parse(alert.acknowledgedUntil), nowMs, edition),
      )

/** Whose acknowledgement or snooze of an open alert ended by itself, and why; null: none did. */
export const holdEndedWords = (
  { endedHold }: Alert,
  nowMs: number,
  edition: Edition,
): string | null =>
  endedHold == null
    ? null
    : alertTexts(edition).holdEnded(
        personName(endedHold.by, edition),
        endedHold.reason,
        elapsedWords(Date.parse(endedHold.at), nowMs, edition),
      )

/** What people did about an open alert, for who does not see the chip. */
export const alertState = (
  alert: Pick<
    Alert,
    'acknowledgedAt' | 'acknowledgedBy' | 'snoozedBy' | 'escalatedAt' | 'endedHold'
  >,
  isAsleep: boolean,
  edition: Edition,
): readonly string[] => {
  const { state } = alertTexts(edition)
  return [
    alert.escalatedAt === null ? null : state.escalated,
    alert.acknowledgedAt === null
      ? null
      : state.acknowledged(personName(alert.acknowledgedBy, edition)),
    isAsleep ? state.snoozed(personName(alert.snoozedBy, edition)) : null,
    alert.endedHold == null ? null : state.holdEnded(personName(alert.endedHold.by, edition)),
  ].filter((word) => word !== null)
}
