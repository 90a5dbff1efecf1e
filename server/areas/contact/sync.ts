import { recordContact } from '../../../src/domain/contact/contact'
import { isoNow } from '../../clock'
import { nextRevision } from '../../db/revision'
import { isOneOf } from '../../db/is-one-of'
import { operation, type SyncedOperation } from '../../engine/synced'
import { badInput } from '../../graphql/errors'
import { logged } from '../../graphql/logged'
import { requirePatient } from '../../graphql/visibility'

/** Commands about contacts, all of which may wait. */
export const contactOperations: readonly SyncedOperation[] = [
  operation(recordContact, async (scope, { patientId, alertIds, ...given }, { at }) => {
    const { trx, acting, idempotencyKey: id } = scope
    if (id === null) throw badInput([{ path: 'id', message: 'Needs an id of its own' }])
    await requirePatient(scope, patientId)
    const revision = await nextRevision(trx, acting.organizationId)
    // Whoever rang, rang: an alert that is none of the patient's is left out.
    const answered = await trx
      .selectFrom('alert')
      .select('id')
      .where('patient_id', '=', patientId)
      .where(isOneOf('id', alertIds))
      .orderBy('id')
      .execute()
    await trx
      .insertInto('patient_contact')
      .values({
        id,
        organization_id: acting.organizationId,
        patient_id: patientId,
        kind: given.kind,
        with_whom: given.withWhom,
        outcome: given.outcome,
        note: given.note,
        alert_ids: JSON.stringify(answered.map((alert) => alert.id)),
        captured_at: at,
        created_at: isoNow(scope.clock),
        created_by: acting.userId,
        revision,
      })
      .execute()
    await logged(scope, {
      action: given.kind === 'call' ? 'recordCall' : 'recordVisit',
      entityType: 'patientContact',
      entityId: id,
      patientId,
      details: { withWhom: given.withWhom, outcome: given.outcome },
    })
    return { version: String(revision) }
  }),
]
