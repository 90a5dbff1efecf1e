import { sql } from 'kysely'
import { may } from '../../src/domain/access/may'
import type { Database, Trx } from '../db/database'
import type { Acting } from '../graphql/acting'
import { actingAs } from '../graphql/acting'

/**
 * The author as they were when something was captured: with the roles held at that instant in the organisation, also where
 * they lost them since. null: they were no member then.
 * @param at ISO instant.
 */
export const authorAt = (database: Database, userId: string, organizationId: string, at: string): Promise<Acting | null> => database.asSystem(async (trx) => {
  const member = await trx.selectFrom('user_organization as uo').innerJoin('user_account as u', 'u.id', 'uo.user_id')
    .select(['uo.roles', 'uo.created_at', 'uo.deleted_at', 'u.deleted_at as user_deleted_at'])
    .where('uo.user_id', '=', userId).where('uo.organization_id', '=', organizationId).executeTakeFirst()
  const earlier = await trx.selectFrom('access_history').select('roles').where('user_id', '=', userId).where('organization_id', '=', organizationId)
    .where('ward_id', 'is', null).where('since', '<=', at).where('until', '>', at).orderBy('until').limit(1).executeTakeFirst()
  if (member !== undefined && member.user_deleted_at !== null && member.user_deleted_at <= at) return null
  const isMember = member !== undefined && member.created_at <= at && (member.deleted_at === null || member.deleted_at > at)
  const roles = earlier?.roles ?? (isMember ? member.roles : null)
  return roles === null ? null : actingAs(trx, userId, organizationId, roles)
})

/**
 * Whether the author might open the patient at an instant: the patient was on a ward that was theirs then. Only what a ward
 * decides is asked; row security and requirePatient decide the rest.
 */
export async function couldOpen(trx: Trx, author: Acting, patientId: string, at: string): Promise<boolean> {
  if (!author.principal.features.has('wards')) return true
  const wards = may(author.principal, 'ward.oversee')
    ? sql`(select w.id from ward w where w.organization_id = ${author.organizationId})`
    : sql`(select app_wards_at(${author.userId}, ${at}::timestamptz))`
  const { rows } = await sql`select 1 from ward_admission wa where wa.patient_id = ${patientId} and wa.ward_id in ${wards}
    and wa.admitted_at <= ${at}::timestamptz and (wa.discharged_at is null or wa.discharged_at > ${at}::timestamptz)`.execute(trx)
  return rows.length > 0
}
