import { sql } from 'kysely'
import type { Trx } from '../../db/database'
import { nextRevision } from '../../db/revision'

/**
 * Before anything is logged in the transaction: the counter comes before the log everywhere. Whoever leaves duty on a ward does none of their open tasks there any longer: whoever takes the duty over
 * does, or, where nobody does, whoever is on the ward.
 * @param handed `to` null: nobody takes over; `at` ISO instant
 */
export async function handOverTasks(
  trx: Trx,
  handed: {
    readonly organizationId: string
    readonly wardId: string
    readonly from: string
    readonly to: string | null
    readonly at: string
  },
): Promise<void> {
  const { organizationId, wardId, from, to, at } = handed
  const isTheirs = sql<boolean>`organization_id = ${organizationId} and assignee_id = ${from} and ended_at is null
    and patient_id in (select a.patient_id from ward_admission a where a.ward_id = ${wardId} and a.discharged_at is null)`
  const { rows } = await sql<{
    any: boolean
  }>`select exists (select 1 from patient_task where ${isTheirs}) as any`.execute(trx)
  if (rows[0]?.any !== true) return
  const revision = await nextRevision(trx, organizationId)
  await trx
    .updateTable('patient_task')
    .set({ assignee_id: to, assignee_set_at: at, revision })
    .where(isTheirs)
    .execute()
}
