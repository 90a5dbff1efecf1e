import { sql } from 'kysely'
import type { SupportSignIn } from '../../../schema/generated/resolvers'
import { formatStaffName, type StaffName } from '../../../src/domain/identity'
import type { Scope } from '../../graphql/scope'

const listedMs = 90 * 86_400_000
const most = 200

const nameOf = (person: StaffName | null): string | null => formatStaffName(person) || null

/** Query fields of schema/support-sign-in.graphql. */
export const supportSignInQueries = {
  async supportSignIns({ trx, acting, clock }: Scope): Promise<SupportSignIn[]> {
    const rows = await trx
      .selectFrom('action_log')
      .select([
        'seq',
        'at',
        'details',
        sql<StaffName | null>`app_person(actor_id)`.as('staff'),
        sql<StaffName | null>`app_person(entity_id)`.as('user'),
      ])
      .where('organization_id', '=', acting.organizationId)
      .where('action', '=', 'loginAs')
      // The staff's own organisation has entries about users of others.
      .where(
        sql<boolean>`exists (select 1 from user_organization uo where uo.user_id = entity_id and uo.organization_id = ${acting.organizationId})`,
      )
      .where('at', '>=', new Date(clock.now() - listedMs).toISOString())
      .orderBy('seq', 'desc')
      .limit(most)
      .execute()
    return rows.map(({ seq, at, details, staff, user }) => ({
      id: String(seq),
      at,
      staffName: nameOf(staff),
      userName: nameOf(user),
      reason: typeof details['reason'] === 'string' ? details['reason'] : '',
    }))
  },
}
