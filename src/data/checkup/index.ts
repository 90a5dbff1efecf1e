export { checkupFiles, type CheckupFile } from './checkup-files.call'
export {
  checkupDetail,
  patientCheckups,
  type CheckupDetailParams,
  type PatientCheckupsParams,
} from './checkup.resource'
export { strikeOutCheckup } from './strike-out.command'
export { recordObservations, type RecordObservationsInput } from './observations.command'
