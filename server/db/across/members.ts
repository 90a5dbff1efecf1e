import { randomUUID } from 'node:crypto'
import type { Trx } from '../database'
import { asServer } from './server-rights'

/** A person who is made a user of an organisation. */
export interface Invited {
  readonly organizationId: string
  /** Lower case. */
  readonly email: string
  readonly roles: readonly string[]
  readonly jobRole: string | null
  /** ISO instant. */
  readonly at: string
}

/** What became of an invitation, and whose account it is. */
export interface Joined {
  readonly userId: string
  /**
   * `new`: nobody had the address. `known`: somebody who belongs elsewhere, or did. `member`: of
   * this organisation already. `patient`: the address of a patient's login, which joins nothing.
   */
  readonly kind: 'new' | 'known' | 'member' | 'patient'
}

/**
 * The account of an address, made where there is none; locked, so that nobody ends it meanwhile. One
 * that ended with its last membership begins again, with nothing of its rights.
 */
export async function accountFor(
  trx: Trx,
  person: {
    readonly email: string
    readonly firstName?: string | null
    readonly lastName?: string | null
  },
  organizationId: string,
  at: string,
): Promise<{
  readonly userId: string
  readonly isNew: boolean
  /** A patient's own login, which joins nothing. */
  readonly isPatient: boolean
  /** It had ended. */
  readonly wasRemoved: boolean
}> {
  const made = await trx
    .insertInto('user_account')
    .values({
      id: randomUUID(),
      email: person.email,
      first_name: person.firstName ?? null,
      last_name: person.lastName ?? null,
      acting_organization_id: organizationId,
      created_at: at,
    })
    .onConflict((on) => on.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  const account = await trx
    .selectFrom('user_account')
    .select(['id', 'deleted_at', 'is_self_care'])
    .where('email', '=', person.email)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const wasRemoved = account.deleted_at !== null && !account.is_self_care
  await trx
    .updateTable('user_account')
    .set({
      deleted_at: null,
      is_internal_staff: false,
      enrolled_in_totp_mfa: false,
      acting_organization_id: organizationId,
    })
    .where('id', '=', wasRemoved ? account.id : '')
    .execute()
  return {
    userId: account.id,
    isNew: made !== undefined,
    isPatient: account.is_self_care,
    wasRemoved,
  }
}

/**
 * Makes the person of an address a member, whom the mail of `also` welcomes, with the same rights. Whether the
 * address is known or not, the same statements are sent. The caller has checked who asks and which
 * roles they give, and holds the lock of the organisation.
 */
export const joinOrganization = (
  trx: Trx,
  { organizationId, email, roles, jobRole, at }: Invited,
  also: (joined: Joined) => Promise<void>,
): Promise<Joined> =>
  asServer(trx, organizationId, async () => {
    const account = await accountFor(trx, { email }, organizationId, at)
    const { isPatient, isNew } = account
    const membership = await trx
      .selectFrom('user_organization')
      .select('user_id')
      .where('user_id', '=', account.userId)
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    const isMember = membership !== undefined && !account.wasRemoved
    const joined: Joined = {
      userId: isPatient ? randomUUID() : account.userId,
      kind: isPatient ? 'patient' : isMember ? 'member' : isNew ? 'new' : 'known',
    }
    if (joined.kind === 'new' || joined.kind === 'known')
      await trx
        .insertInto('user_organization')
        .values({
          user_id: joined.userId,
          organization_id: organizationId,
          roles: JSON.stringify(roles),
          job_role: jobRole,
          created_at: at,
          invited_at: at,
          is_awaited: !isNew,
        })
        .onConflict((on) =>
          on.columns(['user_id', 'organization_id']).doUpdateSet({
            roles: JSON.stringify(roles),
            job_role: jobRole,
            created_at: at,
            invited_at: at,
            deleted_at: null,
            is_awaited: true,
          }),
        )
        .execute()
    await also(joined)
    return joined
  })

/** How many organisations a user belongs to, the asking one included. */
export const countMemberships = (
  trx: Trx,
  organizationId: string,
  userId: string,
): Promise<number> =>
  asServer(trx, organizationId, async () => {
    // Locked: of two organisations that remove a person at once, one sees what the other did.
    await trx
      .selectFrom('user_account')
      .select('id')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .execute()
    const found = await trx
      .selectFrom('user_organization')
      .select('organization_id')
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .execute()
    return found.length
  })

/**
 * Ends a membership with its devices (`end_of_membership`) and wards, and the account with the last one;
 * `endAccount` does the rest of that.
 */
export const leaveOrganization = (
  trx: Trx,
  {
    organizationId,
    userId,
    at,
  }: Pick<Invited, 'organizationId' | 'at'> & {
    readonly userId: string
  },
  endAccount: () => Promise<void>,
): Promise<void> =>
  asServer(trx, organizationId, async () => {
    await trx
      .selectFrom('user_account')
      .select('id')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .execute()
    await trx
      .deleteFrom('ward_staff')
      .where('user_id', '=', userId)
      .where('organization_id', '=', organizationId)
      .execute()
    await trx
      .updateTable('user_organization')
      .set({ deleted_at: at })
      .where('user_id', '=', userId)
      .where('organization_id', '=', organizationId)
      .execute()
    const left = await trx
      .selectFrom('user_organization')
      .select('organization_id')
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (left !== undefined) {
      // Nobody acts as an organisation that they were removed from.
      await trx
        .updateTable('user_account')
        .set({ acting_organization_id: left.organization_id })
        .where('id', '=', userId)
        .where('acting_organization_id', '=', organizationId)
        .execute()
      return
    }
    await trx.updateTable('user_account').set({ deleted_at: at }).where('id', '=', userId).execute()
    await endAccount()
  })
