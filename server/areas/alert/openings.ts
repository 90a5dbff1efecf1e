import { sql } from 'kysely'
import type { AlertType, ReportAlert } from '../../../schema/generated/resolvers'
import type { AlertOutcome } from '../../../src/domain/alerts/outcome'
import type { Trx } from '../../db/database'
import { ownRule, type OwnRule } from './own-rule'

interface Row {
  readonly opening: string
  readonly opened_at: string
  readonly acknowledged_at: string | null
  readonly closed_at: string | null
  readonly is_open: boolean
  readonly outcome: AlertOutcome | null
  readonly outcome_text: string | null
  readonly type: AlertType
  readonly source_key: string
  readonly rule: OwnRule | null
  readonly broken: readonly unknown[] | null
  readonly schedule_name: string | null
  readonly severity: number
  readonly triggers: number
}

/** Which openings are read: those that were open at a time from `start` to `end`. */
export interface OpeningsAsked {
  readonly patientId: string
  readonly start: string
  readonly end: string
  /** Only those that opened earlier; null: from the newest on. */
  readonly before: string | null
}

/**
 * A page of the times that alerts of a patient were open, newest first, with all of its last
 * instant, so that `before` skips none.
 */
export async function alertOpenings(
  trx: Trx,
  { patientId, start, end, before }: OpeningsAsked,
  take: number,
): Promise<ReportAlert[]> {
  const until = before ?? end
  const { rows } = await sql<Row>`
    select l.opening::text as opening, l.opened_at, l.first_acknowledged_at as acknowledged_at, ended.closed_at, ended.outcome, ended.outcome_text,
      following.next_at is null and a.status = 'open' as is_open, a.type, a.source_key,
      app_alert_rule(a.alert_rule_id) as rule, app_checkup_type_name(a.checkup_type_id) as schedule_name,
      coalesce(t.severity, a.severity) as severity, greatest(t.n, 1) as triggers, t.broken
    from alert a join alert_opening l on l.alert_id = a.id
    cross join lateral (select min(o.opened_at) as next_at from alert_opening o where o.alert_id = a.id and o.opening > l.opening) following
    cross join lateral (select count(*)::int as n, max(g.severity) as severity, max(g.closed_at) as closed_at,
        jsonb_agg(g.broken_limits order by g.occurred_at desc, g.id desc) filter (where g.broken_limits is not null) as broken,
        (array_agg(g.outcome order by g.closed_at desc nulls last, g.id))[1] as outcome,
        (array_agg(g.outcome_text order by g.closed_at desc nulls last, g.id))[1] as outcome_text
      from alert_trigger g
      where g.opening = l.opening) t
    cross join lateral (
      select t.closed_at, t.outcome, t.outcome_text where following.next_at is not null
      union all select case when a.status = 'closed' then a.closed_at end, a.outcome, a.outcome_text where following.next_at is null) ended
    where a.patient_id = ${patientId} and a.type <> 'PacsanaEvent' and l.opened_at < ${until}::timestamptz
      and (l.opened_at >= ${start}::timestamptz or coalesce(ended.closed_at, following.next_at, 'infinity') >= ${start}::timestamptz)
    order by l.opened_at desc fetch first ${sql.lit(take)} rows with ties`.execute(trx)
  return rows.map((row) => ({
    id: row.opening,
    type: row.type,
    alertRule: row.rule ?? ownRule(row.source_key, row.broken ?? []),
    scheduleName: row.type === 'CheckupScheduleEvent' ? row.schedule_name : null,
    severity: row.severity,
    openedAt: row.opened_at,
    acknowledgedAt: row.acknowledged_at,
    closedAt: row.closed_at,
    isOpen: row.is_open,
    outcome: row.outcome,
    outcomeText: row.outcome_text,
    count: row.triggers,
  }))
}
