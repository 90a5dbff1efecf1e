export { patientOfStay, type PatientOfStay } from './of-stay'
export { admissionEvents, readPatient, thresholdsInForce } from './repository'
export { activeAdmissions, acuityById, isWatchedBy, similarNames } from './rows'
export { patientOperations, syncedPatient } from './sync'
