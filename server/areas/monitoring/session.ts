import { randomUUID } from 'node:crypto'
import type { ContinuousMonitoringType } from '../../../schema/generated/resolvers'
import { nextStep } from '../../../src/domain/monitoring/session'
import { isoNow } from '../../clock'
import { appendAction } from '../../db/action-log'
import { noteMonitoringSession } from '../patient-summary'
import { nextRevision } from '../../db/revision'
import { conflict } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { monitoringSessionsById } from './rows'

/** The session that began last, as the contract shows it; null: the patient was never monitored. */
export async function latestSession(scope: Scope, patientId: string) {
  const row = await scope.trx
    .selectFrom('continuous_monitoring_session')
    .select('id')
    .where('patient_id', '=', patientId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined
    ? null
    : ((await monitoringSessionsById(scope.trx, [row.id])).get(row.id) ?? null)
}

const log = (
  scope: Scope,
  action: string,
  patientId: string,
  sessionId: string,
  at: string,
): Promise<void> =>
  appendAction(scope.trx, {
    organizationId: scope.acting.organizationId,
    at,
    actorId: scope.acting.userId,
    loggedInAs: scope.loggedInAs,
    action,
    entityType: 'continuousMonitoringSession',
    entityId: sessionId,
    patientId,
    details: { command: scope.idempotencyKey },
  })

/**
 * Begins a session for the acting organisation. Two that begin at once are told apart by the
 * database: one is refused.
 * @throws NOT_FOUND, or CONFLICT (ALREADY_MONITORED) where one goes on, whoever began it
 */
export async function startSession(
  scope: Scope,
  { patientId, type }: { readonly patientId: string; readonly type: ContinuousMonitoringType },
): Promise<void> {
  const { trx, acting } = scope
  await requirePatient(scope, patientId)
  const revision = await nextRevision(trx, acting.organizationId)
  // Behind the counter, as whoever removes a patient: nobody is monitored who is gone.
  await requirePatient(scope, patientId)
  const [id, now] = [randomUUID(), isoNow(scope.clock)]
  const row = await trx
    .insertInto('continuous_monitoring_session')
    .values({
      id,
      organization_id: acting.organizationId,
      patient_id: patientId,
      type,
      created_at: now,
      created_by: acting.userId,
      revision,
    })
    .onConflict((on) => on.column('patient_id').where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) throw conflict('ALREADY_MONITORED', 'The patient is monitored already')
  await noteMonitoringSession(trx, { patientId, id })
  await log(scope, 'startContinuousMonitoringSession', patientId, id, now)
}

/**
 * Ends the session that goes on. @throws NOT_FOUND, or CONFLICT: OTHER_ORGANIZATION began it, or
 * the patient is NOT_MONITORED
 */
export async function endSession(scope: Scope, patientId: string): Promise<void> {
  const { trx, acting } = scope
  await requirePatient(scope, patientId)
  const session = await latestSession(scope, patientId)
  const step = nextStep(session, acting.organizationId)
  if (step === 'others')
    throw conflict(
      'OTHER_ORGANIZATION',
      'The monitoring session was started by another organisation',
    )
  const now = isoNow(scope.clock)
  const ended =
    step === 'start' || session === null
      ? undefined
      : await trx
          .updateTable('continuous_monitoring_session')
          .set({
            ended_at: now < session.createdAt ? session.createdAt : now,
            ended_by: acting.userId,
            revision: await nextRevision(trx, acting.organizationId),
          })
          .where('id', '=', session.id)
          .where('ended_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
  if (ended === undefined) throw conflict('NOT_MONITORED', 'The patient is not monitored')
  await log(scope, 'endContinuousMonitoringSession', patientId, ended.id, now)
}
