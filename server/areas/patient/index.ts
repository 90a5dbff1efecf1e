export { admissionEvents, readPatient } from './repository'
export { activeAdmissions, acuityById, isWatchedBy, similarNames } from './rows'
export { patientOperations, syncedPatient } from './sync'
