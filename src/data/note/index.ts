export { addPatientNote, type AddPatientNoteInput } from './note.command'
export { patientNotes, type PatientNotesParams } from './note.resource'
