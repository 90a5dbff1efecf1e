export { notesBetween } from './repository'
export { noteOperations, syncedNotes } from './sync'
