import { useOffline, useResource } from '../../engine/react'
import { virtualWard } from '../../data/virtual-ward'
import type { BoardFilter } from '../../domain/virtual-ward/preferences'
import type { SortTerm } from '../../domain/virtual-ward/virtual-ward'
import { virtualWardTexts } from '../../texts/virtual-ward'
import { useEdition } from '../../ui/edition'
import { useAutomaticRefresh } from './use-automatic-refresh'
import { useFailureToast } from './use-failure-toast'
import { usePage } from './use-page'
import { isFailure, queryOf, type PageSize } from './virtual-ward.view'

/** Which patients of the board are shown, and in which order. */
export interface BoardQuestion {
  /** From 1. */
  readonly page: number
  readonly pageSize: PageSize
  readonly search: string
  readonly filter: BoardFilter
  readonly sort: readonly SortTerm[]
}

/** More than any board has. */
const most = 10_000

/** All pages of the board, of this device: the server is not asked. */
export const useWholeBoard = ({ search, filter, sort }: BoardQuestion) =>
  useResource(
    virtualWard,
    { ...queryOf(1, 50, search, filter, sort), take: most },
    { enabled: false },
  )

/**
 * A page of the board, refreshed automatically.
 * @param everyMs milliseconds between refreshes; 0: never
 */
export const useBoard = (
  { page, pageSize, search, filter, sort }: BoardQuestion,
  everyMs: number,
) => {
  const t = virtualWardTexts(useEdition())
  const reading = useResource(virtualWard, queryOf(page, pageSize, search, filter, sort))
  const { rows, total } = usePage(reading, page, pageSize, filter.onlyOverdue)
  const offline = useOffline()
  const { freshness } = reading
  // Pokes and pulls also update the rows; they are no refresh of the board.
  useAutomaticRefresh(everyMs, freshness.refreshedAt, reading.refresh)
  // Without a connection the header and the list say so. A failure is a server that answered with
  // an error, or a board of which nothing is held.
  const problem =
    isFailure(reading.problem, offline) || (freshness.asOf === null && reading.rows.length === 0)
      ? reading.problem
      : null
  useFailureToast(problem, t.failedToast)
  return {
    reading: { ...reading, rows, total, problem },
    offline,
    /** This device found and sorted the rows. Before the first answer nobody did. */
    isArrangedHere:
      reading.arrangedBy === 'device' &&
      reading.ready &&
      (freshness.asOf !== null || rows.length > 0),
  }
}
