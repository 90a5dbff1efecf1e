export { checkupNotes } from './checkup-notes.call'
export { generatePatientNote } from './generated.command'
export { addPatientNote, type AddPatientNoteInput } from './note.command'
export { patientNotes, type PatientNotesParams } from './note.resource'
