import type { ReactNode } from 'react'
import type { Action } from '../../domain/access/may'

/** One column, as data. */
export interface Column<Row> {
  readonly id: string
  readonly heading: string
  /** What is shown; null, undefined and empty text show as a dash. */
  readonly cell: (row: Row) => ReactNode
  /** Of a table that the server sorts: it can sort by this column. */
  readonly sortable?: boolean
  /** Of a table that sorts by itself: what it sorts by; null comes last. */
  readonly sortBy?: (row: Row) => string | number | null
  /** Names the row: it holds the link, and stays in place when the table scrolls sideways. */
  readonly rowHeader?: boolean
  /** Its least width; a longer heading is then on several lines. */
  readonly width?: string
  readonly align?: 'start' | 'end'
  /** False: left out, for example without the feature. */
  readonly shown?: boolean
}

/** Something that can be done with a row. Who may not do it, does not see it. */
export interface RowAction {
  readonly label: string
  readonly onSelect: () => void
  /** Why it cannot be done now; it is then shown, with the reason. */
  readonly disabled?: string | null
  readonly action?: Action
  readonly danger?: boolean
}

export interface Sort {
  readonly column: string
  readonly descending: boolean
}

export interface TableQuery {
  readonly search: string
  readonly sort: Sort | null
  readonly skip: number
  readonly take: number
}

/** A page of a longer list, as the server answers it. */
export interface ListPage<Row> {
  readonly rows: readonly Row[]
  /** How many rows match in all. */
  readonly total: number
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const folded = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** True when every word of the search is in the text, whatever case and accents. */
const matches = (text: string, search: string): boolean => {
  const within = folded(text)
  return folded(search)
    .split(/\s+/)
    .every((word) => within.includes(word))
}

/** Rows in the order of a column; rows without a value last in either direction. */
const sorted = <Row>(
  rows: readonly Row[],
  by: (row: Row) => string | number | null,
  descending: boolean,
): readonly Row[] => {
  const sign = descending ? -1 : 1
  return rows
    .map((row) => ({ row, value: by(row) }))
    .toSorted((a, b) => {
      if (a.value === null || b.value === null)
        return Number(a.value === null) - Number(b.value === null)
      return typeof a.value === 'number' && typeof b.value === 'number'
        ? sign * (a.value - b.value)
        : sign * collator.compare(String(a.value), String(b.value))
    })
    .map(({ row }) => row)
}

/** The page of all rows that a query asks for; of a page that is past the end, the last one. */
export const pageOf = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  query: TableQuery,
  textOf: ((row: Row) => string) | undefined,
): ListPage<Row> & { readonly skip: number } => {
  const { search, sort, take } = query
  const found =
    search.trim() === '' || textOf === undefined
      ? rows
      : rows.filter((row) => matches(textOf(row), search.trim()))
  const by = columns.find(({ id }) => id === sort?.column)?.sortBy
  const ordered = by === undefined || sort === null ? found : sorted(found, by, sort.descending)
  const skip = lastSkip(query.skip, take, ordered.length)
  return { rows: ordered.slice(skip, skip + take), total: ordered.length, skip }
}

/** Where the page begins that holds this row, or the last page where there are fewer rows. */
export const lastSkip = (skip: number, take: number, total: number): number =>
  Math.min(skip, Math.max(0, Math.floor((total - 1) / take) * take))
