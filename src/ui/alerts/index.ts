import { lazy } from 'react'

export type { AlertActResult, AlertActs, AlertPatient, LoadAlerts } from './act'
export { AlertChips, type AlertChipsProps } from './AlertChips'

/** The dialog of a patient's alerts; comes when it is opened. */
export const AlertsDialog = lazy(() =>
  import('./AlertsDialog').then((module) => ({ default: module.AlertsDialog })),
)
