import { shownOpen, type Alert } from '../alerts/alert'
import { isSnoozed } from '../alerts/state'
import type { Person } from '../organization/organization'
import { isUnheld } from '../virtual-ward/urgency'
import type { VirtualWardPatient } from '../virtual-ward/virtual-ward'

/** The open alerts that one person deals with, by patient. */
export interface Held {
  /** Null: nobody. */
  readonly by: Person | null
  readonly patients: readonly {
    readonly patient: VirtualWardPatient
    readonly alerts: readonly Alert[]
  }[]
}

const holderOf = (alert: Alert, nowMs: number): Person | null => {
  if (isUnheld(alert, nowMs)) return null
  const until = alert.snoozedUntil === null ? null : Date.parse(alert.snoozedUntil)
  return alert.acknowledgedAt === null && isSnoozed(until, nowMs)
    ? alert.snoozedBy
    : alert.acknowledgedBy
}

/**
 * Who deals with which open alerts at `nowMs` (epoch ms), in the order of the patients: first those
 * that nobody deals with.
 */
export const holdersOf = (
  patients: readonly VirtualWardPatient[],
  nowMs: number,
): readonly Held[] => {
  const open = patients.flatMap((patient) =>
    shownOpen(patient.alerts).map((alert) => ({ patient, alert, by: holderOf(alert, nowMs) })),
  )
  const ids = [...new Set(open.map(({ by }) => by?.id ?? null))]
  return ids
    .toSorted((a, b) => Number(a !== null) - Number(b !== null))
    .map((id) => {
      const own = open.filter(({ by }) => (by?.id ?? null) === id)
      return {
        by: own[0]?.by ?? null,
        patients: [...new Set(own.map(({ patient }) => patient))].map((patient) => ({
          patient,
          alerts: own.filter((one) => one.patient === patient).map(({ alert }) => alert),
        })),
      }
    })
}
