import { shownOpen } from '../alerts/alert'
import { acuitySeverity } from '../patient/acuity'
import { foldName, matchesQuery } from './filter'
import { isInWindow } from './options'
import type { SortField, SortTerm, VirtualWardPatient, VirtualWardQuery } from './virtual-ward'

/** What a patient sorts by; null stands last in either direction. */
type SortValue = string | number | null

/** The value behind each facet: alerts by how many are open, not by how often each was raised. The highest acuity is the most severe. */
const valueOf: Readonly<Record<SortField, (patient: VirtualWardPatient) => SortValue>> = {
  acuityScore: (patient) => (patient.latestAcuityScore === null ? null : acuitySeverity(patient.latestAcuityScore.score)),
  alertCount: (patient) => shownOpen(patient.alerts).length,
  ewsScore: (patient) => patient.latestCheckup?.ewsScores?.totalScore ?? null,
  lastName: (patient) => foldName(patient.lastName),
  latestVitals: (patient) => (patient.latestCheckup === null ? null : Date.parse(patient.latestCheckup.endedAt)),
}

/** Numbers by size, texts by code unit, so that two devices and the server agree whatever their language. */
const ascending = (a: string | number, b: string | number): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}

const byTerm = (term: SortTerm, a: VirtualWardPatient, b: VirtualWardPatient): number => {
  const [mine, theirs] = [valueOf[term.field](a), valueOf[term.field](b)]
  if (mine === null || theirs === null) return Number(mine === null) - Number(theirs === null)
  return term.direction === 'ASC' ? ascending(mine, theirs) : ascending(theirs, mine)
}

/** Compares by the terms in order; equals stand by id, so that a page never shows a patient twice. */
export const comparePatients = (sort: readonly SortTerm[]) => (a: VirtualWardPatient, b: VirtualWardPatient): number => {
  for (const term of sort) {
    const order = byTerm(term, a, b)
    if (order !== 0) return order
  }
  return ascending(a.id, b.id)
}

/** The same object for the same row, so that a card whose check-up is hidden is not drawn anew for nothing. */
const withoutCheckup = new WeakMap<VirtualWardPatient, VirtualWardPatient>()

/**
 * A row as a board of these hours shows it at `nowMs` (epoch milliseconds): a check-up that ended before the window is not on the
 * card, and so neither in its order. A row comes to a device whole, and the window is a choice of the screen.
 */
export const inWindow = <Row extends VirtualWardPatient>(row: Row, hours: number | undefined, nowMs: number): Row => {
  if (row.latestCheckup === null || isInWindow(row.latestCheckup.endedAt, hours, nowMs)) return row
  const known = withoutCheckup.get(row)
  if (known !== undefined) return known as Row
  const hidden: Row = { ...row, latestCheckup: null }
  withoutCheckup.set(row, hidden)
  return hidden
}

/** What of a query decides who is found and in which order. */
export type Found = Omit<VirtualWardQuery, 'take' | 'skip'>

/** All patients that a virtual-ward query finds at `nowMs`, in its order and not yet paged: the same answer on the server and offline. */
export const orderPatients = <Row extends VirtualWardPatient>(rows: readonly Row[], query: Found, nowMs: number): readonly Row[] =>
  rows.filter((row) => matchesQuery(row, query)).map((row) => inWindow(row, query.withCheckupsInLastHours, nowMs)).toSorted(comparePatients(query.sort))
