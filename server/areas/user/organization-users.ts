import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type {
  NamedReference,
  OrganizationUser,
  OrganizationUserPage,
  OrganizationUserSort,
  QueryOrganizationUsersArgs,
} from '../../../schema/generated/resolvers'
import { foldName } from '../../../src/domain/identity'
import { isoNow } from '../../clock'
import { badInput, notFound } from '../../graphql/errors'
import { pageSize } from '../../graphql/paging'
import type { Scope } from '../../graphql/scope'

/** Characters of a search that are read; the rest finds nothing more. */
const longestSearch = 200

const wordsOf = (search: string): readonly string[] =>
  foldName(search.slice(0, longestSearch))
    .split(/[\s,]+/)
    .filter((word) => word !== '')

interface Listed {
  readonly id: string
  readonly email: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly roles: readonly string[]
  readonly job_role: string | null
  readonly enrolled: boolean
  readonly last_login_at: string | null
  readonly ward_ids: readonly string[]
  readonly sent_at: string | null
  readonly expires_at: string | null
}

/**
 * Users are staff (O002): a patient's login is none of them. Who was invited is no more here than the
 * address by which they were: whether and how they are known elsewhere is nobody's to read.
 */
const ownUsers = ({ trx, acting }: Scope) =>
  trx.selectFrom(
    sql<Listed>`(
      select u.id, u.email, u.first_name, u.last_name, uo.roles, uo.job_role, u.enrolled_in_totp_mfa as enrolled, u.last_login_at,
        null::timestamptz as sent_at, null::timestamptz as expires_at, '[]'::jsonb as ward_ids
      from user_organization uo join user_account u on u.id = uo.user_id
      where uo.organization_id = ${acting.organizationId} and uo.deleted_at is null and u.deleted_at is null and not u.is_self_care
      union all
      select i.id, i.email, null, null, i.roles, i.job_role, false, null, coalesce(i.sent_at, i.created_at), i.expires_at, i.ward_ids
      from invitation i where i.organization_id = ${acting.organizationId})`.as('one'),
  )

const columns = ({ acting }: Scope) =>
  [
    'one.id',
    'one.email',
    'one.first_name',
    'one.last_name',
    'one.roles',
    'one.job_role',
    'one.enrolled',
    'one.last_login_at',
    'one.sent_at',
    'one.expires_at',
    sql<NamedReference[]>`coalesce((
      select jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name) order by lower(w.name), w.id)
      from ward w where w.organization_id = ${acting.organizationId} and w.deleted_at is null and (one.ward_ids ? w.id or exists (
        select 1 from ward_staff s where s.ward_id = w.id and s.user_id = one.id and s.organization_id = w.organization_id))), '[]')`.as(
      'wards',
    ),
  ] as const

const userOf = (
  row: Omit<Listed, 'ward_ids'> & { readonly wards: NamedReference[] },
  at: string,
): OrganizationUser => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  roles: [...row.roles],
  jobRole: row.job_role,
  enrolledInTotpMfa: row.enrolled,
  wards: row.wards,
  lastLoginAt: row.last_login_at,
  invitation:
    row.sent_at === null || row.expires_at === null
      ? null
      : { sentAt: row.sent_at, expiresAt: row.expires_at, hasExpired: row.expires_at <= at },
})

/** One user of the acting organisation. @throws NOT_FOUND */
export const organizationUser = async (scope: Scope, id: string): Promise<OrganizationUser> => {
  const row = await ownUsers(scope)
    .select(columns(scope))
    .where('one.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return userOf(row, isoNow(scope.clock))
}

const sortedBy: Readonly<Record<OrganizationUserSort, RawBuilder<unknown>>> = {
  EMAIL: sql.ref('one.email'),
  FIRST_NAME: sql`fold_text(one.first_name)`,
  LAST_NAME: sql`fold_text(one.last_name)`,
  LAST_LOGIN: sql.ref('one.last_login_at'),
}

/**
 * A page of the users of the acting organisation. What is told of them is read of the page alone: a
 * page far in skips people, not their wards.
 * @throws BAD_USER_INPUT naming `take` or `skip`
 */
export const listUsers = async (
  scope: Scope,
  { search, take, skip, sort, descending }: QueryOrganizationUsersArgs,
): Promise<Omit<OrganizationUserPage, 'signInsAreOurs'>> => {
  const size = pageSize(take)
  if (skip < 0) throw badInput([{ path: 'skip', message: 'Must be 0 or more' }])
  const text = sql<string>`fold_text(coalesce(one.first_name, '') || ' ' || coalesce(one.last_name, '') || ' ' || one.email)`
  const found = wordsOf(search ?? '').reduce(
    (query, word) => query.where(sql<boolean>`strpos(${text}, ${word}) > 0`),
    ownUsers(scope),
  )
  const page = await found
    .select('one.id')
    .orderBy(sortedBy[sort ?? 'EMAIL'], (order) =>
      descending === true ? order.desc().nullsLast() : order.asc().nullsLast(),
    )
    .orderBy('one.email')
    .limit(size)
    .offset(skip)
    .execute()
  const ids = page.map(({ id }) => id)
  const rows = await ownUsers(scope)
    .select(columns(scope))
    .where('one.id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  const { total } = await found
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  const users = new Map(rows.map((row) => [row.id, userOf(row, isoNow(scope.clock))]))
  return { total, users: ids.flatMap((id) => users.get(id) ?? []) }
}
