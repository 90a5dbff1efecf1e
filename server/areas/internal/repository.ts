import { sql, type RawBuilder } from 'kysely'
import type {
  InternalOrganization,
  InternalOrganizationPage,
  InternalUser,
  MailTrouble,
  OutboxMail,
} from '../../../schema/generated/internal-resolvers'
import { isSystemRole, systemRoles } from '../../../src/domain/access/roles'
import type { Clock } from '../../clock'
import type { Trx } from '../../db/database'
import { keptMails } from '../../db/mail-outbox'
import { troubledMails } from '../../db/outgoing'
import { pageLimit } from '../../graphql/paging'
import type { InternalScope } from '../../graphql/scope'

/** Users of an organisation by e-mail, with the removed and deleted ones where asked for. */
export async function usersOf(
  { trx, administration }: InternalScope,
  organizationId: string,
  includeDeleted: boolean,
): Promise<InternalUser[]> {
  const asked = await trx
    .selectFrom('invitation')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('email')
    .execute()
  const rows = await trx
    .selectFrom('user_organization as uo')
    .innerJoin('user_account as u', 'u.id', 'uo.user_id')
    .selectAll('u')
    .select(['uo.roles', 'uo.job_role', 'uo.invited_at', 'uo.deleted_at as removed_at'])
    .where('uo.organization_id', '=', organizationId)
    .$if(!includeDeleted, (query) =>
      query.where('u.deleted_at', 'is', null).where('uo.deleted_at', 'is', null),
    )
    .orderBy('u.email')
    .execute()
  const known =
    administration === null
      ? null
      : await administration.accountsOf(trx, [
          ...rows.map((row) => row.id),
          ...asked.flatMap((one) => one.user_id ?? []),
        ])
  const invited = asked.map((one) => ({
    id: one.id,
    email: one.email,
    firstName: null,
    lastName: null,
    roles: [...one.roles],
    jobRole: one.job_role,
    isSelfCare: false,
    hasProviderUser: known === null ? null : one.user_id !== null && known.has(one.user_id),
    invitedAt: one.sent_at,
    lastLoginAt: null,
    deletedAt: null,
    hasAccepted: false,
  }))
  const users = rows.map((row) => ({
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    roles: [...row.roles],
    jobRole: row.job_role,
    isSelfCare: row.is_self_care,
    hasProviderUser: known === null ? null : known.has(row.id),
    invitedAt: row.invited_at,
    lastLoginAt: row.last_login_at,
    deletedAt: row.deleted_at ?? row.removed_at,
    hasAccepted: true,
  }))
  return [...users, ...invited].toSorted((a, b) => (a.email < b.email ? -1 : 1))
}

/** Whether an organisation asked somebody, by this invitation, who has not answered. */
export const isInvitation = async (
  trx: Trx,
  { userId: id, organizationId }: { readonly userId: string; readonly organizationId: string },
): Promise<boolean> =>
  (await trx
    .selectFrom('invitation')
    .select('id')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()) !== undefined

const organizations = (trx: Trx) => trx.selectFrom('organization as o')

const membersWhere = (which: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from user_organization uo join user_account u on u.id = uo.user_id
    where uo.organization_id = o.id and uo.deleted_at is null and u.deleted_at is null and ${which})`

const listed = (trx: Trx) =>
  organizations(trx).select([
    'o.id',
    'o.name',
    'o.type',
    'o.edition',
    'o.created_at',
    'o.requires_second_factor',
    membersWhere(sql`not u.is_self_care`).as('users'),
    membersWhere(sql`u.is_self_care`).as('patient_logins'),
    sql<boolean>`exists (select 1 from accepted_terms t where t.organization_id = o.id)`.as(
      'accepted',
    ),
    sql<
      string[]
    >`coalesce((select jsonb_agg(r.name order by r.name) from role r where r.organization_id = o.id), '[]')`.as(
      'custom_roles',
    ),
  ])

/** Roles that a user can be given; a patient's login and internal staff are made by other means. */
const offered = systemRoles.filter((name) => !isSystemRole(name))

const organizationOf = (row: {
  id: string
  name: string
  type: string
  edition: string
  created_at: string
  requires_second_factor: boolean
  users: number
  patient_logins: number
  accepted: boolean
  custom_roles: string[]
}): InternalOrganization => ({
  id: row.id,
  name: row.name,
  type: row.type,
  edition: row.edition,
  roles: [...new Set([...offered, ...row.custom_roles])],
  numberOfUsers: row.users,
  numberOfPatientLogins: row.patient_logins,
  acceptedTerms: row.accepted,
  requiresSecondFactor: row.requires_second_factor,
  createdAt: row.created_at,
})

/** A page of the organisations by name; every word of the search is somewhere in it. */
export async function pageOfOrganizations(
  trx: Trx,
  search: string,
  page: { readonly take: number; readonly skip: number },
): Promise<InternalOrganizationPage> {
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean).slice(0, 10)
  const matches = sql<boolean>`${sql.join(
    [sql`true`, ...words.map((word) => sql`position(fold_text(${word}) in fold_text(o.name)) > 0`)],
    sql` and `,
  )}`
  const rows = await listed(trx)
    .where(matches)
    .orderBy(sql`lower(o.name)`)
    .orderBy('o.id')
    .limit(page.take)
    .offset(page.skip)
    .execute()
  const counted = await organizations(trx)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(matches)
    .executeTakeFirstOrThrow()
  return { organizations: rows.map(organizationOf), total: Number(counted.total) }
}

/** One organisation; undefined: there is none. */
export const findOrganization = async (
  trx: Trx,
  id: string,
): Promise<InternalOrganization | undefined> => {
  const row = await listed(trx).where('o.id', '=', id).executeTakeFirst()
  return row && organizationOf(row)
}

/** The first pathway of an organisation is its default until it chooses another. */
export const chooseDefaultPathway = async (
  trx: Trx,
  organizationId: string,
  [first]: readonly string[],
): Promise<void> => {
  await trx
    .updateTable('organization')
    .set({ default_care_pathway_id: first ?? null })
    .where('id', '=', organizationId)
    .execute()
}

/** Practices none of whose users was sent a welcome mail or ever signed in. */
export const countNotInvited = async (trx: Trx): Promise<number> => {
  const row = await organizations(trx)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('o.type', '=', 'practice')
    .where(
      sql<boolean>`not exists (select 1 from user_organization uo join user_account u on u.id = uo.user_id
        where uo.organization_id = o.id and uo.deleted_at is null and u.deleted_at is null
          and (uo.invited_at is not null or u.last_login_at is not null))
        and not exists (select 1 from invitation i where i.organization_id = o.id and i.sent_at is not null)`,
    )
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

/** Notes that a member's welcome mail was written. */
export const noteInvited = async (
  trx: Trx,
  member: { readonly userId: string; readonly organizationId: string },
  at: string,
): Promise<void> => {
  await trx
    .updateTable('user_organization')
    .set({ invited_at: at })
    .where('user_id', '=', member.userId)
    .where('organization_id', '=', member.organizationId)
    .execute()
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

/** Mails that could not be handed over yet, or were given up, newest first. */
export const newestTroubles = async (trx: Trx): Promise<MailTrouble[]> =>
  (await troubledMails(trx, pageLimit)).map((row) => ({
    id: row.id,
    to: row.to_address ?? '',
    subject: row.subject,
    createdAt: row.created_at,
    attempts: row.attempts,
    problem: row.problem ?? '',
    dueAt: row.due_at,
  }))
