import { lazy } from 'react'

export type { AlertActResult, AlertActs, AlertPatient, LoadAlerts } from './act'
export {
  alertMarks,
  alertName,
  alertTotal,
  ecgEventOf,
  newerWords,
  personName,
  ruleWords,
  sinceWords,
} from './alert-words'
export { handlingWords } from './handling-words'
export { AlertChips, type AlertChipsProps } from './AlertChips'

export const AlertsDialog = lazy(() =>
  import('./AlertsDialog').then((module) => ({ default: module.AlertsDialog })),
)
