export { patientRecord, type PatientParams } from './patient.resource'
