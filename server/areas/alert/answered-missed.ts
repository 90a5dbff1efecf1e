import { sql } from 'kysely'
import { repeatKey } from '../../../src/domain/repeat/repeat'
import { answers } from '../../../src/domain/schedule/slot'
import { appendAction } from '../../db/action-log'
import type { Database, Trx } from '../../db/database'
import { nextRevision } from '../../db/revision'
import { decidedNow, type JobParts } from '../../jobs/database-clock'
import { eachApart, newRound } from '../../jobs/apart'
import { forOrganization } from '../../jobs/organization-failed'
import { answerSlot } from './checkup-slots'
import { closeTriggers } from './close'

interface Answered {
  readonly organization_id: string
  readonly alert_id: string
  readonly trigger_id: string
  readonly checkup_id: string
  readonly ended_at: string
  readonly opens_at: string
  readonly closes_at: string
  readonly expected_at: string
}

/** Open missed check-ups that a check-up of any organisation answers (isOfKind). */
const answeredNow = async (
  trx: Trx,
  organizationId: string | null,
  skipped: readonly string[],
): Promise<readonly Answered[]> => {
  const { rows } = await sql<Answered>`
    select a.organization_id, a.id as alert_id, t.id as trigger_id, c.id as checkup_id, c.ended_at, t.opens_at, t.closes_at, t.expected_at
    from alert a join alert_trigger t on t.alert_id = a.id and t.status = 'open' cross join lateral (
      select x.id, x.ended_at from valid_checkup x where x.patient_id = t.patient_id and x.ended_at >= t.opens_at and x.ended_at <= t.closes_at
        and (a.source_key <> ${repeatKey} or app_measures_any(x.ews_scores, x.readings))
        and coalesce(coalesce(x.checkup_type ->> 'id', a.checkup_type_id) = a.checkup_type_id, true) order by x.ended_at, x.id limit 1) c
    where a.status = 'open' and a.type = 'CheckupScheduleEvent' and (${organizationId}::text is null or a.organization_id = ${organizationId}::text)
    order by a.organization_id, a.id`.execute(trx)
  return rows.filter(
    ({ trigger_id: id, ended_at: at, opens_at: opens, closes_at: closes, expected_at: due }) =>
      !skipped.includes(id) &&
      answers(Date.parse(at), {
        opensMs: Date.parse(opens),
        closesMs: Date.parse(closes),
        dueMs: Date.parse(due),
      }),
  )
}

/**
 * Closes missed check-ups that came through another organisation of a shared patient; its own come
 * through server/ingest. One organisation at a time; a failure does not stop the others.
 * @param round is told of each trigger that threw, and leaves it alone
 * @returns how many triggers were looked at; 0: none are left
 */
export const closeAnswered = (
  database: Database,
  parts: JobParts,
  round = newRound(),
): Promise<number> =>
  database.asSystem(async (trx) => {
    const first = (await answeredNow(trx, null, round.skipped)).find(
      ({ organization_id: id }) => !round.without.includes(id),
    )
    if (first === undefined) return 0
    const organizationId = first.organization_id
    return forOrganization(organizationId, async () => {
      const revision = await nextRevision(trx, organizationId)
      const [answered, at] = [
        await answeredNow(trx, organizationId, round.skipped),
        new Date(await decidedNow(trx, parts)).toISOString(),
      ]
      const failures = await eachApart(
        trx,
        answered,
        ({ trigger_id: id }) => ({ organizationId, kind: 'answered', id }),
        async ({
          alert_id: alertId,
          trigger_id: triggerId,
          checkup_id: checkupId,
          expected_at: expectedAt,
        }) => {
          const alert = await trx
            .selectFrom('alert')
            .selectAll()
            .where('id', '=', alertId)
            .executeTakeFirstOrThrow()
          const closed = await closeTriggers(
            trx,
            alert,
            [triggerId],
            { at, by: null, reason: 'answered' },
            revision,
          )
          await answerSlot(trx, alert, expectedAt)
          await appendAction(trx, {
            organizationId,
            at,
            actorId: null,
            action: 'alertAnswered',
            entityType: 'alert',
            entityId: alertId,
            patientId: alert.patient_id,
            details: { checkupId, triggers: closed },
          })
        },
      )
      failures.forEach(round.failed)
      return answered.length
    })
  })
