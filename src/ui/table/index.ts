export {
  ObservationTable,
  type ObservationCell,
  type ObservationColumn,
  type ObservationRow,
  type ObservationTableProps,
} from './ObservationTable'
export { Pager, type PagerProps } from './Pager'
