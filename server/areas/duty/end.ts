import { sql, type RawBuilder } from 'kysely'
import { may } from '../../../src/domain/access/may'
import { isoNow } from '../../clock'
import { appendAction } from '../../db/action-log'
import type { Database, Trx } from '../../db/database'
import { hasNoAccount } from '../../db/gone-user'
import { actingWith, customPermissionsIn } from '../../graphql/acting'
import type { Acting } from '../../graphql/acting'
import type { Scope } from '../../graphql/scope'
import { wardIsOwn } from '../../graphql/visibility'
import { newRound } from '../../jobs/apart'
import { decidedNow, type JobParts } from '../../jobs/database-clock'
import { forOrganization } from '../../jobs/organization-failed'

/** Why a duty ended that nobody left and nobody took over. Words of the action log. */
type DutyEnd = 'unassigned' | 'ward-deleted' | 'user-removed' | 'account-gone' | 'right-lost'

/**
 * Who ends a duty, and when; also internal staff, of another organisation, and, as nobody, the
 * server itself.
 */
type Ender = Pick<Scope, 'trx' | 'loggedInAs' | 'clock'> & {
  readonly acting: { readonly userId: string | null }
}

/**
 * Users with the rights that the rows of this transaction give, each in one organisation; whoever is
 * no member is left out. Keep the organisation locked, or they may change meanwhile.
 * @param members rows of user_id and organization_id, each pair once
 */
export const allActingNow = async (
  trx: Trx,
  members: RawBuilder<unknown>,
): Promise<readonly Acting[]> => {
  const { rows } = await sql<{
    user_id: string
    is_internal_staff: boolean
    is_self_care: boolean
    roles: readonly string[]
    id: string
    name: string
    type: string
    features: Readonly<Record<string, boolean>>
  }>`select uo.user_id, u.is_internal_staff, u.is_self_care, uo.roles, o.id, o.name, o.type, o.features
    from (${members}) as m (user_id, organization_id)
    join user_organization uo on uo.user_id = m.user_id and uo.organization_id = m.organization_id and uo.deleted_at is null
    join user_account u on u.id = uo.user_id and u.deleted_at is null join organization o on o.id = uo.organization_id`.execute(
    trx,
  )
  const permissions = await customPermissionsIn(
    trx,
    rows.map(({ id, roles }) => ({ organizationId: id, roles })),
  )
  return rows.map((row) =>
    actingWith({
      user: {
        id: row.user_id,
        isInternalStaff: row.is_internal_staff,
        isSelfCare: row.is_self_care,
      },
      // Terms are the organisation's: they take nobody's right.
      organization: { ...row, acceptedTerms: true },
      roles: row.roles,
      customPermissions: permissions(row.id, row.roles),
    }),
  )
}

/** The same of one user; null: no member. */
export const actingNow = async (
  trx: Trx,
  organizationId: string,
  userId: string,
): Promise<Acting | null> =>
  (await allActingNow(trx, sql`values (${userId}::text, ${organizationId}::text)`))[0] ?? null

/** Ends a duty that goes on. @returns false: it had ended */
export const endDuty = async (
  { trx }: Pick<Scope, 'trx'>,
  id: string,
  at: string,
): Promise<boolean> =>
  (await trx
    .updateTable('ward_duty')
    // Not before it began, whatever the clocks of two servers say.
    .set({ left_at: sql<string>`greatest(accepted_at, ${at}::timestamptz)` })
    .where('id', '=', id)
    .where('left_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

interface OpenDuty {
  readonly id: string
  readonly ward_id: string
  readonly user_id: string
}

const end = async (
  by: Ender,
  organizationId: string,
  duty: OpenDuty,
  reason: DutyEnd,
): Promise<void> => {
  const at = isoNow(by.clock)
  if (!(await endDuty(by, duty.id, at))) return
  await appendAction(by.trx, {
    organizationId,
    at,
    actorId: by.acting.userId,
    loggedInAs: by.loggedInAs,
    action: 'endDuty',
    entityType: 'ward',
    entityId: duty.ward_id,
    details: { dutyId: duty.id, userId: duty.user_id, reason },
  })
}

const openDuties = (
  { trx }: Ender,
  organizationId: string,
  { userId, wardId }: { readonly userId?: string; readonly wardId?: string },
): Promise<readonly OpenDuty[]> =>
  trx
    .selectFrom('ward_duty')
    .select(['id', 'ward_id', 'user_id'])
    .where('organization_id', '=', organizationId)
    .where('left_at', 'is', null)
    .where((where) =>
      where.and([
        ...(userId === undefined ? [] : [where('user_id', '=', userId)]),
        ...(wardId === undefined ? [] : [where('ward_id', '=', wardId)]),
      ]),
    )
    .orderBy('id')
    .execute()

/**
 * Ends the duties of a user, or on a ward, whose ground is gone. In the transaction that takes it,
 * under the lock of the ward or of the organisation.
 */
export const endDuties = async (
  by: Ender,
  organizationId: string,
  which: { readonly userId?: string; readonly wardId?: string },
  reason: DutyEnd,
): Promise<void> => {
  for (const duty of await openDuties(by, organizationId, which))
    await end(by, organizationId, duty, reason)
}

/**
 * Ends the duties of those who may no longer have them: by their roles, as they are in this
 * transaction, on that ward. Under the lock of the organisation.
 */
export const endLostDuties = async (
  by: Ender,
  organizationId: string,
  which: { readonly userId?: string } = {},
): Promise<void> => {
  for (const duty of await openDuties(by, organizationId, which)) {
    const acting = await actingNow(by.trx, organizationId, duty.user_id)
    if (acting === null) {
      await end(by, organizationId, duty, 'user-removed')
      continue
    }
    const { rows } = await sql<{ own: boolean }>`select ${wardIsOwn(
      acting,
      sql`${duty.ward_id}::text`,
    )} as own`.execute(by.trx)
    if (!may(acting.principal, 'duty.change') || rows[0]?.own !== true)
      await end(by, organizationId, duty, 'right-lost')
  }
}

/**
 * Ends a duty whose user's account was ended or disabled, wherever that was done.
 * @returns how many ended; 0: there is none
 */
export const endGoneDuties = (
  database: Database,
  parts: JobParts,
  round = newRound(),
): Promise<number> =>
  database.asSystem(async (trx) => {
    const duty = await trx
      .selectFrom('ward_duty as d')
      .select(['d.id', 'd.ward_id', 'd.user_id', 'd.organization_id'])
      .where('d.left_at', 'is', null)
      .where(hasNoAccount(sql.ref('d.user_id')))
      .$if(round.without.length > 0, (query) =>
        query.where('d.organization_id', 'not in', [...round.without]),
      )
      .limit(1)
      .executeTakeFirst()
    if (duty === undefined) return 0
    const now = await decidedNow(trx, parts)
    const server = { trx, acting: { userId: null }, loggedInAs: null, clock: { now: () => now } }
    await forOrganization(duty.organization_id, () =>
      end(server, duty.organization_id, duty, 'account-gone'),
    )
    return 1
  })
