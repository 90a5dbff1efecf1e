import { sql } from 'kysely'
import { may } from '../../../src/domain/access/may'
import { acknowledged } from '../../../src/domain/alerts/state'
import { appendAction } from '../../db/action-log'
import type { Database, Trx } from '../../db/database'
import { hasNoAccount } from '../../db/gone-user'
import { nextRevision } from '../../db/revision'
import { mayOpen } from '../../graphql/visibility'
import { eachApart, newRound } from '../../jobs/apart'
import { decidedNow, type JobParts } from '../../jobs/database-clock'
import { forOrganization } from '../../jobs/organization-failed'
import { actingNow } from '../duty'
import { columnsOf, escalateAfterMs, stateOf } from './state-row'

const batch = 100

/** Open alerts that somebody said they deal with. @param of null: of all organisations */
const dealtWith = (trx: Trx, of: string | null) =>
  trx
    .selectFrom('alert as a')
    .where('a.status', '=', 'open')
    .where('a.acknowledged_by', 'is not', null)
    .$if(of !== null, (query) => query.where('a.organization_id', '=', of))

/**
 * Of these alerts, those whose holder may deal with them: in an organisation where they may open the
 * patient. By the rights that the rows of this transaction give.
 */
const held = async (trx: Trx, of: string | null): Promise<readonly string[]> => {
  const memberships = await dealtWith(trx, of)
    .innerJoin('user_organization as m', 'm.user_id', 'a.acknowledged_by')
    .select(['m.user_id', 'm.organization_id'])
    .distinct()
    .where('m.deleted_at', 'is', null)
    .execute()
  const ids: string[] = []
  for (const { user_id: userId, organization_id: organizationId } of memberships) {
    const acting = await actingNow(trx, organizationId, userId)
    if (acting === null || !may(acting.principal, 'alert.acknowledge')) continue
    const rows = await dealtWith(trx, of)
      .select('a.id')
      .where('a.acknowledged_by', '=', userId)
      .where(mayOpen(acting, sql.ref('a.patient_id')))
      .execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/**
 * Takes those off the open alerts of one organisation who said that they deal with them and are
 * gone: the account was ended or disabled, or in none of their organisations may they open the patient
 * and deal with alerts. The time to escalate starts again. A failure does not stop the others.
 * @param round is told of each alert that threw, and leaves it alone
 * @returns how many were looked at, 1 where they changed meanwhile; 0: nobody is gone
 */
export const releaseGone = (
  database: Database,
  parts: JobParts,
  round = newRound(),
): Promise<number> =>
  database.asSystem(async (trx) => {
    const nowMs = await decidedNow(trx, parts)
    const left = (of: string | null, stays: readonly string[]) =>
      dealtWith(trx, of)
        .where(
          sql<boolean>`(${hasNoAccount(sql.ref('a.acknowledged_by'))} or a.id <> all(${[...stays]}::text[]))`,
        )
        .$if(round.skipped.length > 0, (query) => query.where('a.id', 'not in', [...round.skipped]))
    const first = await left(null, await held(trx, null))
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
      // Once more, with the counter locked: others may have said meanwhile that they deal with them.
      const rows = await left(organizationId, await held(trx, organizationId))
        .selectAll('a')
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
      // One at least: of the other organisations nobody was asked.
      return Math.max(rows.length, 1)
    })
  })
