import { sql } from 'kysely'
import type { Patient } from '../../../schema/generated/resolvers'
import type { Scope } from '../../graphql/scope'
import { mayOpen } from '../../graphql/visibility'
import { readPatient } from '../patient'

/** A shift and the one before it, milliseconds. */
const withinMs = 24 * 3_600_000
const told = 50

/** Query fields of schema/handover.graphql. */
export const handoverQueries = {
  async recentDischarges(scope: Scope): Promise<Patient[]> {
    const since = new Date(scope.clock.now() - withinMs).toISOString()
    const rows = await scope.trx
      .selectFrom('ward_admission as a')
      .select(['a.patient_id as id', (one) => one.fn.max('a.discharged_at').as('at')])
      .where('a.organization_id', '=', scope.acting.organizationId)
      .where('a.discharged_at', '>=', since)
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
}
