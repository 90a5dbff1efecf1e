import { sql } from 'kysely'
import type { PatientNotePage } from '../../../schema/generated/resolvers'
import {
  patientNoteSchema,
  type CheckupNote,
  type PatientNote,
} from '../../../src/domain/note/note'
import type { NamedReference, Person } from '../../../src/domain/organization/organization'
import { isoNow } from '../../clock'
import { asColumns, plainFields } from '../../db/plain-fields'
import { newestFirst } from '../../graphql/paging'
import type { Scope } from '../../graphql/scope'

const plain = plainFields(patientNoteSchema, 'createdBy', 'organization', 'checkup')
const authorOf = (createdBy: string) => sql<Person>`app_person(${sql.ref(createdBy)})`.as('author')
const writerOf = (organizationId: string) =>
  sql<NamedReference>`app_named_organization(${sql.ref(organizationId)})`.as('organization')

const selectNotes = (scope: Pick<Scope, 'trx'>) =>
  scope.trx
    .selectFrom('patient_note as n')
    .leftJoin('checkup as c', 'c.id', 'n.checkup_id')
    .select([
      ...plain.from('n'),
      'n.checkup_id',
      'c.ended_at',
      authorOf('n.created_by'),
      writerOf('n.organization_id'),
    ])
type NoteRow = Awaited<ReturnType<ReturnType<typeof selectNotes>['executeTakeFirstOrThrow']>>

const noteOf = (row: NoteRow): PatientNote => ({
  ...plain.of(row),
  createdBy: row.author,
  organization: row.organization,
  checkup:
    row.checkup_id === null || row.ended_at === null
      ? null
      : { id: row.checkup_id, endedAt: row.ended_at },
})

/**
 * A page of a patient's notes, newest first by when they were written. Those of its last instant
 * are all on it: `before` then skips none.
 */
export async function notePage(
  scope: Scope,
  patientId: string,
  take: number,
  before: string | null,
): Promise<PatientNotePage> {
  const rows = await selectNotes(scope)
    .where('n.patient_id', '=', patientId)
    .$if(before !== null, (query) => query.where('n.captured_at', '<', before ?? ''))
    .orderBy('n.captured_at', 'desc')
    .fetch(take, 'with ties')
    .execute()
  const { total } = await scope.trx
    .selectFrom('patient_note')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('patient_id', '=', patientId)
    .executeTakeFirstOrThrow()
  return {
    notes: rows.map(noteOf).toSorted(newestFirst(({ capturedAt }) => capturedAt)),
    total,
    asOf: isoNow(scope.clock),
  }
}

/** The same of those written from `start` (included) to `before`. */
export async function notesBetween(
  { trx }: Scope,
  patientId: string,
  range: { readonly start: string; readonly before: string },
  take: number,
): Promise<PatientNote[]> {
  const rows = await selectNotes({ trx })
    .where('n.patient_id', '=', patientId)
    .where('n.captured_at', '>=', range.start)
    .where('n.captured_at', '<', range.before)
    .orderBy('n.captured_at', 'desc')
    .fetch(take, 'with ties')
    .execute()
  return rows.map(noteOf).toSorted(newestFirst(({ capturedAt }) => capturedAt))
}

/** Notes by id; ids that are not visible are left out. */
export const notesById = async (scope: Scope, ids: readonly string[]): Promise<PatientNote[]> =>
  ids.length === 0 ? [] : (await selectNotes(scope).where('n.id', 'in', ids).execute()).map(noteOf)

/** What staff wrote about a check-up, newest first, at most `most`; its end comes with it. */
export async function notesOfCheckup(
  scope: Scope,
  checkupId: string,
  most: number,
): Promise<CheckupNote[]> {
  const rows = await selectNotes(scope)
    .where('n.checkup_id', '=', checkupId)
    .orderBy('n.captured_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(most)
    .execute()
  return rows
    .map(noteOf)
    .flatMap(({ id, text, patientId, createdBy, capturedAt, createdAt, checkup }) =>
      checkup === null
        ? []
        : [
            {
              id,
              text,
              patient: { id: patientId },
              createdBy,
              createdAt: capturedAt,
              updatedAt: createdAt,
              checkup,
            },
          ],
    )
}

/** What a new note holds. */
export interface NewNote extends Omit<
  PatientNote,
  'revision' | 'createdAt' | 'createdBy' | 'organization' | 'checkup'
> {
  readonly checkupId: string | null
  readonly generatedNoteId: string | null
}

/**
 * Writes a note and reads it as it is served. @returns undefined when the id is already another
 * note's.
 */
export async function insertNote(scope: Scope, note: NewNote): Promise<PatientNote | undefined> {
  const { trx, acting } = scope
  const inserted = await trx
    .insertInto('patient_note')
    .values({
      ...asColumns(note),
      organization_id: acting.organizationId,
      created_at: isoNow(scope.clock),
      created_by: acting.userId,
      revision: sql<number>`app_next_revision(${acting.organizationId})`,
    })
    .onConflict((on) => on.column('id').doNothing())
    .returning([
      ...plain.from('patient_note'),
      'checkup_id',
      sql<
        string | null
      >`(select c.ended_at from checkup c where c.id = patient_note.checkup_id)`.as('ended_at'),
      authorOf('patient_note.created_by'),
      writerOf('patient_note.organization_id'),
    ])
    .executeTakeFirst()
  return inserted === undefined ? undefined : noteOf(inserted)
}

/** Whether a check-up is one of this patient's. */
export const isCheckupOf = async (
  scope: Scope,
  patientId: string,
  checkupId: string,
): Promise<boolean> =>
  (await scope.trx
    .selectFrom('checkup')
    .select('id')
    .where('id', '=', checkupId)
    .where('patient_id', '=', patientId)
    .executeTakeFirst()) !== undefined
