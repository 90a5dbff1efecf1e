export { patientAlerts } from './alert.call'
export { acknowledgeAlert, setAlertStatus, snoozeAlert } from './alert.command'
