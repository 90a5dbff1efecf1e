import type { InternalUser, OutboxMail } from '../../../schema/generated/internal-resolvers'
import type { Clock } from '../../clock'
import type { Trx } from '../../db/database'
import { keptMails } from '../../db/mail-outbox'
import { pageLimit } from '../../graphql/paging'

/** Users of an organisation by e-mail, with the removed and deleted ones where asked for. */
export async function usersOf(
  trx: Trx,
  organizationId: string,
  includeDeleted: boolean,
): Promise<InternalUser[]> {
  const rows = await trx
    .selectFrom('user_organization as uo')
    .innerJoin('user_account as u', 'u.id', 'uo.user_id')
    .selectAll('u')
    .select(['uo.roles', 'uo.job_role', 'uo.deleted_at as removed_at'])
    .where('uo.organization_id', '=', organizationId)
    .$if(!includeDeleted, (query) =>
      query.where('u.deleted_at', 'is', null).where('uo.deleted_at', 'is', null),
    )
    .orderBy('u.email')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    roles: [...row.roles],
    jobRole: row.job_role,
    lastLoginAt: row.last_login_at,
    deletedAt: row.deleted_at ?? row.removed_at,
  }))
}

/** Mails that were written instead of sent, newest first. */
export async function newestMails(trx: Trx, clock: Clock): Promise<OutboxMail[]> {
  const rows = await keptMails(trx, clock, pageLimit)
  return rows.map((row) => ({
    id: row.id,
    to: row.to_address,
    subject: row.subject,
    body: row.body,
    createdAt: row.created_at,
  }))
}
