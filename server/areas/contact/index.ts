export { contactsOf } from './read'
export { contactOperations } from './sync'
