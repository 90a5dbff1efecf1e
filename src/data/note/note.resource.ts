import { subjectScope } from '../../domain/sync/scopes'
import { PatientNotesDocument } from '../../../schema/generated/documents/note'
import { patientNoteSchema, type PatientNote } from '../../domain/note/note'
import { defineResource, goneFromTimeline, type Shown } from '../../engine/define'
import { readNotes } from './note.wire'

export interface PatientNotesParams {
  readonly patientId: string
  /** ISO 8601: the page of earlier ones. Screens use `older` of the reading. */
  readonly before?: string
}

const take = 50
/** By when it was written; two of one millisecond are ordered by id. */
const newestFirst = (a: PatientNote, b: PatientNote): number =>
  Date.parse(b.capturedAt) - Date.parse(a.capturedAt) || (a.id < b.id ? 1 : -1)

/** Notes of a patient, newest first, waiting and refused ones among them. */
export const patientNotes = defineResource({
  name: 'patientNotes',
  table: 'note',
  document: PatientNotesDocument,
  variables: ({ patientId, before }: PatientNotesParams) => ({ patientId, take, before }),
  transport: { batch: true },
  wire: readNotes,
  row: (value) => patientNoteSchema.parse(value),
  index: (row) => ({ subjectId: row.patientId, at: Date.parse(row.capturedAt) }),
  select: ({ patientId }) => ({ by: 'subject', subjectId: patientId }),
  // Older pages than the scope has come to are asked for by name.
  pulled: {
    entity: 'PatientNote',
    scope: ({ patientId, before }) => (before === undefined ? subjectScope(patientId) : null),
  },
  arrange: (rows: readonly Shown<PatientNote>[], _params, { receipt, pulled }) => {
    const waiting = rows.filter((row) => row.waiting !== undefined).length
    return {
      rows: rows.toSorted(newestFirst),
      total:
        pulled?.isWhole === true
          ? rows.length
          : receipt?.total == null
            ? null
            : Math.max(receipt.total + waiting, rows.length),
      arrangedBy: 'server' as const,
    }
  },
  staleAfterMs: 60_000,
  gone: (kept, page, { before }) =>
    goneFromTimeline(kept, page, take, before === undefined ? null : Date.parse(before)),
  olderParams: ({ patientId }, rows: readonly Shown<PatientNote>[], total) => {
    const known = rows.filter((row) => row.waiting === undefined)
    const oldest = known.toSorted(newestFirst).at(-1)
    return oldest === undefined || (total !== null && rows.length >= total)
      ? null
      : { patientId, before: oldest.capturedAt }
  },
})
