export { Acuity, type AcuityInput, type AcuityProps } from './Acuity'
export { AcuityChip } from './AcuityChip'
export { DischargeChip } from './DischargeChip'
export {
  ExpectedDischarge,
  OpenedExpectedDischarge,
  type ExpectedDischargeInput,
  type ExpectedDischargeProps,
} from './ExpectedDischarge'
export { TasksChip } from './TasksChip'
export { Telephone } from './Telephone'
export {
  UnsentAcuity,
  UnsentContact,
  UnsentDischarge,
  UnsentObservations,
  UnsentRepeats,
  UnsentWatch,
} from './UnsentCare'
export { WatchButton, type WatchButtonProps } from './WatchButton'
