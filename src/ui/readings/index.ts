export {
  chartRows,
  chartValue,
  selectedActionText,
  totalCell,
  type ValueRowKey,
} from './chart.view'
