import { sql } from 'kysely'
import type { AlertsAfterDischarge } from '../../../schema/generated/resolvers'
import type { Scope } from '../../graphql/scope'
import { mayOpen } from '../../graphql/visibility'

/** Patients that are told at most. */
const most = 50

/** The patients on no ward whose record the user may open and of whom alerts are open, the gravest first. */
export async function alertsAfterDischarge({
  acting,
  trx,
}: Scope): Promise<AlertsAfterDischarge[]> {
  const { rows } = await sql<AlertsAfterDischarge>`
    select a.patient_id as "patientId", p.first_name as "firstName", p.last_name as "lastName", s.ward, s.discharged_at as "dischargedAt",
      count(*)::int as alerts, max(a.severity) as severity, min(a.started_at) as "startedAt"
    from alert a join patient p on p.id = a.patient_id left join lateral (
      select w.name as ward, e.discharged_at from ward_admission e join ward w on w.id = e.ward_id
      where e.patient_id = a.patient_id and e.organization_id = ${acting.organizationId} order by e.discharged_at desc limit 1) s on true
    where a.status = 'open' and a.type <> 'PacsanaEvent' and a.organization_id = ${acting.organizationId} and p.deleted_at is null
      and not exists (select 1 from ward_admission n where n.patient_id = a.patient_id and n.discharged_at is null)
      and ${mayOpen(acting, sql.ref('a.patient_id'))}
    group by a.patient_id, p.first_name, p.last_name, s.ward, s.discharged_at
    order by max(a.severity) desc, min(a.started_at), a.patient_id limit ${most}`.execute(trx)
  return rows
}
