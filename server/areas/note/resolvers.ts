import { randomUUID } from 'node:crypto'
import type { MutationAddPatientNoteArgs, PatientNote, PatientNotePage, QueryPatientNotesArgs } from '../../../schema/generated/resolvers'
import { noteTextSchema } from '../../../src/domain/note/note'
import { isoNow } from '../../clock'
import { appendAction } from '../../db/action-log'
import { badInput, conflict } from '../../graphql/errors'
import { pageSize } from '../../graphql/paging'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { insertNote, isCheckupOf, notePage } from './repository'

/** Query fields of schema/note.graphql. */
export const noteQueries = {
  async patientNotes(scope: Scope, args: QueryPatientNotesArgs): Promise<PatientNotePage> {
    const take = pageSize(args.take)
    await requirePatient(scope, args.patientId)
    return notePage(scope, args.patientId, take, args.before ?? null)
  },
}

/** Mutation fields of schema/note.graphql. */
export const noteMutations = {
  /** The id is the idempotency key; a request without one gets an id of ours, and is not protected against repetition. */
  async addPatientNote(scope: Scope, args: MutationAddPatientNoteArgs): Promise<PatientNote> {
    const text = noteTextSchema.safeParse(args.text)
    if (!text.success) throw badInput(text.error.issues.map((issue) => ({ path: 'text', message: issue.message })))
    await requirePatient(scope, args.PatientId)
    const checkupId = args.checkupId ?? null
    if (checkupId !== null && !(await isCheckupOf(scope, args.PatientId, checkupId)))
      throw badInput([{ path: 'checkupId', message: 'Not a check-up of this patient' }])
    const now = isoNow(scope.clock)
    const note = await insertNote(scope, {
      id: scope.idempotencyKey ?? randomUUID(),
      patientId: args.PatientId,
      text: text.data,
      // A device whose clock runs ahead must not pin its note above all that follow.
      capturedAt: args.capturedAt !== null && args.capturedAt !== undefined && args.capturedAt < now ? args.capturedAt : now,
      checkupId,
      generatedNoteId: args.generatedNoteId ?? null,
    })
    if (note === undefined) throw conflict('ID_REUSED', 'ID_REUSED: this id is already another note')
    await appendAction(scope.trx, {
      organizationId: scope.acting.organizationId, at: now, actorId: scope.acting.userId, loggedInAs: scope.loggedInAs, action: 'addPatientNote',
      entityType: 'patientNote', entityId: note.id, patientId: note.patientId,
    })
    return note
  },
}
