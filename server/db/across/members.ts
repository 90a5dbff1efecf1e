import { randomUUID } from 'node:crypto'
import type { Trx } from '../database'
import { asServer } from './server-rights'

/**
 * The account of an address, made where there is none; locked, so that nobody ends it meanwhile. One
 * that ended with its last membership begins again, with nothing of its rights.
 */
export async function accountFor(
  trx: Trx,
  person: {
    /** That of the account, if it is new. */
    readonly id?: string
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
      id: person.id ?? randomUUID(),
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
  }: {
    readonly organizationId: string
    readonly userId: string
    /** ISO instant. */
    readonly at: string
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
      .deleteFrom('external_identity')
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
