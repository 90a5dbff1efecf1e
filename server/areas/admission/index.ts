export { isOwnPathway, readAdmitted } from './admit'
export { instantOf } from './instant'
export { admissionOperations } from './sync'
