import { sql } from 'kysely'
import { acknowledged } from '../../../src/domain/alerts/state'
import { appendAction } from '../../db/action-log'
import type { Database } from '../../db/database'
import { hasNoAccount } from '../../db/gone-user'
import { nextRevision } from '../../db/revision'
import { eachApart, newRound } from '../../jobs/apart'
import { decidedNow, type JobParts } from '../../jobs/database-clock'
import { forOrganization } from '../../jobs/organization-failed'
import { columnsOf, escalateAfterMs, stateOf } from './state-row'

const batch = 100

const isGone = sql<boolean>`(${hasNoAccount(sql.ref('a.acknowledged_by'))} or not exists (
  select 1 from user_organization m join patient_organization po on po.organization_id = m.organization_id and po.patient_id = a.patient_id
  where m.user_id = a.acknowledged_by and m.deleted_at is null))`

/**
 * Takes those off the open alerts of one organisation who said that they deal with them and are
 * gone: the account was ended or disabled, or none of their organisations has the patient. The time
 * to escalate starts again. A failure does not stop the others.
 * @param round is told of each alert that threw, and leaves it alone
 * @returns how many were looked at; 0: nobody is gone
 */
export const releaseGone = (
  database: Database,
  parts: JobParts,
  round = newRound(),
): Promise<number> =>
  database.asSystem(async (trx) => {
    const nowMs = await decidedNow(trx, parts)
    const left = () =>
      trx
        .selectFrom('alert as a')
        .where('a.status', '=', 'open')
        .where('a.acknowledged_by', 'is not', null)
        .where(isGone)
        .$if(round.skipped.length > 0, (query) => query.where('a.id', 'not in', [...round.skipped]))
    const first = await left()
      .select('a.organization_id')
      .$if(round.without.length > 0, (query) =>
        query.where('a.organization_id', 'not in', [...round.without]),
      )
      .limit(1)
      .executeTakeFirst()
    if (first === undefined) return 0
    const organizationId = first.organization_id
    return forOrganization(organizationId, async () => {
      const revision = await nextRevision(trx, organizationId)
      const rows = await left()
        .selectAll('a')
        .where('a.organization_id', '=', organizationId)
        .orderBy('a.id')
        .limit(batch)
        .execute()
      const failures = await eachApart(
        trx,
        rows,
        ({ id }) => ({ organizationId, kind: 'release', id }),
        async (alert) => {
          const after = escalateAfterMs(alert.escalate_after_minutes)
          await trx
            .updateTable('alert')
            .set({ ...columnsOf(acknowledged(stateOf(alert), false, nowMs, after)), revision })
            .where('id', '=', alert.id)
            .execute()
          await appendAction(trx, {
            organizationId,
            at: new Date(nowMs).toISOString(),
            actorId: null,
            action: 'alertReleased',
            entityType: 'alert',
            entityId: alert.id,
            patientId: alert.patient_id,
            details: { userId: alert.acknowledged_by },
          })
        },
      )
      failures.forEach(round.failed)
      return rows.length
    })
  })
