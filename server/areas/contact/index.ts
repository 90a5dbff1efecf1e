export { contactsOf, contactsOfStay } from './read'
export { contactOperations } from './sync'
