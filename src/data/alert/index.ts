export { alertsAfterDischarge, patientAlerts, resolvedAlerts } from './alert.call'
export { acknowledgeAlert, setAlertStatus, snoozeAlert } from './alert.command'
