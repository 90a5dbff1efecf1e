import { sql } from 'kysely'
import type { AlertsAfterDischarge } from '../../../schema/generated/resolvers'
import { mostAfterDischarge } from '../../../src/domain/alerts/after-discharge'
import type { Scope } from '../../graphql/scope'
import { hasWards, mayOpen } from '../../graphql/visibility'

/**
 * The patients on no ward whose record the user may open and of whom alerts are open, the gravest first: those whose
 * last ward was the acting organisation's, which is called about them, and those of its own alerts who were on none.
 * Without wards everybody is on the board.
 */
export async function alertsAfterDischarge({
  acting,
  trx,
}: Scope): Promise<AlertsAfterDischarge[]> {
  if (!hasWards(acting)) return []
  const { rows } = await sql<AlertsAfterDischarge>`
    select a.patient_id as "patientId", p.first_name as "firstName", p.last_name as "lastName", s.ward, s.discharged_at as "dischargedAt",
      count(*)::int as alerts, max(a.severity) as severity, min(a.started_at) as "startedAt"
    from alert a join patient p on p.id = a.patient_id left join lateral app_last_place(a.patient_id) s on true
    where a.status = 'open' and a.type <> 'PacsanaEvent' and p.deleted_at is null
      and case when s.organization_id is null then a.organization_id = ${acting.organizationId} else s.organization_id = ${acting.organizationId} and s.discharged_at is not null end
      and ${mayOpen(acting, sql.ref('a.patient_id'))}
    group by a.patient_id, p.first_name, p.last_name, s.ward, s.discharged_at
    order by max(a.severity) desc, min(a.started_at), a.patient_id limit ${mostAfterDischarge}`.execute(
    trx,
  )
  return rows
}
