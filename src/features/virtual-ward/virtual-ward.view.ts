import type { Feature } from '../../domain/access/permissions'
import { isNumberSearch } from '../../domain/virtual-ward/filter'
import { defaultHistoryHours, defaultSort, pageSizes, refreshSeconds, sortTerms } from '../../domain/virtual-ward/options'
import type { SortTerm, VirtualWardQuery } from '../../domain/virtual-ward/virtual-ward'
import type { Problem } from '../../domain/problem'
import type { Texts } from '../../texts'

export type PageSize = (typeof pageSizes)[number]
/** Seconds between automatic refreshes; 0 is off (C383). */
export type RefreshSeconds = (typeof refreshSeconds)[number] | 0

/** Milliseconds of rest after the last key before a search is applied (C626). */
export const searchDebounceMs = 500

/**
 * The default order under these flags. Open alerts are left out until cards have them: an order by what nobody can see
 * would be stated in words and mean nothing.
 */
export const sortOf = (features: ReadonlySet<Feature>): readonly SortTerm[] =>
  sortTerms(defaultSort, features).filter(({ field }) => field !== 'alertCount')

/** What one page of the ward asks for. `page` counts from 1. */
export const queryOf = (page: number, pageSize: PageSize, search: string, sort: readonly SortTerm[]): VirtualWardQuery => ({
  take: pageSize,
  skip: (page - 1) * pageSize,
  withCheckupsInLastHours: defaultHistoryHours,
  sort,
  ...(search === '' ? {} : { nameOrNhsNumber: search }),
})

/** Cards that are drawn as skeletons while nothing is known (C186). */
export const skeletonCount = (pageSize: PageSize): number => Math.min(10, pageSize)

/** Pages that `total` patients take; at least one. */
export const pageCount = (total: number, pageSize: PageSize): number => Math.max(1, Math.ceil(total / pageSize))

/** The label of the chip of a name or number search (C190), in the edition's words. */
export const chipLabel = (search: string, texts: Texts): string =>
  isNumberSearch(search) ? texts.virtualWard.search.chip.identifier : texts.virtualWard.search.chip.name

const directionWords = (term: SortTerm, words: Texts['virtualWard']['inWords']): string => {
  const kind = term.field === 'lastName' ? 'name' : term.field === 'latestVitals' ? 'time' : 'number'
  return words.direction[kind][term.direction]
}

/** The order in words, so that nobody has to guess why somebody stands first. */
export const sortWords = (sort: readonly SortTerm[], texts: Texts): string => {
  const words = texts.virtualWard.inWords
  return words.sortedBy(sort.map((term) => `${words.field[term.field]} (${directionWords(term, words)})`))
}

/** The filter in words; "everybody" is said too. */
export const filterWords = (search: string, texts: Texts): string => {
  const words = texts.virtualWard.inWords
  const who = search === '' ? words.everybody : isNumberSearch(search) ? words.numbered(search) : words.named(search)
  return `${who} ${words.history(defaultHistoryHours / 24)}`
}

/** True when a fetch failed that reached somebody; without a line nothing failed, and what is shown is still what is known. */
export const isFailure = (problem: Problem | null, offline: boolean): boolean =>
  problem !== null && problem.kind !== 'network' && !(offline && (problem.kind === 'timeout' || problem.kind === 'no-token'))

/** Part of the interval that has passed, 0 to 1: what the ring shows. Nothing has passed before the first refresh. */
export const refreshProgress = (lastAt: number | null, everySeconds: number, nowMs: number): number =>
  lastAt === null || everySeconds === 0 ? 0 : Math.min(1, Math.max(0, (nowMs - lastAt) / (everySeconds * 1000)))

/** Whole seconds until the next automatic refresh, within the interval whatever the clocks say. */
export const secondsToRefresh = (lastAt: number | null, everySeconds: number, nowMs: number): number =>
  Math.min(everySeconds, Math.max(0, Math.ceil(((lastAt ?? nowMs) + everySeconds * 1000 - nowMs) / 1000)))
