import { shownOpen, type Alert } from '../alerts/alert'
import { byUrgency, urgencyOf } from './urgency'
import type { VirtualWardPatient } from './virtual-ward'

/** An open alert of the ward, and whose it is. */
export interface WardAlert {
  readonly alert: Alert
  readonly patient: VirtualWardPatient
}

/**
 * All open alerts of these patients at `nowMs` (epoch ms): those of the most urgent patient first,
 * then the gravest, then what has waited longest.
 */
export const wardAlerts = (
  patients: readonly VirtualWardPatient[],
  nowMs: number,
): readonly WardAlert[] =>
  patients
    .flatMap((patient) => {
      const urgency = urgencyOf(patient, nowMs)
      return shownOpen(patient.alerts).map((alert) => ({ alert, patient, urgency }))
    })
    .toSorted(
      (a, b) =>
        byUrgency(a.urgency, b.urgency) ||
        b.alert.severity - a.alert.severity ||
        Date.parse(a.alert.startedAt) - Date.parse(b.alert.startedAt) ||
        (a.alert.id < b.alert.id ? -1 : 1),
    )
