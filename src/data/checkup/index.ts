export {
  checkupDetail,
  patientCheckups,
  type CheckupDetailParams,
  type PatientCheckupsParams,
} from './checkup.resource'
