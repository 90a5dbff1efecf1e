export { isOwnPathway, readAdmitted } from './admit'
export { instantOf } from './instant'
export { takeCounters } from './registered'
export { admissionOperations } from './sync'
