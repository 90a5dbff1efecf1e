import { cancelRepeat, requestRepeat } from '../../../src/domain/repeat/commands'
import { endsFromMs, planOf, slotsOf } from '../../../src/domain/repeat/repeat'
import { isoNow } from '../../clock'
import { nextRevision } from '../../db/revision'
import { operation, type SyncedOperation } from '../../engine/synced'
import { badInput, conflict, notFound } from '../../graphql/errors'
import { keyReused } from '../../graphql/idempotency'
import { logged } from '../../graphql/logged'
import { requirePatient } from '../../graphql/visibility'

const iso = (ms: number): string => new Date(ms).toISOString()

/** Commands about measuring again, both of which may wait. */
export const repeatOperations: readonly SyncedOperation[] = [
  operation(requestRepeat, async (scope, { patientId, reason, ...asked }, captured) => {
    const { trx, acting, idempotencyKey: id } = scope
    if (id === null) throw badInput([{ path: 'id', message: 'Needs an id of its own' }])
    await requirePatient(scope, patientId)
    const plan = planOf(asked, Date.parse(captured.at))
    const revision = await nextRevision(trx, acting.organizationId)
    const admission = await trx
      .selectFrom('ward_admission')
      .select(['id', 'admitted_at'])
      .where('patient_id', '=', patientId)
      .where('discharged_at', 'is', null)
      .executeTakeFirst()
    // What was asked for in an earlier stay is no part of this one.
    if (admission === undefined || Date.parse(plan.askedAt) < Date.parse(admission.admitted_at))
      throw conflict('NOT_ADMITTED', 'The patient is not on a ward')
    const inserted = await trx
      .insertInto('observation_repeat')
      .values({
        id,
        organization_id: acting.organizationId,
        patient_id: patientId,
        admission_id: admission.id,
        due_at: plan.dueAt,
        every_minutes: plan.everyMinutes,
        until_at: plan.until,
        reason,
        ends_from: iso(endsFromMs(plan)),
        captured_at: plan.askedAt,
        created_at: isoNow(scope.clock),
        created_by: acting.userId,
        decided_until: plan.askedAt,
        look_at: iso((slotsOf(plan)[0]?.closesMs ?? 0) + 1),
        revision,
      })
      .onConflict((on) => on.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted === undefined) throw keyReused()
    await logged(scope, {
      action: 'requestRepeat',
      entityType: 'repeat',
      entityId: id,
      patientId,
      details: { ...plan, ...(reason === null ? {} : { reason }) },
    })
    return { version: String(revision) }
  }),
  operation(cancelRepeat, async (scope, { patientId, repeatId }) => {
    const { trx, acting } = scope
    await requirePatient(scope, patientId)
    const revision = await nextRevision(trx, acting.organizationId)
    const repeat = await trx
      .selectFrom('observation_repeat')
      .select(['revision', 'cancelled_at'])
      .where('id', '=', repeatId)
      .where('patient_id', '=', patientId)
      .executeTakeFirst()
    if (repeat === undefined) throw notFound()
    // Whoever took it back first did it: the record says so.
    if (repeat.cancelled_at !== null) return { version: String(repeat.revision) }
    await trx
      .updateTable('observation_repeat')
      .set({ cancelled_at: isoNow(scope.clock), cancelled_by: acting.userId, revision })
      .where('id', '=', repeatId)
      .execute()
    await logged(scope, {
      action: 'cancelRepeat',
      entityType: 'repeat',
      entityId: repeatId,
      patientId,
    })
    return { version: String(revision) }
  }),
]
