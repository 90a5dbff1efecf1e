import { useCallback, useMemo, useState } from 'react'
import type { TableQuery } from './table-view'

/** A table's query and the way to change it. */
export interface TableControl {
  readonly query: TableQuery
  /** Another search, order or page size begins at the first page. */
  readonly change: (part: Partial<TableQuery>) => void
}

const first: TableQuery = { search: '', sort: null, skip: 0, take: 20 }

/** The query of a table whose pages come from the server: it is the input of the call. */
export const useTableQuery = (start: Partial<TableQuery> = {}): TableControl => {
  const [query, setQuery] = useState<TableQuery>({ ...first, ...start })
  const change = useCallback(
    (part: Partial<TableQuery>) => setQuery((before) => ({ ...before, skip: 0, ...part })),
    [],
  )
  return useMemo(() => ({ query, change }), [query, change])
}
