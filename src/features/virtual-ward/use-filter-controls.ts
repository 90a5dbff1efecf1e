import { useState } from 'react'
import { useOffline, useSession } from '../../engine/react'
import type { Principal } from '../../domain/access/principal'
import type { BoardFilter } from '../../domain/virtual-ward/preferences'
import type { FilterControls } from './parts/Toolbar'
import { usePrunedFilter } from './use-preferences'
import { isFailure } from './virtual-ward.view'

/**
 * Search and filter of the board. The searched text is not kept (C636).
 * @param kept the filter that this browser keeps
 * @param keep keeps another one
 * @param onChange other patients are looked for
 */
export const useFilterControls = (
  kept: BoardFilter,
  keep: (next: BoardFilter) => void,
  onChange: () => void,
  features: Principal['features'],
): { readonly controls: FilterControls; readonly clear: () => void } => {
  const { me } = useSession()
  const offline = useOffline()
  const { filter, values, problem, refresh } = usePrunedFilter(kept)
  const [search, setSearch] = useState('')
  const onSearch = (text: string): void => {
    setSearch(text)
    onChange()
  }
  const onFilter = (next: BoardFilter): void => {
    keep(next)
    onChange()
  }
  return {
    controls: {
      search,
      onSearch,
      filter,
      onFilter,
      names: values,
      problem: isFailure(problem, offline) ? problem : null,
      onRetry: () => void refresh(),
      features,
      isPractice: me?.actingOrganization.type === 'practice',
    },
    clear: () => {
      onFilter({ ...filter, wardIds: [], neighborIds: [], onlyOverdue: false })
      setSearch('')
    },
  }
}
