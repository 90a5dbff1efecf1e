export { notesBetween } from './repository'
export { notesOfStay } from './of-stay'
export { noteOperations, syncedNotes } from './sync'
