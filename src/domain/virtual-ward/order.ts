import { shownOpen } from '../alerts/alert'
import { acuitySeverity } from '../patient/acuity'
import { shownBucket, type MonitoredRow } from '../monitoring/card-choice'
import { sessionState } from '../monitoring/session'
import { isOverdue, orderingTotal, shownEndedAt } from './due'
import { foldName } from '../identity'
import { matchesQuery } from './filter'
import { isInWindow } from './options'
import { urgencyOf } from './urgency'
import type { SortField, SortTerm, VirtualWardPatient, VirtualWardQuery } from './virtual-ward'

/** What a patient sorts by; null is last in either direction. */
type SortValue = string | number | null

/** A patient whom a facet looks at, and the facets before it. */
interface Looked {
  readonly patient: VirtualWardPatient
  readonly nowMs: number
  readonly before: readonly SortTerm[]
}

/**
 * How many alerts are open. Null where clinical urgency comes first and the score alone is urgent:
 * resolving an alert then lowers nobody (decisions.md, T1).
 */
const countedAlerts = ({ patient, nowMs, before }: Looked): number | null =>
  before.some(({ field }) => field === 'clinicalUrgency') && urgencyOf(patient, nowMs).isByScore
    ? null
    : shownOpen(patient.alerts).length

/** What each facet compares, one after the other. */
const valuesOf: Readonly<Record<SortField, (looked: Looked) => readonly SortValue[]>> = {
  acuityScore: ({ patient: { latestAcuityScore: acuity } }) => [
    acuity === null ? null : acuitySeverity(acuity.score),
  ],
  alertCount: (looked) => [countedAlerts(looked)],
  clinicalUrgency: ({ patient, nowMs }) => {
    const { band, total, isHeld } = urgencyOf(patient, nowMs)
    return [-band, total, isHeld ? 0 : 1]
  },
  ewsScore: ({ patient, nowMs }) => [orderingTotal(patient, nowMs)],
  lastName: ({ patient }) => [foldName(patient.lastName)],
  latestVitals: ({ patient }) => {
    const endedAt = shownEndedAt(patient)
    return [endedAt === null ? null : Date.parse(endedAt)]
  },
}

/** Texts by code unit, so that devices and server agree whatever their language. */
const ascending = (a: string | number, b: string | number): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}

interface Compared {
  readonly value: SortValue
  readonly direction: SortTerm['direction']
}
interface Keyed<Row> {
  readonly row: Row
  readonly compared: readonly Compared[]
}

/** What a row compares at `nowMs`, worked out once: a sort compares a row many times. */
const keyed =
  (sort: readonly SortTerm[], nowMs: number) =>
  <Row extends VirtualWardPatient>(row: Row): Keyed<Row> => ({
    row,
    compared: sort.flatMap(({ field, direction }, at) =>
      valuesOf[field]({ patient: row, nowMs, before: sort.slice(0, at) }).map((value) => ({
        value,
        direction,
      })),
    ),
  })

/** Compares by the facets, then by id, so that no page shows a patient twice. */
const byFacets = (a: Keyed<VirtualWardPatient>, b: Keyed<VirtualWardPatient>): number => {
  for (const [at, { value: mine, direction }] of a.compared.entries()) {
    const theirs = b.compared[at]?.value ?? null
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

const noCheckup = { latestCheckup: null, earlierCheckups: [] }
/** What a window that leaves monitoring out shows of it. */
export const noBucket = { latestContinuousMonitoring: null, earlierContinuousMonitoring: [] }

/** The same object for the same row, so that its card is not drawn again. */
const withoutCheckup = new WeakMap<VirtualWardPatient, VirtualWardPatient>()
const withoutBucket = new WeakMap<VirtualWardPatient, VirtualWardPatient>()
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

/** Whether the window keeps the buckets, by the newest that is shown: running monitoring is always shown (C370). */
export const keepsBucket = (
  row: MonitoredRow,
  hours: number | undefined,
  nowMs: number,
): boolean => {
  const shown = shownBucket(row) ?? row.latestContinuousMonitoring
  return (
    shown === null ||
    sessionState(row.continuousMonitoringSession) === 'active' ||
    isInWindow(shown.bucketEndAt, hours, nowMs)
  )
}

/**
 * A row as a board of these hours shows it at `nowMs` (epoch ms). An older check-up is neither on
 * the card nor in its order; nor is ended monitoring from before it.
 */
export const inWindow = <Row extends VirtualWardPatient>(
  row: Row,
  hours: number | undefined,
  nowMs: number,
): Row => {
  const keepsCheckup =
    row.latestCheckup === null || isInWindow(row.latestCheckup.endedAt, hours, nowMs)
  if (keepsBucket(row, hours, nowMs))
    return keepsCheckup ? row : hidden(withoutCheckup, row, noCheckup)
  return keepsCheckup && row.latestCheckup !== null
    ? hidden(withoutBucket, row, noBucket)
    : hidden(withoutBoth, row, { ...noCheckup, ...noBucket })
}

/** What of a query decides who is found and in which order. */
export type Found = Omit<VirtualWardQuery, 'take' | 'skip'>

/** All patients of a query at `nowMs`, in order, before paging: the same on server and offline. */
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
    .toSorted(byFacets)
    .map(({ row }) => row)
