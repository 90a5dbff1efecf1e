import { sql } from 'kysely'
import type { AlertType, Person, ResolvedAlert } from '../../../schema/generated/resolvers'
import { toldResolved } from '../../../src/domain/alerts/alert'
import type { AlertOutcome } from '../../../src/domain/alerts/outcome'
import type { Scope } from '../../graphql/scope'
import { mayOpen } from '../../graphql/visibility'
import { ownRule, type OwnRule } from './own-rule'

/** A shift and the one before it, milliseconds. */
const withinMs = 24 * 3_600_000

interface Row {
  readonly id: string
  readonly patient_id: string
  readonly type: AlertType
  readonly source_key: string
  readonly rule: OwnRule | null
  readonly broken: readonly unknown[] | null
  readonly closed_at: string
  readonly closer: Person | null
  readonly outcome: AlertOutcome | null
  readonly outcome_text: string | null
}

/** What people resolved on the wards, by the triggers: an alert keeps only its last end. */
export async function resolvedAlerts({ acting, trx, clock }: Scope): Promise<ResolvedAlert[]> {
  const since = new Date(clock.now() - withinMs).toISOString()
  const { rows } = await sql<Row>`
    select a.id, a.patient_id, a.type, a.source_key, app_alert_rule(a.alert_rule_id) as rule, r.broken, r.closed_at, app_person(r.closed_by) as closer, r.outcome, r.outcome_text
    from (select g.alert_id, g.closed_at, g.closed_by, g.outcome, g.outcome_text,
        jsonb_agg(g.broken_limits order by g.occurred_at desc, g.id desc) filter (where g.broken_limits is not null) as broken
      from alert_trigger g where g.closed_reason = 'resolved' and g.closed_at >= ${since}::timestamptz
      group by g.alert_id, g.closed_at, g.closed_by, g.outcome, g.outcome_text) r
    join alert a on a.id = r.alert_id and a.type <> 'PacsanaEvent'
    where ${mayOpen(acting, sql.ref('a.patient_id'))}
      and exists (select 1 from ward_admission s where s.patient_id = a.patient_id and s.organization_id = ${acting.organizationId} and s.discharged_at is null)
    order by r.closed_at desc, a.id limit ${toldResolved}`.execute(trx)
  return rows.map((row) => ({
    id: row.id,
    patientId: row.patient_id,
    type: row.type,
    alertRule: row.rule ?? ownRule(row.source_key, row.broken ?? []),
    resolvedAt: row.closed_at,
    resolvedBy: row.closer,
    outcome: row.outcome,
    outcomeText: row.outcome_text,
  }))
}
