import { useMemo } from 'react'
import { useResource } from '../../data/hooks'
import { virtualWardFilter } from '../../data/virtual-ward'
import type { Feature } from '../../domain/access/permissions'
import { defaultPageSize, defaultRefreshSeconds, pageSizes, refreshSeconds } from '../../domain/virtual-ward/options'
import { pruneFilter, readDisplay, readFilter, readSort } from '../../domain/virtual-ward/preferences'
import { oneOf, useStoredPreference } from './stored-preference'
import type { PageSize, RefreshSeconds } from './virtual-ward.view'

const readPageSize = oneOf<PageSize>(pageSizes, defaultPageSize)
const readEvery = oneOf<RefreshSeconds>([0, ...refreshSeconds], defaultRefreshSeconds)
const readFullWidth = oneOf([true, false], false)

/** Everything of the board that a person chose and this browser keeps (C635). The searched name is not among it (C636). */
export const usePreferences = (features: ReadonlySet<Feature>) => {
  const pageSize = useStoredPreference('virtual_ward_page_size', readPageSize)
  const every = useStoredPreference('virtual_ward_refresh_seconds', readEvery)
  const display = useStoredPreference('virtual_ward_display', readDisplay)
  const sort = useStoredPreference('virtual_ward_sort', readSort)
  const fullWidth = useStoredPreference('virtual_ward_full_width', readFullWidth)
  const filter = useStoredPreference('virtual_ward_filters', (kept) => readFilter(kept, features))
  return { pageSize, every, display, sort, fullWidth, filter }
}

/** The filter over what the user has, and what they have; null: not known. */
export const usePrunedFilter = (kept: ReturnType<typeof readFilter>) => {
  const reading = useResource(virtualWardFilter, {})
  const values = reading.rows[0] ?? null
  const filter = useMemo(() => pruneFilter(kept, values), [kept, values])
  return { filter, values, problem: values === null ? reading.problem : null, refresh: reading.refresh }
}
