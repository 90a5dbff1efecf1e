import { sql } from 'kysely'
import type { Person } from '../../../schema/generated/resolvers'
import { readSilenceKey } from '../../../src/domain/alerts/silence'
import type { Trx } from '../../db/database'

const started = sql.ref('a.started_at')

/**
 * The alerts that were raised during a stay, newest first, at most `most`, and how many there were.
 * Those of PacsanaEvent are nobody's (P232).
 */
export async function alertsOfStay(
  trx: Trx,
  {
    patientId,
    from,
    to,
  }: { readonly patientId: string; readonly from: string; readonly to: string },
  most: number,
) {
  const ofStay = () =>
    trx
      .selectFrom('alert as a')
      .where('a.patient_id', '=', patientId)
      .where('a.latest_at', '>=', from)
      .where('a.started_at', '<=', to)
      .where('a.type', '<>', 'PacsanaEvent')
  const rows = await ofStay()
    .select([
      'a.type',
      'a.source_key',
      'a.severity',
      'a.started_at',
      'a.latest_at',
      'a.triggers',
      'a.status',
      'a.closed_at',
      'a.closed_reason',
      'a.acknowledged_at',
      'a.escalated_at',
      sql<Person | null>`app_person(a.closed_by)`.as('closer'),
      sql<Person | null>`app_person(a.acknowledged_by)`.as('acknowledger'),
      sql<{ readonly name: string } | null>`app_alert_rule(a.alert_rule_id)`.as('rule'),
      sql<string | null>`app_checkup_type_name(a.checkup_type_id)`.as('schedule'),
    ])
    .orderBy(started, 'desc')
    .orderBy('a.id', 'desc')
    .limit(most)
    .execute()
  const { count } = await ofStay()
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return {
    count,
    alerts: rows.map((row) => ({
      ...row,
      name: row.rule?.name ?? row.schedule,
      silent: readSilenceKey(row.source_key)?.of ?? null,
    })),
  }
}
