import { subjectScope } from '../../domain/sync/scopes'
import { patientNoteSchema, type PatientNote } from '../../domain/note/note'
import { defineScoped, type Shown } from '../../engine/define'

export interface PatientNotesParams {
  readonly patientId: string
  /** ISO 8601: the page of earlier ones. Screens use `older` of the reading. */
  readonly before?: string
}

/** By when it was written; two of one millisecond are ordered by id. */
const newestFirst = (a: PatientNote, b: PatientNote): number =>
  Date.parse(b.capturedAt) - Date.parse(a.capturedAt) || (a.id < b.id ? 1 : -1)

/** Notes of a patient, newest first, waiting and refused ones among them. */
export const patientNotes = defineScoped({
  name: 'patientNotes',
  table: 'note',
  row: (value) => patientNoteSchema.parse(value),
  index: (row) => ({ subjectId: row.patientId, at: Date.parse(row.capturedAt) }),
  select: ({ patientId }) => ({ by: 'subject', subjectId: patientId }),
  entity: 'PatientNote',
  scope: ({ patientId }: PatientNotesParams) => subjectScope(patientId),
  before: ({ before }) => before,
  arrange: (rows: readonly Shown<PatientNote>[], _params, { pulled }) => ({
    rows: rows.toSorted(newestFirst),
    total: pulled?.isWhole === true ? rows.length : null,
    arrangedBy: 'server' as const,
  }),
  staleAfterMs: 60_000,
  olderParams: ({ patientId }, rows: readonly Shown<PatientNote>[], total) => {
    const known = rows.filter((row) => row.waiting === undefined)
    const oldest = known.toSorted(newestFirst).at(-1)
    return oldest === undefined || (total !== null && rows.length >= total)
      ? null
      : { patientId, before: oldest.capturedAt }
  },
})
