import { lazy } from 'react'

export { calledWords } from './called-words'
export type { AlertActResult, AlertActs, AlertPatient, LoadAlerts } from './act'
export { acknowledgeAll, notDoneWords, type NotDone } from './acknowledge-all'
export {
  alertMarks,
  alertName,
  alertTotal,
  ecgEventOf,
  lateWords,
  missedWords,
  newerWords,
  personName,
  sinceWords,
} from './alert-words'
export { alertWithHolder, handlingWords, shortHandling } from './handling-words'
export { namedValue, valueWords } from './value-words'
export { AlertChips, type AlertChipsProps } from './AlertChips'

export const AlertsDialog = lazy(() =>
  import('./AlertsDialog').then((module) => ({ default: module.AlertsDialog })),
)
