export {
  addToWatchList,
  createEwsThresholds,
  removeFromWatchList,
  setPatientAcuityScore,
  updateExpectedDischargeDate,
  updatePatientContactDetails,
} from './patient.command'
export { patientRecord, type PatientParams } from './patient.resource'
export { settleLeft, settlePatient } from './patient.wire'
export { provideScorer, useScorer } from './use-scorer'
