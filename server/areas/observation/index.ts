export { findPatientContext, type PatientContext } from './patient-context'
export { scoreObserved, storeObserved, type Observed } from './store'
export { observationOperations } from './sync'
