import { randomUUID } from 'node:crypto'
import type {
  CheckupNote,
  GeneratedNote,
  MutationAddPatientNoteArgs,
  MutationGeneratePatientNoteArgs,
  PatientNote,
  PatientNotePage,
  QueryCheckupNotesArgs,
  QueryPatientNotesArgs,
} from '../../../schema/generated/resolvers'
import { noteTextSchema } from '../../../src/domain/note/note'
import type { Captured } from '../../engine/synced'
import { badInput, notFound } from '../../graphql/errors'
import { keyReused } from '../../graphql/idempotency'
import type { Kept } from '../../graphql/idempotency'
import { pageSize } from '../../graphql/paging'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { checkupsById } from '../checkup'
import { generatedNote, generatePatientNote } from './generate'
import { insertNote, isCheckupOf, notePage, notesById, notesOfCheckup } from './repository'

/** How long ago a note may have been written when it reaches us. */
const oldestNoteMs = 90 * 24 * 60 * 60_000
/** Notes about one check-up that are told at most. */
const mostOfCheckup = 50
const generatedIdPattern = /^[A-Za-z0-9_.:-]{1,64}$/

/**
 * When a note was written. A device whose clock runs ahead must not pin its note above all that
 * follow: a later instant counts as now. @throws BAD_USER_INPUT naming `capturedAt` when it is more
 * than 90 days old by our clock
 */
const writtenAt = (capturedAt: string | null, nowMs: number): string => {
  if (capturedAt !== null && Date.parse(capturedAt) < nowMs - oldestNoteMs)
    throw badInput([{ path: 'capturedAt', message: 'Must be within the last 90 days' }])
  return capturedAt !== null && Date.parse(capturedAt) < nowMs
    ? capturedAt
    : new Date(nowMs).toISOString()
}

/** Query fields of schema/note.graphql. */
export const noteQueries = {
  async patientNotes(scope: Scope, args: QueryPatientNotesArgs): Promise<PatientNotePage> {
    const take = pageSize(args.take)
    await requirePatient(scope, args.patientId)
    return notePage(scope, args.patientId, take, args.before ?? null)
  },
  async checkupNotes(scope: Scope, { checkupId }: QueryCheckupNotesArgs): Promise<CheckupNote[]> {
    const checkup = (await checkupsById(scope.trx, [checkupId])).get(checkupId)
    if (checkup === undefined) throw notFound()
    await requirePatient(scope, checkup.patientId)
    return notesOfCheckup(scope, checkupId, mostOfCheckup)
  },
}

/** Mutation fields of schema/note.graphql. */
export const noteMutations = {
  /**
   * The id is the idempotency key; a request without one gets an id of ours, and is not protected
   * against repetition.
   * @param captured of a sealed command; a request by name says nothing of its device's clock.
   */
  async addPatientNote(
    scope: Scope,
    args: MutationAddPatientNoteArgs,
    captured: Captured | null = null,
  ): Promise<PatientNote> {
    const text = noteTextSchema.safeParse(args.text)
    if (!text.success)
      throw badInput(text.error.issues.map((issue) => ({ path: 'text', message: issue.message })))
    const generatedNoteId = args.generatedNoteId ?? null
    if (generatedNoteId !== null && !generatedIdPattern.test(generatedNoteId))
      throw badInput([
        { path: 'generatedNoteId', message: 'Must be 1 to 64 letters, digits, -, _, . or :' },
      ])
    const capturedAt = writtenAt(args.capturedAt ?? null, scope.clock.now())
    await requirePatient(scope, args.PatientId)
    const checkupId = args.checkupId ?? null
    if (checkupId !== null && !(await isCheckupOf(scope, args.PatientId, checkupId)))
      throw badInput([{ path: 'checkupId', message: 'Not a check-up of this patient' }])
    const note = await insertNote(scope, {
      id: scope.idempotencyKey ?? randomUUID(),
      patientId: args.PatientId,
      text: text.data,
      capturedAt,
      checkupId,
      generatedNoteId,
      clockSkewMs: captured?.clockSkewMs ?? null,
    })
    if (note === undefined) throw keyReused()
    await logged(scope, {
      action: 'addPatientNote',
      entityType: 'patientNote',
      entityId: note.id,
      patientId: note.patientId,
    })
    return note
  },
  generatePatientNote: (
    scope: Scope,
    { patientId }: MutationGeneratePatientNoteArgs,
  ): Promise<GeneratedNote> => generatePatientNote(scope, patientId),
}

/** What a repeat of a mutation is answered with. */
export const noteRereads = {
  async addPatientNote(
    scope: Scope,
    { PatientId }: MutationAddPatientNoteArgs,
    { id }: Kept,
  ): Promise<PatientNote> {
    await requirePatient(scope, PatientId)
    const [note] = await notesById(scope, id === null ? [] : [id])
    if (note === undefined) throw notFound()
    return note
  },
  generatePatientNote: (
    scope: Scope,
    _args: MutationGeneratePatientNoteArgs,
    { id }: Kept,
  ): Promise<GeneratedNote> => generatedNote(scope, id ?? ''),
}
