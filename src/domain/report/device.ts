import type { Alert } from '../alerts/alert'
import type { Checkup } from '../checkup/checkup'
import type { PatientNote } from '../note/note'
import type { Patient } from '../patient/patient'
import type { Zone } from '../time/calendar'
import { intervalEdges, softSignsHours, type AggregateHours, type ReportRange } from './period'
import {
  reportInterval,
  reportSoftSigns,
  reportStays,
  slotsOf,
  type ReportAlert,
  type ReportInterval,
  type ReportSoftSigns,
} from './report'

/** The toggles of a report. */
export const reportLists = [
  'aggregates',
  'softSigns',
  'checkups',
  'notes',
  'alerts',
  'wardAdmissions',
] as const
export type ReportList = (typeof reportLists)[number]
export type ReportToggles = Readonly<Record<ReportList, boolean>>

/** A whole report. */
export interface Report {
  readonly aggregates: readonly ReportInterval[]
  readonly softSigns: readonly ReportSoftSigns[]
  readonly checkups: readonly Checkup[]
  readonly notes: readonly PatientNote[]
  readonly alerts: readonly ReportAlert[]
  readonly wardAdmissions: Patient['admissionEvents']
}

/** What a device holds of a patient. */
export interface Held {
  readonly checkups: readonly Checkup[]
  readonly notes: readonly PatientNote[]
  /** Those that are open. */
  readonly alerts: readonly Alert[]
  readonly admissionEvents: Patient['admissionEvents']
}

const alertOf = (alert: Alert): ReportAlert => ({
  id: alert.id,
  type: alert.type,
  alertRule: alert.alertRule,
  scheduleName: alert.checkupScheduleEvent?.checkupSchedule.name ?? null,
  severity: alert.severity,
  openedAt: alert.startedAt,
  acknowledgedAt: alert.acknowledgedAt,
  closedAt: alert.closedAt,
  count: alert.count,
})

const newestFirst =
  <Row>(at: (row: Row) => string) =>
  (a: Row, b: Row): number =>
    Date.parse(at(b)) - Date.parse(at(a))

/** The report of what a device holds, as the server would make it of the same. */
export const deviceReport = (
  held: Held,
  range: ReportRange,
  hours: AggregateHours,
  zone: Zone | undefined,
  toggles: ReportToggles,
): Report => {
  const within = (iso: string): boolean =>
    Date.parse(iso) >= range.from && Date.parse(iso) < range.to
  const checkups = held.checkups
    .filter(({ endedAt }) => within(endedAt))
    .toSorted(newestFirst(({ endedAt }) => endedAt))
  const slots = (of: AggregateHours) => slotsOf(intervalEdges(range, of, zone), checkups)
  return {
    aggregates: toggles.aggregates
      ? slots(hours).map((slot) => reportInterval(slot.range, slot.rows))
      : [],
    softSigns: toggles.softSigns
      ? slots(softSignsHours)
          .map((slot) => reportSoftSigns(slot.range, slot.rows))
          .filter(({ signs }) => signs.length > 0)
      : [],
    checkups: toggles.checkups ? checkups : [],
    notes: toggles.notes
      ? held.notes
          .filter(({ capturedAt }) => within(capturedAt))
          .toSorted(newestFirst(({ capturedAt }) => capturedAt))
      : [],
    alerts: toggles.alerts
      ? held.alerts
          .map(alertOf)
          .filter(({ openedAt }) => Date.parse(openedAt) < range.to)
          .toSorted(newestFirst(({ openedAt }) => openedAt))
      : [],
    wardAdmissions: toggles.wardAdmissions ? reportStays(held.admissionEvents, range) : [],
  }
}

/** From when on a device holds all rows of a timeline; null: it does not hold one. Epoch ms. */
export const heldSince = (times: readonly string[], total: number | null): number | null => {
  if (total !== null && times.length >= total) return -Infinity
  return times.length === 0 ? null : Math.min(...times.map((time) => Date.parse(time)))
}
