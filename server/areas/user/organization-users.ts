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
import { badInput, notFound } from '../../graphql/errors'
import { pageSize } from '../../graphql/paging'
import type { Scope } from '../../graphql/scope'

/** Characters of a search that are read; the rest finds nothing more. */
const longestSearch = 200

const wordsOf = (search: string): readonly string[] =>
  foldName(search.slice(0, longestSearch))
    .split(/[\s,]+/)
    .filter((word) => word !== '')

/** Users are staff (O002): a patient's login is none of them. */
const ownUsers = ({ trx, acting }: Scope) =>
  trx
    .selectFrom('user_organization as uo')
    .innerJoin('user_account as u', 'u.id', 'uo.user_id')
    .where('uo.organization_id', '=', acting.organizationId)
    .where('uo.deleted_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where('u.is_self_care', '=', false)

/**
 * Who is known elsewhere and has not come yet is no more here than the address by which they were
 * invited: whether and how they are known there is nobody's to read.
 */
const ifHere = <Column>(column: string) =>
  sql<Column>`case when not uo.is_awaited then ${sql.ref(column)} end`

const columns = [
  'u.id',
  'u.email',
  ifHere<string | null>('u.first_name').as('first_name'),
  ifHere<string | null>('u.last_name').as('last_name'),
  'uo.roles',
  'uo.job_role',
  sql<boolean>`u.enrolled_in_totp_mfa and not uo.is_awaited`.as('enrolled_in_totp_mfa'),
  ifHere<string | null>('u.last_login_at').as('seen'),
  sql<NamedReference[]>`coalesce((
    select jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name) order by lower(w.name), w.id)
    from ward_staff s join ward w on w.id = s.ward_id and w.deleted_at is null
    where s.user_id = u.id and s.organization_id = uo.organization_id), '[]')`.as('wards'),
] as const

const userOf = (row: {
  id: string
  email: string
  first_name: string | null
  last_name: string | null
  roles: readonly string[]
  job_role: string | null
  enrolled_in_totp_mfa: boolean
  seen: string | null
  wards: NamedReference[]
}): OrganizationUser => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  roles: [...row.roles],
  jobRole: row.job_role,
  enrolledInTotpMfa: row.enrolled_in_totp_mfa,
  wards: row.wards,
  lastLoginAt: row.seen,
})

/** One user of the acting organisation. @throws NOT_FOUND */
export const organizationUser = async (scope: Scope, id: string): Promise<OrganizationUser> => {
  const row = await ownUsers(scope).select(columns).where('u.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound()
  return userOf(row)
}

const sortedBy: Readonly<Record<OrganizationUserSort, RawBuilder<unknown>>> = {
  EMAIL: sql.ref('u.email'),
  FIRST_NAME: sql`fold_text(${ifHere('u.first_name')})`,
  LAST_NAME: sql`fold_text(${ifHere('u.last_name')})`,
  LAST_LOGIN: ifHere('u.last_login_at'),
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
  const text = sql<string>`fold_text(coalesce(${ifHere('u.first_name')}, '') || ' ' || coalesce(${ifHere('u.last_name')}, '') || ' ' || u.email)`
  const found = wordsOf(search ?? '').reduce(
    (query, word) => query.where(sql<boolean>`strpos(${text}, ${word}) > 0`),
    ownUsers(scope),
  )
  const page = await found
    .select('u.id')
    .orderBy(sortedBy[sort ?? 'EMAIL'], (order) =>
      descending === true ? order.desc().nullsLast() : order.asc().nullsLast(),
    )
    .orderBy('u.email')
    .limit(size)
    .offset(skip)
    .execute()
  const ids = page.map(({ id }) => id)
  const rows = await ownUsers(scope)
    .select(columns)
    .where('u.id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  const { total } = await found
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  const users = new Map(rows.map((row) => [row.id, userOf(row)]))
  return { total, users: ids.flatMap((id) => users.get(id) ?? []) }
}
