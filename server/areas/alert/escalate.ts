import { appendAction } from '../../db/action-log'
import type { Database } from '../../db/database'
import { nextRevision } from '../../db/revision'
import { decidedNow, type JobParts } from '../../jobs/database-clock'
import { eachApart, newRound } from '../../jobs/apart'
import { forOrganization } from '../../jobs/organization-failed'

const batch = 100

/**
 * Escalates alerts of one organisation that were not acknowledged in time. Its counter is locked
 * first, so that each escalates once. A failure does not stop the others.
 * @param round is told of each alert that threw, and leaves it alone
 * @returns how many were looked at; 0: nothing is due
 */
export const escalateDue = (
  database: Database,
  parts: JobParts,
  round = newRound(),
): Promise<number> =>
  database.asSystem(async (trx) => {
    const now = new Date(await decidedNow(trx, parts)).toISOString()
    const due = () =>
      trx
        .selectFrom('alert')
        .where('status', '=', 'open')
        .where('escalate_due_at', '<=', now)
        .$if(round.skipped.length > 0, (query) => query.where('id', 'not in', [...round.skipped]))
    const first = await due()
      .select('organization_id')
      .$if(round.without.length > 0, (query) =>
        query.where('organization_id', 'not in', [...round.without]),
      )
      .orderBy('escalate_due_at')
      .limit(1)
      .executeTakeFirst()
    if (first === undefined) return 0
    return forOrganization(first.organization_id, async () => {
      const revision = await nextRevision(trx, first.organization_id)
      const rows = await due()
        .select(['id', 'patient_id', 'escalate_after_minutes'])
        .where('organization_id', '=', first.organization_id)
        .orderBy('escalate_due_at')
        .orderBy('id')
        .limit(batch)
        .execute()
      const failures = await eachApart(
        trx,
        rows,
        ({ id }) => ({ organizationId: first.organization_id, kind: 'escalation', id }),
        async ({ id, patient_id: patientId, escalate_after_minutes: minutes }) => {
          await trx
            .updateTable('alert')
            .set({ escalated_at: now, escalate_due_at: null, revision })
            .where('id', '=', id)
            .execute()
          await appendAction(trx, {
            organizationId: first.organization_id,
            at: now,
            actorId: null,
            action: 'alertEscalated',
            entityType: 'alert',
            entityId: id,
            patientId,
            details: { afterMinutes: minutes },
          })
        },
      )
      failures.forEach(round.failed)
      return rows.length
    })
  })
