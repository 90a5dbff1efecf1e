export { DataTable, type DataTableProps } from './DataTable'
export {
  ObservationTable,
  type ObservationCell,
  type ObservationColumn,
  type ObservationRow,
  type ObservationTableProps,
} from './ObservationTable'
export { Pager, type PagerProps } from './Pager'
export { RowButtons, RowMenu } from './RowActions'
export { useTableQuery, type TableControl } from './use-table-query'
export type { TableSelection } from './table-parts'
export type { Column, ListPage, RowAction, Sort, TableQuery } from './table-view'
