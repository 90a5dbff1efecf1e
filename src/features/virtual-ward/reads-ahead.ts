import { virtualWard, virtualWardFilter, watchList } from '../../data/virtual-ward'
import { may } from '../../domain/access/may'
import type { Principal } from '../../domain/access/principal'
import { hoursOf } from '../../domain/virtual-ward/options'
import type { AheadReading } from '../../ui/room'
import { storedBoardChoices } from './use-preferences'
import { queryOf, sortOf, watchedQueryOf } from './virtual-ward.view'

/** What the board reads first: its page, the watched, the filter's names. Nothing for wall and alerts. */
export const boardReadsAhead = (principal: Principal, search: string): readonly AheadReading[] => {
  if (!may(principal, 'virtual-ward.view') || new URLSearchParams(search).has('display')) return []
  const { pageSize, sort, filter } = storedBoardChoices(principal)
  return [
    {
      resource: virtualWard.name,
      params: queryOf(1, pageSize, '', filter, sortOf(sort, principal.features)),
    },
    { resource: watchList.name, params: watchedQueryOf(hoursOf(filter.history)) },
    { resource: virtualWardFilter.name, params: {} },
  ]
}
