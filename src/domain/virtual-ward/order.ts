import { shownOpen } from '../alerts/alert'
import { acuitySeverity } from '../patient/acuity'
import type { MonitoredCard } from '../monitoring/card-choice'
import { sessionState } from '../monitoring/session'
import { isOverdue, orderingTotal, shownEndedAt } from './due'
import { foldName, matchesQuery } from './filter'
import { isInWindow } from './options'
import type { SortField, SortTerm, VirtualWardPatient, VirtualWardQuery } from './virtual-ward'

/** What a patient sorts by; null stands last in either direction. */
type SortValue = string | number | null

/**
 * The value behind each facet: alerts by how many are open, not by how often each was raised; a
 * score by what it still says. The highest acuity is the most severe.
 */
const valueOf: Readonly<
  Record<SortField, (patient: VirtualWardPatient, nowMs: number) => SortValue>
> = {
  acuityScore: (patient) =>
    patient.latestAcuityScore === null ? null : acuitySeverity(patient.latestAcuityScore.score),
  alertCount: (patient) => shownOpen(patient.alerts).length,
  ewsScore: orderingTotal,
  lastName: (patient) => foldName(patient.lastName),
  latestVitals: (patient) => {
    const endedAt = shownEndedAt(patient)
    return endedAt === null ? null : Date.parse(endedAt)
  },
}

/**
 * Numbers by size, texts by code unit, so that two devices and the server agree whatever their
 * language.
 */
const ascending = (a: string | number, b: string | number): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}

interface Keyed<Row> {
  readonly row: Row
  readonly values: readonly SortValue[]
}

/**
 * What a row sorts by at `nowMs`, worked out once for it: a sort compares each row a dozen times.
 */
const keyed =
  (sort: readonly SortTerm[], nowMs: number) =>
  <Row extends VirtualWardPatient>(row: Row): Keyed<Row> => ({
    row,
    values: sort.map(({ field }) => valueOf[field](row, nowMs)),
  })

/**
 * Compares by the terms in order; equals stand by id, so that a page never shows a patient twice.
 */
const byValues =
  (sort: readonly SortTerm[]) =>
  (a: Keyed<VirtualWardPatient>, b: Keyed<VirtualWardPatient>): number => {
    for (const [at, { direction }] of sort.entries()) {
      const [mine = null, theirs = null] = [a.values[at], b.values[at]]
      const order =
        mine === null || theirs === null
          ? Number(mine === null) - Number(theirs === null)
          : direction === 'ASC'
            ? ascending(mine, theirs)
            : ascending(theirs, mine)
      if (order !== 0) return order
    }
    return ascending(a.row.id, b.row.id)
  }

/**
 * The same object for the same row, so that a card whose check-up is hidden is not drawn anew for
 * nothing.
 */
const withoutCheckup = new WeakMap<VirtualWardPatient, VirtualWardPatient>()
const withoutBoth = new WeakMap<VirtualWardPatient, VirtualWardPatient>()

const hidden = <Row extends VirtualWardPatient>(
  kept: WeakMap<VirtualWardPatient, VirtualWardPatient>,
  row: Row,
  over: Partial<VirtualWardPatient>,
): Row => {
  const known = kept.get(row)
  if (known !== undefined) return known as Row
  const made: Row = { ...row, ...over }
  kept.set(row, made)
  return made
}

/**
 * Whether the window leaves the latest bucket on the card: monitoring that goes on is always shown,
 * with its age (C370).
 */
export const keepsBucket = (
  row: Omit<MonitoredCard<{ readonly bucketEndAt: string }>, 'latestCheckup'>,
  hours: number | undefined,
  nowMs: number,
): boolean =>
  row.latestContinuousMonitoring === null ||
  sessionState(row.continuousMonitoringSession) === 'active' ||
  isInWindow(row.latestContinuousMonitoring.bucketEndAt, hours, nowMs)

/**
 * A row as a board of these hours shows it at `nowMs` (epoch milliseconds): a check-up that ended
 * before the window is not on the card, and so neither in its order; nor is what was monitored
 * before it and no longer is, which would else come back in its place. A row comes to a device
 * whole, and the window is a choice of the screen.
 */
export const inWindow = <Row extends VirtualWardPatient>(
  row: Row,
  hours: number | undefined,
  nowMs: number,
): Row => {
  if (row.latestCheckup !== null && isInWindow(row.latestCheckup.endedAt, hours, nowMs)) return row
  if (!keepsBucket(row, hours, nowMs))
    return hidden(withoutBoth, row, { latestCheckup: null, latestContinuousMonitoring: null })
  return row.latestCheckup === null ? row : hidden(withoutCheckup, row, { latestCheckup: null })
}

/** What of a query decides who is found and in which order. */
export type Found = Omit<VirtualWardQuery, 'take' | 'skip'>

/**
 * All patients that a virtual-ward query finds at `nowMs`, in its order and not yet paged: the same
 * answer on the server and offline.
 */
export const orderPatients = <Row extends VirtualWardPatient>(
  rows: readonly Row[],
  query: Found,
  nowMs: number,
): readonly Row[] =>
  rows
    .filter((row) => matchesQuery(row, query))
    .map((row) => inWindow(row, query.withCheckupsInLastHours, nowMs))
    .filter((row) => query.onlyOverdue !== true || isOverdue(row, nowMs))
    .map(keyed(query.sort, nowMs))
    .toSorted(byValues(query.sort))
    .map(({ row }) => row)
