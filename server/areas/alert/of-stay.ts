import { sql } from 'kysely'
import type { AlertType, Person } from '../../../schema/generated/resolvers'
import type { AlertOutcome } from '../../../src/domain/alerts/outcome'
import { readSilenceKey } from '../../../src/domain/alerts/silence'
import type { Trx } from '../../db/database'
import { ownRule } from './own-rule'

interface Row {
  readonly type: AlertType
  readonly source_key: string
  readonly rule: { readonly name: string } | null
  readonly broken: readonly unknown[] | null
  readonly schedule: string | null
  readonly severity: number
  readonly triggers: number
  readonly opened_at: string
  readonly acknowledged_at: string | null
  readonly acknowledger: Person | null
  readonly escalated_at: string | null
  readonly closed_at: string | null
  readonly closed_reason: string | null
  readonly closer: Person | null
  readonly outcome: AlertOutcome | null
  readonly outcome_text: string | null
  readonly of_all: number
}

/** Of a silence `silent` tells it, in the words of the document. */
const ownName = ({ source_key: key, broken }: Row): string | null =>
  readSilenceKey(key) === null ? (ownRule(key, broken ?? [])?.name ?? null) : null

/**
 * Each time that an alert was open during a stay, newest first, at most `most`, and how many there
 * were. Those of PacsanaEvent are nobody's (P232).
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
  // What ended an opening is at the alert while it is the last one, and else at the trigger of it that
  // was closed last.
  const { rows } = await sql<Row>`
    select a.type, a.source_key, app_alert_rule(a.alert_rule_id) as rule, app_checkup_type_name(a.checkup_type_id) as schedule,
      coalesce(t.severity, a.severity) as severity, greatest(t.n, 1) as triggers, t.broken, l.opened_at,
      l.first_acknowledged_at as acknowledged_at, app_person(l.first_acknowledged_by) as acknowledger, l.escalated_at,
      ended.closed_at, ended.closed_reason, app_person(ended.closed_by) as closer, ended.outcome, ended.outcome_text, count(*) over ()::int as of_all
    from alert a join alert_opening l on l.alert_id = a.id
    cross join lateral (select min(o.opened_at) as next_at from alert_opening o where o.alert_id = a.id and o.opening > l.opening) following
    cross join lateral (
      select count(*)::int as n, max(g.severity) as severity, max(g.closed_at) as closed_at,
        jsonb_agg(g.broken_limits order by g.occurred_at desc, g.id desc) filter (where g.broken_limits is not null) as broken,
        (array_agg(g.closed_reason order by g.closed_at desc nulls last, g.id))[1] as closed_reason,
        (array_agg(g.closed_by order by g.closed_at desc nulls last, g.id))[1] as closed_by,
        (array_agg(g.outcome order by g.closed_at desc nulls last, g.id))[1] as outcome,
        (array_agg(g.outcome_text order by g.closed_at desc nulls last, g.id))[1] as outcome_text
      from alert_trigger g
      where g.opening = l.opening) t
    cross join lateral (
      select coalesce(t.closed_at, following.next_at) as closed_at, t.closed_reason, t.closed_by, t.outcome, t.outcome_text where following.next_at is not null
      union all select a.closed_at, a.closed_reason, a.closed_by, a.outcome, a.outcome_text where following.next_at is null) ended
    where a.patient_id = ${patientId} and a.type <> 'PacsanaEvent' and l.opened_at <= ${to}::timestamptz
      and (ended.closed_at is null or ended.closed_at >= ${from}::timestamptz)
    order by l.opened_at desc, l.opening desc limit ${sql.lit(most)}`.execute(trx)
  return {
    count: rows[0]?.of_all ?? 0,
    alerts: rows.map((row) => ({
      ...row,
      name: row.rule?.name ?? row.schedule ?? ownName(row),
      silent: readSilenceKey(row.source_key)?.of ?? null,
    })),
  }
}
