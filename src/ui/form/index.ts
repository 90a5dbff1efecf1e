export { ErrorSummary, FaultLinks, type ErrorSummaryProps, type FieldFault } from './ErrorSummary'
export { PasswordField } from './PasswordField'
export { SearchBox, type SearchBoxProps } from './SearchBox'
export { useFaultFocus } from './use-fault-focus'
