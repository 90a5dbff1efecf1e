import { symptomWords } from '../../../src/domain/symptoms/words'
import { randomUUID } from 'node:crypto'
import {
  generatedNoteSchema,
  generatedSpanMs,
  generateNote,
  notedCheckupSchema,
  type GeneratedNote,
} from '../../../src/domain/note/generated'
import { conflict, notFound } from '../../graphql/errors'
import { keyReused } from '../../graphql/idempotency'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { alertOpenings } from '../alert'
import { checkupsBetween } from '../checkup'

/** Check-ups that one note tells at most. */
const mostCheckups = 500
/** Alerts that one note tells at most. */
const mostAlerts = 100

/** A generated note of the acting organisation, for whoever may open the patient. @throws NOT_FOUND */
export async function generatedNote(scope: Scope, id: string): Promise<GeneratedNote> {
  const row = await scope.trx
    .selectFrom('generated_note')
    .select(['id', 'patient_id', 'created_at', 'status', 'sections'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  await requirePatient(scope, row.patient_id)
  return generatedNoteSchema.parse({ ...row, createdAt: row.created_at })
}

/**
 * Makes a note of the last 24 hours of a patient and keeps it as it was made.
 * @throws NOT_FOUND; CONFLICT (TOO_LONG) with more than 500 check-ups or 100 alerts
 */
export async function generatePatientNote(scope: Scope, patientId: string): Promise<GeneratedNote> {
  const { trx, acting, clock } = scope
  await requirePatient(scope, patientId)
  const nowMs = clock.now()
  const [from, to] = [nowMs - generatedSpanMs, nowMs].map((ms) => new Date(ms).toISOString()) as [
    string,
    string,
  ]
  // What ended now belongs to it.
  const between = { start: from, end: new Date(nowMs + 1).toISOString() }
  const checkups = await checkupsBetween(scope, patientId, between, mostCheckups + 1)
  const alerts = await alertOpenings(trx, { patientId, ...between, before: null }, mostAlerts + 1)
  if (checkups.length > mostCheckups || alerts.length > mostAlerts)
    throw conflict('TOO_LONG', 'The last 24 hours have too many check-ups or alerts')
  const monitored = await trx
    .selectFrom('monitoring_bucket')
    .select(({ fn }) => [fn.min('started_at').as('from'), fn.max('ended_at').as('to')])
    .where('patient_id', '=', patientId)
    .where('ended_at', '>', from)
    .where('ended_at', '<=', to)
    .executeTakeFirst()
  const own = await trx
    .selectFrom('organization')
    .select(['edition', 'time_zone'])
    .where('id', '=', acting.organizationId)
    .executeTakeFirstOrThrow()
  const { status, sections } = generateNote(
    {
      checkups: checkups.map((checkup) => notedCheckupSchema.parse(checkup)),
      alerts,
      monitored:
        monitored?.from == null || monitored.to == null
          ? null
          : { from: monitored.from, to: monitored.to },
      from,
      to,
    },
    own.edition,
    own.time_zone,
    (key) => symptomWords(key, own.edition),
  )
  const id = scope.idempotencyKey ?? randomUUID()
  const kept = await trx
    .insertInto('generated_note')
    .values({
      id,
      organization_id: acting.organizationId,
      patient_id: patientId,
      created_at: to,
      created_by: acting.userId,
      status,
      sections: JSON.stringify(sections),
    })
    .onConflict((on) => on.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (kept === undefined) throw keyReused()
  await logged(scope, {
    action: 'generatePatientNote',
    entityType: 'generatedNote',
    entityId: id,
    patientId,
  })
  return { id, createdAt: to, status, sections }
}
