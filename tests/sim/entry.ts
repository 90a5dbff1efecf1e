// What runs inside a simulated tab: the production data floor, bundled once and evaluated anew for
// every tab.
export { createRuntime } from '../../src/data/runtime'
export { recordObservations } from '../../src/data/checkup'
export { recordContact } from '../../src/data/contact'
export { requestRepeat } from '../../src/data/repeat'
export { addTask } from '../../src/data/task'
export { writeHandover } from '../../src/data/handover'
export { addPatientNote, patientNotes } from '../../src/data/note'
export {
  addToWatchList,
  patientRecord,
  removeFromWatchList,
  setPatientAcuityScore,
  updateExpectedDischargeDate,
  updatePatientContactDetails,
} from '../../src/data/patient'
export { problem, ProblemError } from '../../src/domain/problem'
