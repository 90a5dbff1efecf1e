import type { Alert } from '../alerts/alert'
import type { Checkup } from '../checkup/checkup'
import type { PatientNote } from '../note/note'
import type { Patient } from '../patient/patient'
import type { Zone } from '../time/calendar'
import { intervalEdges, softSignsHours, type AggregateHours, type ReportRange } from './period'
import {
  createSums,
  oldestFirst,
  reportSoftSigns,
  reportStays,
  scoredOf,
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

/** A report without a row. */
export const noReport: Report = {
  aggregates: [],
  softSigns: [],
  checkups: [],
  notes: [],
  alerts: [],
  wardAdmissions: [],
}

/** From when to when all rows are known, epoch milliseconds. */
export interface KnownSpan {
  /** -Infinity: from the beginning. */
  readonly from: number
  readonly to: number
}
/** What is known of each list; null: nothing. Soft signs and sums are of the check-ups. */
export type Known = Readonly<
  Record<'checkups' | 'notes' | 'alerts' | 'wardAdmissions', KnownSpan | null>
>

/** What a device holds of a patient. */
export interface Held {
  readonly checkups: readonly Checkup[]
  readonly notes: readonly PatientNote[]
  /** Those that are open. */
  readonly alerts: readonly Alert[]
  readonly admissionEvents: Patient['admissionEvents']
  readonly known: Known
}

const minuteMs = 60_000

/**
 * What of a period is known; null: nothing. To the minute, as times are told: what ends within the
 * last one reaches the end.
 */
export const knownWithin = (
  { from, to }: ReportRange,
  span: KnownSpan | null,
): ReportRange | null => {
  if (span === null) return null
  const known = {
    from: Math.max(from, span.from),
    to: to - span.to < minuteMs ? to : span.to,
  }
  return known.from < known.to ? known : null
}

const alertOf = (alert: Alert): ReportAlert => ({
  id: alert.id,
  type: alert.type,
  alertRule: alert.alertRule,
  scheduleName: alert.checkupScheduleEvent?.checkupSchedule?.name ?? null,
  severity: alert.severity,
  openedAt: alert.startedAt,
  acknowledgedAt: alert.acknowledgedAt,
  closedAt: alert.closedAt,
  isOpen: alert.status === 'open',
  outcome: alert.outcome,
  outcomeText: alert.outcomeText,
  count: alert.count,
})

const newestFirst =
  <Row>(at: (row: Row) => string) =>
  (a: Row, b: Row): number =>
    Date.parse(at(b)) - Date.parse(at(a))

/** The sums of the check-ups that a device holds, of the part of the period that it knows. */
const sumsOf = (
  { checkups, known }: Held,
  range: ReportRange,
  hours: AggregateHours,
  zone: Zone | undefined,
  toggles: Pick<ReportToggles, 'aggregates' | 'softSigns'>,
): Pick<Report, 'aggregates' | 'softSigns'> => {
  const part = knownWithin(range, known.checkups)
  if (part === null) return { aggregates: [], softSigns: [] }
  const slots = (of: AggregateHours) => slotsOf(intervalEdges(part, of, zone), checkups)
  // What may lie between an older row and these is not known.
  const earlier = checkups.filter(
    ({ endedAt }) =>
      Date.parse(endedAt) < part.from && Date.parse(endedAt) >= (known.checkups?.from ?? Infinity),
  )
  const sums = createSums(scoredOf(earlier.toSorted(oldestFirst)))
  return {
    aggregates: toggles.aggregates ? slots(hours).map((slot) => sums(slot.range, slot.rows)) : [],
    softSigns: toggles.softSigns
      ? slots(softSignsHours)
          .map((slot) => reportSoftSigns(slot.range, slot.rows))
          .filter(({ signs }) => signs.length > 0)
      : [],
  }
}

/**
 * The report of what a device holds, as the server would make it of the same. What is not known is
 * left out of the sums; the rows that are held are all told.
 */
export const deviceReport = (
  held: Held,
  range: ReportRange,
  hours: AggregateHours,
  zone: Zone | undefined,
  toggles: ReportToggles,
): Report => {
  const within = (iso: string): boolean =>
    Date.parse(iso) >= range.from && Date.parse(iso) < range.to
  return {
    ...sumsOf(held, range, hours, zone, toggles),
    checkups: toggles.checkups
      ? held.checkups
          .filter(({ endedAt }) => within(endedAt))
          .toSorted(newestFirst(({ endedAt }) => endedAt))
      : [],
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
