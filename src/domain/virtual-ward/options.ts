import type { Feature } from '../access/permissions'
import type { SortTerm } from './virtual-ward'

/** Page sizes of the virtual ward (C623). */
export const pageSizes = [5, 10, 25, 50] as const
export const defaultPageSize = 10

/** Automatic refresh, in seconds (C624); 0 is off (C383). */
export const refreshSeconds = [30, 300, 600, 900, 1800] as const
export const defaultRefreshSeconds = 300

/** Check-up history windows in hours (C625): 4 h, 24 h, 3 d, 7 d, 30 d. */
export const historyHours = [4, 24, 72, 168, 720] as const
export const defaultHistoryHours: (typeof historyHours)[number] = 72
/** A window in hours, or all history. */
export type HistoryWindow = (typeof historyHours)[number] | 'all'

/** A stored or linked history window; what is not one of the options is the default (C456). */
export const historyWindowOf = (value: unknown): HistoryWindow =>
  value === 'all' ? 'all' : (historyHours.find((hours) => hours === value) ?? defaultHistoryHours)

/** The window as a query asks for it: hours, or undefined for all history. */
export const hoursOf = (history: HistoryWindow): number | undefined =>
  history === 'all' ? undefined : history

/** True when a check-up ended in the last `hours` at `nowMs` (epoch ms); undefined: all history. */
export const isInWindow = (endedAt: string, hours: number | undefined, nowMs: number): boolean =>
  hours === undefined || Date.parse(endedAt) >= nowMs - hours * 3_600_000

/** One facet of the sort editor. */
export interface SortFacet extends SortTerm {
  readonly enabled: boolean
  readonly readOnly?: true
  readonly feature?: Feature
}

/**
 * The default order: clinical urgency (decisions.md, T1), then that of C630. Acuity only with its
 * flag (C631); latest vitals always stay (C199).
 */
export const defaultSort: readonly SortFacet[] = [
  { field: 'clinicalUrgency', direction: 'DESC', enabled: true },
  { field: 'alertCount', direction: 'DESC', enabled: true },
  { field: 'ewsScore', direction: 'DESC', enabled: true },
  { field: 'acuityScore', direction: 'DESC', enabled: false, feature: 'patientAcuityScore' },
  { field: 'lastName', direction: 'ASC', enabled: false },
  { field: 'latestVitals', direction: 'DESC', enabled: true, readOnly: true },
]

/** The terms that a list of facets asks the server for, under these flags. */
export const sortTerms = (
  facets: readonly SortFacet[],
  features: ReadonlySet<Feature>,
): readonly SortTerm[] =>
  facets
    .filter(
      (facet) =>
        (facet.enabled || facet.readOnly === true) &&
        (facet.feature === undefined || features.has(facet.feature)),
    )
    .map(({ field, direction }) => ({ field, direction }))

/** The order of whatever lists a ward and has no order of its own: wall, handover, alerts. */
export const defaultOrder: readonly SortTerm[] = sortTerms(defaultSort, new Set())

/** Card grids with the window width in CSS pixels that each needs (C200 to C203; md, lg, xl). */
export const grids = [
  { id: 'list', leastWidth: 0 },
  { id: 'twoColumn', leastWidth: 992 },
  { id: 'threeColumn', leastWidth: 1200 },
  { id: 'fourColumn', leastWidth: 1408 },
] as const
export type Grid = (typeof grids)[number]['id']

/** Columns that a person can hide (C632); acuity needs its flag (C633). */
export const hideableColumnIds = [
  'latestCheckupInfo',
  'acuityScore',
  'levelOfConsciousness',
  'oxygenFlag',
] as const
export type HideableColumn = (typeof hideableColumnIds)[number]
export const hideableColumns: readonly {
  readonly id: HideableColumn
  readonly feature?: Feature
}[] = hideableColumnIds.map((id) =>
  id === 'acuityScore' ? { id, feature: 'patientAcuityScore' } : { id },
)
