import { shownOpen, type Alert } from '../alerts/alert'
import type { VirtualWardPatient } from './virtual-ward'

/** An open alert of the ward, and whose it is. */
export interface WardAlert {
  readonly alert: Alert
  readonly patient: VirtualWardPatient
}

/** All open alerts of these patients: the gravest first, then what has waited longest. */
export const wardAlerts = (patients: readonly VirtualWardPatient[]): readonly WardAlert[] =>
  patients
    .flatMap((patient) => shownOpen(patient.alerts).map((alert) => ({ alert, patient })))
    .toSorted(
      (a, b) =>
        b.alert.severity - a.alert.severity ||
        Date.parse(a.alert.startedAt) - Date.parse(b.alert.startedAt) ||
        (a.alert.id < b.alert.id ? -1 : 1),
    )
