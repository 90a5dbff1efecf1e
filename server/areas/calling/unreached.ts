import { sql } from 'kysely'
import type { UnreachedWard } from '../../../src/domain/calling/calling'
import type { NobodyReason } from '../../../src/domain/calling/next'
import type { Trx } from '../../db/database'

/** Wards that are told at most. */
const most = 50

interface Row {
  readonly ward_id: string
  readonly ward: string
  readonly organization: string
  readonly since: string
  readonly reason: NobodyReason
  readonly patients: number
}

/**
 * The wards where nobody can be reached about a patient, by name, each with the reason of whom it is told
 * for the longest time. @param organizationId null: of all organisations
 */
export const unreachedIn = async (
  trx: Trx,
  organizationId: string | null,
): Promise<readonly (UnreachedWard & { readonly organization: string })[]> => {
  const { rows } = await sql<Row>`
    select c.ward_id, w.name as ward, o.name as organization, min(l.nobody_at) as since, count(*)::int as patients,
      (array_agg(l.nobody_reason order by l.nobody_at, l.id))[1] as reason
    from calling c join calling l on l.id = coalesce(c.led_by, c.id) join ward w on w.id = c.ward_id join organization o on o.id = c.organization_id
    where l.nobody_at is not null and c.ended_at is null and (${organizationId}::text is null or c.organization_id = ${organizationId})
    group by c.ward_id, w.name, o.name order by o.name, w.name, c.ward_id limit ${most}`.execute(
    trx,
  )
  return rows.map(({ ward_id: id, ward: name, organization, since, reason, patients }) => ({
    ward: { id, name },
    organization,
    since,
    reason,
    patients,
  }))
}
