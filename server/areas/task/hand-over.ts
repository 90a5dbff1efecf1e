import { nextRevision } from '../../db/revision'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'

/**
 * Whoever leaves duty on a ward does none of their open tasks there any longer: whoever takes the duty over
 * does, or, where nobody does, whoever is on the ward. What somebody took on before it, and sends after it, counts
 * all the same. Before anything is logged in the transaction: the counter comes before the log everywhere.
 * @param handed `to` null: nobody takes over
 */
export async function handOverTasks(
  scope: Scope,
  handed: { readonly wardId: string; readonly from: string; readonly to: string | null },
): Promise<void> {
  const { trx, acting } = scope
  const { wardId, from, to } = handed
  const theirs = () =>
    trx
      .selectFrom('patient_task')
      .select(['id', 'patient_id'])
      .where('organization_id', '=', acting.organizationId)
      .where('assignee_id', '=', from)
      .where('ended_at', 'is', null)
      .where('patient_id', 'in', (query) =>
        query
          .selectFrom('ward_admission')
          .select('patient_id')
          .where('ward_id', '=', wardId)
          .where('discharged_at', 'is', null),
      )
      .orderBy('id')
      .execute()
  if ((await theirs()).length === 0) return
  const revision = await nextRevision(trx, acting.organizationId)
  for (const { id, patient_id: patientId } of await theirs()) {
    await trx
      .updateTable('patient_task')
      .set({ assignee_id: to, revision })
      .where('id', '=', id)
      .execute()
    await logged(scope, {
      action: 'changeTask',
      entityType: 'patientTask',
      entityId: id,
      patientId,
    })
  }
}
