import { shownOpen, type Alert } from '../alerts/alert'
import { isOwnKey } from '../alerts/rule'
import { readSilenceKey } from '../alerts/silence'
import { isHeld } from '../alerts/state'
import { dueOf, isSilent, reassuringBelow, type DueRow } from './due'
import { willRaiseEmergency } from './lay-checkup'
import { hiddenScore } from './score-in-force'
import { graveRisk } from './shown-score'

/** What decides how urgent a patient is. */
export interface UrgencyRow extends DueRow {
  readonly alerts: readonly Alert[]
}

/** 1 is the most urgent. */
export type UrgencyBand = 1 | 2 | 3 | 4

/** From this total on NEWS2 asks for an emergency response. */
export const emergencyFrom = 7
/**
 * An open alert of a rule of the product's own (a rhythm of the ECG, a broken limit of who is not
 * scored) that is so grave is an emergency.
 */
const emergencySeverity = 4
/** An alert that is so grave, and that nobody holds, is urgent whatever the score is. */
export const urgentSeverity = 3

/** How urgent a patient is (decisions.md, T1). */
export interface Urgency {
  readonly band: UrgencyBand
  /** The score in force, or its lower bound, however old; null: nothing was scored. */
  readonly total: number | null
  /** Whether the score alone makes band 1 or 2: what is done about alerts then lowers nothing. */
  readonly isByScore: boolean
  /**
   * True where somebody acknowledged or snoozed an open alert. Whether another one is held by nobody
   * is not asked here: to resolve that one would lower the patient.
   */
  readonly isHeld: boolean
}

const ms = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))

/** Whether nobody deals with an open alert at `nowMs` (epoch ms): neither acknowledged nor snoozed. */
export const isUnheld = (
  { acknowledgedAt, snoozedUntil }: Pick<Alert, 'acknowledgedAt' | 'snoozedUntil'>,
  nowMs: number,
): boolean =>
  !isHeld({ acknowledgedMs: ms(acknowledgedAt), snoozedUntilMs: ms(snoozedUntil) }, nowMs)

const isMonitoringStopped = ({ alertRule }: Pick<Alert, 'alertRule'>): boolean =>
  readSilenceKey(alertRule?.id ?? '')?.of === 'monitoring'

const bandOfScore = (total: number, risk: number): UrgencyBand => {
  if (total >= emergencyFrom) return 1
  return total >= reassuringBelow || risk >= graveRisk ? 2 : 4
}

/**
 * How urgent a patient is at `nowMs` (epoch ms). Band 1: a score of 7 or more, or an emergency alert
 * of the product's own, also one that observations will raise when they are sent. Band 2: a score of 5 or 6, a single score of 3, or a grave alert that nobody
 * holds. Band 3: silent. Band 4: everybody else. A score counts however old it is, also where the
 * window of the board hides it.
 */
export const urgencyOf = (patient: UrgencyRow, nowMs: number): Urgency => {
  const score = patient.latestCheckup === null ? hiddenScore(patient) : dueOf(patient).score
  const alerts = shownOpen(patient.alerts)
  const unheld = alerts.filter((alert) => isUnheld(alert, nowMs))
  const byScore = score === null ? 4 : bandOfScore(score.total, score.risk)
  const byAlerts =
    willRaiseEmergency(patient) ||
    alerts.some(
      ({ alertRule, severity }) => isOwnKey(alertRule?.id ?? '') && severity >= emergencySeverity,
    )
      ? 1
      : unheld.some(({ severity }) => severity >= urgentSeverity)
        ? 2
        : 4
  const bySilence = isSilent(patient, nowMs) || alerts.some(isMonitoringStopped) ? 3 : 4
  return {
    band: Math.min(byScore, byAlerts, bySilence) as UrgencyBand,
    total: score?.total ?? null,
    isByScore: byScore <= 2,
    isHeld: unheld.length < alerts.length,
  }
}

/** The most urgent first: the band, then the score, then patients whom nobody holds. */
export const byUrgency = (one: Urgency, other: Urgency): number =>
  one.band - other.band ||
  (other.total ?? -1) - (one.total ?? -1) ||
  Number(one.isHeld) - Number(other.isHeld)
