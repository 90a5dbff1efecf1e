import { z } from 'zod'
import { GeneratePatientNoteDocument } from '../../../schema/generated/documents/note'
import { generatedNoteSchema } from '../../domain/note/generated'
import { defineCommand } from '../../engine/define'

/** Has the server make a note of the last 24 hours, for its author to change and add. Online only. */
export const generatePatientNote = defineCommand({
  name: 'generatePatientNote',
  document: GeneratePatientNoteDocument,
  input: z.object({ patientId: z.string().min(1) }),
  action: 'note.add',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ generatePatientNote: generatedNoteSchema }).parse(answer).generatePatientNote,
  }),
})
