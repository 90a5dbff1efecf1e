import { sql } from 'kysely'
import type { NamedReference, Patient, WardMove } from '../../../schema/generated/resolvers'
import type { Scope } from '../../graphql/scope'
import { mayOpen, wardIsOwn } from '../../graphql/visibility'
import { readPatient } from '../patient'

/** A shift and the one before it, milliseconds. */
const withinMs = 24 * 3_600_000
const told = 50

interface MoveRow {
  readonly patient_id: string
  readonly first_name: string
  readonly last_name: string
  readonly effective_at: string
  readonly from_id: string
  readonly from_name: string
  /** Null: not theirs to know. */
  readonly target: NamedReference | null
  readonly is_discharge: boolean
}

/** Query fields of schema/handover.graphql. */
export const handoverQueries = {
  async recentDischarges(scope: Scope): Promise<Patient[]> {
    const since = new Date(scope.clock.now() - withinMs).toISOString()
    const rows = await scope.trx
      .selectFrom('ward_admission as a')
      .select(['a.patient_id as id', (one) => one.fn.max('a.discharged_at').as('at')])
      .where('a.organization_id', '=', scope.acting.organizationId)
      .where('a.discharged_at', '>=', since)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('patient as p')
            .select('p.id')
            .whereRef('p.id', '=', 'a.patient_id')
            .where('p.deleted_at', 'is', null),
        ),
      )
      .where(mayOpen(scope.acting, sql.ref('a.patient_id')))
      .groupBy('a.patient_id')
      .orderBy('at', 'desc')
      .orderBy('a.patient_id')
      .limit(told)
      .execute()
    const patients: Patient[] = []
    for (const { id } of rows) patients.push(await readPatient(scope, id))
    return patients
  },
  async recentWardMoves(scope: Scope): Promise<WardMove[]> {
    const { acting, trx, clock } = scope
    if (!acting.principal.features.has('wards')) return []
    const since = new Date(clock.now() - withinMs).toISOString()
    const moves = sql`admission_event t where t.type = 'WardTransfer' and t.organization_id = ${acting.organizationId} and t.effective_at >= ${since}::timestamptz`
    const discharges = sql`
      select e.patient_id, p.first_name, p.last_name, e.effective_at, f.id as from_id, f.name as from_name, null::jsonb as target, true as is_discharge
      from admission_event e join patient p on p.id = e.patient_id and p.deleted_at is null join ward f on f.id = e.ward_id
      where e.type = 'Discharge' and e.organization_id = ${acting.organizationId} and e.effective_at >= ${since}::timestamptz
        and ${wardIsOwn(acting, sql.ref('e.ward_id'))}`
    const { rows } = await sql<MoveRow>`
      select m.patient_id, p.first_name, p.last_name, m.effective_at, m.from_id, f.name as from_name,
        case when ${mayOpen(acting, sql.ref('m.patient_id'))} then jsonb_build_object('id', g.id, 'name', g.name) end as target, false as is_discharge
      from (select e.patient_id, e.type, e.effective_at, e.ward_id,
          lag(e.ward_id) over (partition by e.admission_id order by e.effective_at, e.created_at, e.id) as from_id
        from admission_event e where e.type in ('Admission', 'WardTransfer') and e.admission_id in (select t.admission_id from ${moves})) m
      join patient p on p.id = m.patient_id and p.deleted_at is null join ward f on f.id = m.from_id join ward g on g.id = m.ward_id
      where m.type = 'WardTransfer' and m.effective_at >= ${since}::timestamptz and m.from_id <> m.ward_id
        and ${wardIsOwn(acting, sql.ref('m.from_id'))}
      union all ${discharges}
      order by effective_at desc, patient_id limit ${told}`.execute(trx)
    return rows.map((row) => ({
      patientId: row.patient_id,
      firstName: row.first_name,
      lastName: row.last_name,
      from: { id: row.from_id, name: row.from_name },
      to: row.target,
      isDischarge: row.is_discharge,
      at: row.effective_at,
    }))
  },
}
