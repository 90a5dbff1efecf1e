import { z } from 'zod'
import { CheckupNotesDocument } from '../../../schema/generated/documents/note'
import { checkupNoteSchema, type CheckupNote } from '../../domain/note/note'
import { defineCall } from '../../engine/define'

/** What staff wrote about a check-up, newest first. Not kept: the notes of the record are. */
export const checkupNotes = defineCall({
  name: 'checkupNotes',
  document: CheckupNotesDocument,
  variables: ({ checkupId }: { readonly checkupId: string }) => ({ checkupId }),
  wire: (answer): readonly CheckupNote[] =>
    z.object({ checkupNotes: z.array(checkupNoteSchema) }).parse(answer).checkupNotes,
})
