import type { To } from 'react-router-dom'
import type { Column, RowAction, Sort } from './table-view'

/** Which rows of the page are chosen, by key. */
export interface TableSelection {
  readonly selected: ReadonlySet<string>
  readonly onChange: (selected: ReadonlySet<string>) => void
}

/** What every row of a table has, whether it is drawn as a row or as a card. */
export interface RowParts<Row> {
  readonly rowKey: (row: Row) => string
  /** Names the row for its link, its menu and its checkbox. */
  readonly rowName: (row: Row) => string
  /** Where the whole row leads; null: nowhere. */
  readonly rowLink?: (row: Row) => To | null
  readonly menu?: (row: Row) => readonly RowAction[]
  readonly buttons?: (row: Row) => readonly RowAction[]
  readonly selection?: TableSelection
}

export interface RowsProps<Row> extends RowParts<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  /** Null: on their way; so many `bones` keep their place. */
  readonly rows: readonly Row[] | null
  readonly bones: number
  /** The bones are to be seen: it takes long. */
  readonly late: boolean
  readonly sort: Sort | null
  readonly isSortable: (column: Column<Row>) => boolean
  readonly onSort: (sort: Sort | null) => void
}

/** The column that names the row. */
export const rowHeaderOf = <Row>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find(({ rowHeader }) => rowHeader === true) ?? columns[0]

/** The selection with one row taken in or out. */
export const toggled = (selected: ReadonlySet<string>, key: string): ReadonlySet<string> => {
  const next = new Set(selected)
  if (!next.delete(key)) next.add(key)
  return next
}
