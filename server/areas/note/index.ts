export { noteOperations, syncedNotes } from './sync'
