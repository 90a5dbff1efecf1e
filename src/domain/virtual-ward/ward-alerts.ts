import { byWhatItSays, shownOpen, type Alert } from '../alerts/alert'
import { byUrgency, isUnheld, urgencyOf } from './urgency'
import type { VirtualWardPatient } from './virtual-ward'

/** The open alerts of a patient of the ward. */
export interface WardAlerts {
  readonly patient: VirtualWardPatient
  /** The gravest first; of the same severity those that nobody holds, then what has waited longest. */
  readonly alerts: readonly [Alert, ...Alert[]]
}

const byGravity =
  (nowMs: number) =>
  (a: Alert, b: Alert): number =>
    b.severity - a.severity ||
    Number(isUnheld(b, nowMs)) - Number(isUnheld(a, nowMs)) ||
    Date.parse(a.startedAt) - Date.parse(b.startedAt) ||
    byWhatItSays(a, b)

/**
 * Who of these patients has open alerts at `nowMs` (epoch ms): the most urgent first, then who has
 * the gravest alert, then whose has waited longest.
 */
export const wardAlerts = (
  patients: readonly VirtualWardPatient[],
  nowMs: number,
): readonly WardAlerts[] =>
  patients
    .flatMap((patient) => {
      const [first, ...others] = shownOpen(patient.alerts).toSorted(byGravity(nowMs))
      if (first === undefined) return []
      const alerts: WardAlerts['alerts'] = [first, ...others]
      return [{ patient, alerts, urgency: urgencyOf(patient, nowMs) }]
    })
    .toSorted(
      (a, b) =>
        byUrgency(a.urgency, b.urgency) ||
        b.alerts[0].severity - a.alerts[0].severity ||
        Date.parse(a.alerts[0].startedAt) - Date.parse(b.alerts[0].startedAt) ||
        (a.patient.id < b.patient.id ? -1 : 1),
    )
