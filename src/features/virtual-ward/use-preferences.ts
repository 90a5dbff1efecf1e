import { useMemo } from 'react'
import { useResource } from '../../engine/react'
import { virtualWardFilter } from '../../data/virtual-ward'
import type { Principal } from '../../domain/access/principal'
import {
  defaultPageSize,
  defaultRefreshSeconds,
  pageSizes,
  refreshSeconds,
} from '../../domain/virtual-ward/options'
import {
  filterOwner,
  pruneFilter,
  readDisplay,
  readFilter,
  readSort,
  type BoardFilter,
} from '../../domain/virtual-ward/preferences'
import { oneOf, stored, useStoredPreference } from './stored-preference'
import type { PageSize, RefreshSeconds } from './virtual-ward.view'

const keys = {
  pageSize: 'virtual_ward_page_size',
  sort: 'virtual_ward_sort',
  filter: 'virtual_ward_filters',
} as const
const readPageSize = oneOf<PageSize>(pageSizes, defaultPageSize)
const readEvery = oneOf<RefreshSeconds>([0, ...refreshSeconds], defaultRefreshSeconds)
const readFullWidth = oneOf([true, false], false)

/** All choices for the board that this browser keeps (C635), without the searched name (C636). */
export const usePreferences = (features: Principal['features'], owner: string) => {
  const pageSize = useStoredPreference(keys.pageSize, readPageSize)
  const every = useStoredPreference('virtual_ward_refresh_seconds', readEvery)
  const display = useStoredPreference('virtual_ward_display', readDisplay)
  const sort = useStoredPreference(keys.sort, readSort)
  const fullWidth = useStoredPreference('virtual_ward_full_width', readFullWidth)
  const [filter, store] = useStoredPreference<BoardFilter>(keys.filter, (kept) =>
    readFilter(kept, features, owner),
  )
  const setFilter = (next: BoardFilter): void => {
    const owned = { ...next, of: owner }
    store(owned)
  }
  return { pageSize, every, display, sort, fullWidth, filter: [filter, setFilter] as const }
}

/** Of these choices those that decide which rows the board shows. */
export const storedBoardChoices = (principal: Principal) => ({
  pageSize: readPageSize(stored(keys.pageSize)),
  sort: readSort(stored(keys.sort)),
  filter: readFilter(stored(keys.filter), principal.features, filterOwner(principal)),
})

/** The filter over what the user has, and what they have; null: not known. */
export const usePrunedFilter = (kept: ReturnType<typeof readFilter>) => {
  const reading = useResource(virtualWardFilter, {})
  const values = reading.rows[0] ?? null
  const filter = useMemo(() => pruneFilter(kept, values), [kept, values])
  return {
    filter,
    values,
    problem: values === null ? reading.problem : null,
    refresh: reading.refresh,
  }
}
