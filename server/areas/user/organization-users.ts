import { sql } from 'kysely'
import type {
  NamedReference,
  OrganizationUserPage,
  QueryOrganizationUsersArgs,
} from '../../../schema/generated/resolvers'
import { foldName } from '../../../src/domain/virtual-ward/filter'
import { badInput } from '../../graphql/errors'
import { pageSize } from '../../graphql/paging'
import type { Scope } from '../../graphql/scope'

/** Characters of a search that are read; the rest finds nothing more. */
const longestSearch = 200

const wordsOf = (search: string): readonly string[] =>
  foldName(search.slice(0, longestSearch))
    .split(/[\s,]+/)
    .filter((word) => word !== '')

/**
 * Users of the acting organisation, by email.
 * @throws BAD_USER_INPUT naming `take` or `skip`
 */
export const organizationUsers = async (
  { trx, acting }: Scope,
  { search, take, skip }: QueryOrganizationUsersArgs,
): Promise<OrganizationUserPage> => {
  const size = pageSize(take)
  if (skip < 0) throw badInput([{ path: 'skip', message: 'Must be 0 or more' }])
  const text = sql<string>`fold_text(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '') || ' ' || u.email)`
  const found = wordsOf(search ?? '').reduce(
    (query, word) => query.where(sql<boolean>`strpos(${text}, ${word}) > 0`),
    trx
      .selectFrom('user_organization as uo')
      .innerJoin('user_account as u', 'u.id', 'uo.user_id')
      .where('uo.organization_id', '=', acting.organizationId)
      .where('uo.deleted_at', 'is', null)
      .where('u.deleted_at', 'is', null),
  )
  const rows = await found
    .select([
      'u.id',
      'u.email',
      'u.first_name',
      'u.last_name',
      'uo.roles',
      'uo.job_role',
      'u.enrolled_in_totp_mfa',
      'u.last_login_at',
      sql<NamedReference[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name) order by lower(w.name), w.id)
        from ward_staff s join ward w on w.id = s.ward_id and w.deleted_at is null
        where s.user_id = u.id and s.organization_id = uo.organization_id), '[]')`.as('wards'),
    ])
    .orderBy('u.email')
    .limit(size)
    .offset(skip)
    .execute()
  const { total } = await found
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return {
    total,
    users: rows.map((row) => ({
      id: row.id,
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
      roles: [...row.roles],
      jobRole: row.job_role,
      enrolledInTotpMfa: row.enrolled_in_totp_mfa,
      wards: row.wards,
      lastLoginAt: row.last_login_at,
    })),
  }
}
