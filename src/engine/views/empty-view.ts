import type { Problem } from '../../domain/problem'
import { source, type Observable, type ViewState } from '../define'

/** Nothing was read yet. */
export const unread = <Entity>(): ViewState<Entity> => ({
  ready: false,
  rows: [],
  total: null,
  arrangedBy: 'server',
  asOf: null,
  checkedAt: null,
  problem: null,
})

/** What is shown while no store is open; with the problem when one could not be opened. */
export const emptyView = <Entity>(failure: Problem | null): Observable<ViewState<Entity>> =>
  source<ViewState<Entity>>({ ...unread<Entity>(), ready: failure !== null, problem: failure })
