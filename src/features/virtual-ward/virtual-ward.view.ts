import type { Feature } from '../../domain/access/permissions'
import type { NamedReference } from '../../domain/organization/organization'
import { isNumberSearch } from '../../domain/virtual-ward/filter'
import {
  defaultHistoryHours,
  hoursOf,
  sortTerms,
  type HistoryWindow,
  type pageSizes,
  type refreshSeconds,
  type SortFacet,
} from '../../domain/virtual-ward/options'
import type { BoardFilter } from '../../domain/virtual-ward/preferences'
import type { SortTerm, VirtualWardQuery } from '../../domain/virtual-ward/virtual-ward'
import type { Problem } from '../../domain/problem'
import type { BoardTexts } from '../../texts/board'
import type { VirtualWardTexts } from '../../texts/virtual-ward'

export type PageSize = (typeof pageSizes)[number]
/** Seconds between automatic refreshes; 0 is off (C383). */
export type RefreshSeconds = (typeof refreshSeconds)[number] | 0

/** Milliseconds of rest after the last key before a search is applied (C626). */
export const searchDebounceMs = 500

export const sortOf = (
  facets: readonly SortFacet[],
  features: ReadonlySet<Feature>,
): readonly SortTerm[] => sortTerms(facets, features)

/**
 * The query of one page, from 1. All wards: none is named, and the server shows only the user's.
 */
export const queryOf = (
  page: number,
  pageSize: PageSize,
  search: string,
  filter: BoardFilter,
  sort: readonly SortTerm[],
): VirtualWardQuery => {
  const hours = hoursOf(filter.history)
  return {
    take: pageSize,
    skip: (page - 1) * pageSize,
    ...(filter.onlyOverdue ? { onlyOverdue: true } : {}),
    sort,
    ...(hours === undefined ? {} : { withCheckupsInLastHours: hours }),
    ...(filter.wardIds === 'all' || filter.wardIds.length === 0 ? {} : { wardIds: filter.wardIds }),
    ...(filter.neighborIds.length === 0 ? {} : { neighborIds: filter.neighborIds }),
    ...(search === '' ? {} : { nameOrNhsNumber: search }),
  }
}

/** What the watch list asks for; `hours`: the check-up history window, undefined: all. */
export const watchedQueryOf = (
  hours: number | undefined,
): Pick<VirtualWardQuery, 'withCheckupsInLastHours'> =>
  hours === undefined ? {} : { withCheckupsInLastHours: hours }

/** Cards that are drawn as skeletons while nothing is known (C186). */
export const skeletonCount = (pageSize: PageSize): number => Math.min(10, pageSize)

/** Pages that `total` patients take; at least one. */
export const pageCount = (total: number, pageSize: PageSize): number =>
  Math.max(1, Math.ceil(total / pageSize))

/** The label of the chip of a name or number search (C190), in the edition's words. */
export const chipLabel = (search: string, texts: VirtualWardTexts): string =>
  isNumberSearch(search) ? texts.search.chip.identifier : texts.search.chip.name

const directionKinds: Readonly<
  Partial<Record<SortTerm['field'], keyof VirtualWardTexts['inWords']['direction']>>
> = { clinicalUrgency: 'urgency', lastName: 'name', latestVitals: 'time' }

/** A direction in words: of numbers, names, times and urgency their own. */
export const directionWords = (
  { field, direction }: Pick<SortTerm, 'field' | 'direction'>,
  words: VirtualWardTexts['inWords'],
): string => words.direction[directionKinds[field] ?? 'number'][direction]

/** The order as text, so that everyone sees why a patient comes first. */
export const sortWords = (sort: readonly SortTerm[], texts: VirtualWardTexts): string => {
  const words = texts.inWords
  return words.sortedBy(
    sort.map((term) => `${words.field[term.field]} (${directionWords(term, words)})`),
  )
}

/** What the board can be filtered by, as it is named. */
export interface FilterNames {
  readonly wards: readonly NamedReference[]
  readonly neighbors: readonly NamedReference[]
}

const namesOf = (
  ids: readonly string[],
  known: readonly NamedReference[] | undefined,
  unknown: string,
): readonly string[] => ids.map((id) => known?.find((one) => one.id === id)?.name ?? unknown)

export const historyWords = (history: HistoryWindow, words: BoardTexts): string =>
  history === 'all' ? words.filter.all : words.filter.hours(history)

/** The filter in words; "everybody" is said too. */
export const filterWords = (
  search: string,
  filter: BoardFilter,
  names: FilterNames | null,
  texts: VirtualWardTexts,
  words: BoardTexts,
): string => {
  const t = words.inWords
  const wards =
    filter.wardIds === 'all' ? [] : namesOf(filter.wardIds, names?.wards, words.chip.unknownWard)
  const homes = namesOf(filter.neighborIds, names?.neighbors, words.chip.unknownWard)
  const parts = [
    ...(wards.length === 0 ? [] : [t.onWards(wards)]),
    ...(homes.length === 0 ? [] : [t.of(homes)]),
    ...(filter.onlyOverdue ? [t.overdue] : []),
    ...(search === '' ? [] : [isNumberSearch(search) ? t.numbered(search) : t.named(search)]),
  ]
  const who = parts.length === 0 ? texts.inWords.everybody : t.patients(parts)
  return `${who} ${filter.history === 'all' ? t.allHistory : t.history(filter.history)}`
}

export interface ActiveFilter {
  readonly key: string
  readonly label: string
  readonly text: string
  readonly without: BoardFilter
}

/** The active filters as chips (C184), without the searched text and all wards. */
export const activeFilters = (
  filter: BoardFilter,
  names: FilterNames | null,
  words: BoardTexts,
): readonly ActiveFilter[] => {
  const t = words.chip
  const { wardIds, neighborIds } = filter
  return [
    ...(filter.history === defaultHistoryHours
      ? []
      : [
          {
            key: 'history',
            label: t.history,
            text: historyWords(filter.history, words),
            without: { ...filter, history: defaultHistoryHours },
          },
        ]),
    ...(wardIds === 'all'
      ? []
      : wardIds.map((id) => ({
          key: `ward ${id}`,
          label: t.ward,
          text: namesOf([id], names?.wards, t.unknownWard).join(''),
          without: { ...filter, wardIds: wardIds.filter((one) => one !== id) },
        }))),
    ...(filter.onlyOverdue
      ? [
          {
            key: 'overdue',
            label: t.observation,
            text: t.overdue,
            without: { ...filter, onlyOverdue: false },
          },
        ]
      : []),
    ...neighborIds.map((id) => ({
      key: `neighbour ${id}`,
      label: t.neighbour,
      text: namesOf([id], names?.neighbors, t.unknownWard).join(''),
      without: { ...filter, neighborIds: neighborIds.filter((one) => one !== id) },
    })),
  ]
}

/** True when a filter hides patients; the history window hides none. */
export const hidesPatients = (search: string, filter: BoardFilter): boolean =>
  search !== '' ||
  (filter.wardIds !== 'all' && filter.wardIds.length > 0) ||
  filter.neighborIds.length > 0 ||
  filter.onlyOverdue

/** True when a fetch failed while online. Offline nothing failed. */
export const isFailure = (problem: Problem | null, offline: boolean): boolean =>
  problem !== null &&
  problem.kind !== 'network' &&
  !(offline && (problem.kind === 'timeout' || problem.kind === 'no-token'))

/** The share of the refresh interval that has passed, 0 to 1; 0 before the first refresh. */
export const refreshProgress = (
  lastAt: number | null,
  everySeconds: number,
  nowMs: number,
): number =>
  lastAt === null || everySeconds === 0
    ? 0
    : Math.min(1, Math.max(0, (nowMs - lastAt) / (everySeconds * 1000)))

/** Whole seconds until the next automatic refresh, within the interval whatever the clocks say. */
export const secondsToRefresh = (
  lastAt: number | null,
  everySeconds: number,
  nowMs: number,
): number =>
  Math.min(
    everySeconds,
    Math.max(0, Math.ceil(((lastAt ?? nowMs) + everySeconds * 1000 - nowMs) / 1000)),
  )

/**
 * The whole ward of this device, whatever the board is filtered by. Of a ward that is not saved yet the
 * server tells fewer: those with most alerts.
 */
export const wholeByAlerts = {
  take: 10_000,
  skip: 0,
  sort: [{ field: 'alertCount', direction: 'DESC' }],
} as const
