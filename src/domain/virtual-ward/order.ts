import { acuitySeverity } from '../patient/acuity'
import { foldName, matchesQuery } from './filter'
import type { SortField, SortTerm, VirtualWardPatient, VirtualWardQuery } from './virtual-ward'

/** What a patient sorts by; null stands last in either direction. */
type SortValue = string | number | null

/** The value behind each facet. Alerts are not part of a card yet: all patients are alike in them. The highest acuity is the most severe. */
const valueOf: Readonly<Record<SortField, (patient: VirtualWardPatient) => SortValue>> = {
  acuityScore: (patient) => (patient.latestAcuityScore === null ? null : acuitySeverity(patient.latestAcuityScore.score)),
  alertCount: () => null,
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

/** All patients that a virtual-ward query finds, in its order and not yet paged: the same answer on the server and offline. */
export const orderPatients = <Row extends VirtualWardPatient>(
  rows: readonly Row[], query: Pick<VirtualWardQuery, 'wardIds' | 'neighborIds' | 'nameOrNhsNumber' | 'sort'>,
): readonly Row[] => rows.filter((row) => matchesQuery(row, query)).toSorted(comparePatients(query.sort))
