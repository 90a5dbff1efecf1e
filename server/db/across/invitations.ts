import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { formatStaffName } from '../../../src/domain/identity'
import { invitationEnds } from '../../../src/domain/user/administration'
import { appendAction } from '../action-log'
import type { Trx } from '../database'
import { accountFor } from './members'

// All of this is done with the server's rights (`asServer`, `asSystem`): an organisation reads nothing
// of whose account an address is.

/** A person who is asked to be a user of an organisation. */
interface Asked {
  readonly organizationId: string
  /** Lower case. */
  readonly email: string
  /** Of an account that is made; one that is there keeps its own. */
  readonly firstName?: string | null
  readonly lastName?: string | null
  readonly roles: readonly string[]
  readonly jobRole: string | null
  readonly invitedBy: string
  /** ISO instant. */
  readonly at: string
}

/** Whom an invitation is for. */
export interface Invited {
  /** The invitation. */
  readonly id: string
  /** The account of the address; null: that of a patient's login, which joins nothing. */
  readonly userId: string | null
  readonly email: string
}

/** Whose address it is now; an account is made where there is none, with the id of the invitation. */
const whoHas = async (
  trx: Trx,
  {
    id,
    organizationId,
    at,
    ...person
  }: Pick<Asked, 'email' | 'firstName' | 'lastName' | 'organizationId' | 'at'> & { id: string },
): Promise<Invited & { readonly isMember: boolean }> => {
  const { userId, isPatient, wasRemoved } = await accountFor(
    trx,
    { id, ...person },
    organizationId,
    at,
  )
  const member = await trx
    .selectFrom('user_organization')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return {
    id,
    email: person.email,
    userId: isPatient ? null : userId,
    isMember: !isPatient && !wasRemoved && member !== undefined,
  }
}

/**
 * Asks the person of an address to be a user, by the mail of `tell`. The caller has checked who asks
 * and which roles they give, and holds the lock of the organisation.
 * @returns the invitation; else nothing was done: they are a user (`member`), or were asked before
 *   (`invited`), by an invitation that is no longer open (`expired`)
 */
export const inviteUser = async (
  trx: Trx,
  { organizationId, email, firstName, lastName, roles, jobRole, invitedBy, at }: Asked,
  tell: (invited: Invited) => Promise<void>,
): Promise<Invited | 'member' | 'invited' | 'expired'> => {
  const pending = await trx
    .selectFrom('invitation')
    .select('expires_at')
    .where('organization_id', '=', organizationId)
    .where('email', '=', email)
    .executeTakeFirst()
  if (pending !== undefined) return pending.expires_at > at ? 'invited' : 'expired'
  const { isMember, ...invited } = await whoHas(trx, {
    id: randomUUID(),
    email,
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    organizationId,
    at,
  })
  if (isMember) return 'member'
  await trx
    .insertInto('invitation')
    .values({
      id: invited.id,
      organization_id: organizationId,
      user_id: invited.userId,
      email,
      roles: JSON.stringify(roles),
      job_role: jobRole,
      ward_ids: '[]',
      invited_by: invitedBy,
      created_at: at,
      sent_at: at,
      expires_at: invitationEnds(at),
    })
    .execute()
  await tell(invited)
  return invited
}

/**
 * Sends the mail of an invitation, once more where it was sent before; it can be accepted for as long
 * as a new one. Whose the address is, is asked again.
 * @returns false where the organisation has no such invitation
 */
export const sendInvitation = async (
  trx: Trx,
  { organizationId, id, at }: { readonly id: string } & Pick<Asked, 'organizationId' | 'at'>,
  tell: (invited: Invited) => Promise<void>,
): Promise<boolean> => {
  const known = await trx
    .updateTable('invitation')
    .set({ sent_at: at, expires_at: invitationEnds(at) })
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .returning('email')
    .executeTakeFirst()
  if (known === undefined) return false
  const invited = await whoHas(trx, { id, email: known.email, organizationId, at })
  await trx
    .updateTable('invitation')
    .set({ user_id: invited.userId })
    .where('id', '=', id)
    .execute()
  await tell(invited)
  return true
}

/**
 * Takes an invitation back. An account that belongs nowhere and was asked by nobody else ends with it;
 * `endAccount` does the rest of that.
 */
export const withdrawInvitation = async (
  trx: Trx,
  { organizationId, id, at }: { readonly id: string } & Pick<Asked, 'organizationId' | 'at'>,
  endAccount: (userId: string) => Promise<void>,
): Promise<void> => {
  const gone = await trx
    .deleteFrom('invitation')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .returning('user_id')
    .executeTakeFirst()
  const userId = gone?.user_id
  if (userId == null) return
  await trx
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .execute()
  for (const table of ['invitation', 'user_organization'] as const) {
    const other = await trx
      .selectFrom(table)
      .select('user_id')
      .where('user_id', '=', userId)
      .$if(table === 'user_organization', (query) =>
        query.where(sql<boolean>`user_organization.deleted_at is null`),
      )
      .executeTakeFirst()
    if (other !== undefined) return
  }
  await trx.updateTable('user_account').set({ deleted_at: at }).where('id', '=', userId).execute()
  await endAccount(userId)
}

/**
 * Takes back what an organisation asked and nobody accepted, as of withdrawInvitation.
 * @param invitedBy whose invitations; null: all of them
 * @returns the invitations
 */
export const withdrawInvitations = async (
  trx: Trx,
  {
    organizationId,
    invitedBy,
    at,
  }: { readonly invitedBy: string | null } & Pick<Asked, 'organizationId' | 'at'>,
  endAccount: (userId: string) => Promise<void>,
): Promise<readonly string[]> => {
  const rows = await trx
    .selectFrom('invitation')
    .select('id')
    .where('organization_id', '=', organizationId)
    .$if(invitedBy !== null, (query) => query.where('invited_by', '=', invitedBy))
    .orderBy('id')
    .execute()
  for (const { id } of rows) await withdrawInvitation(trx, { organizationId, id, at }, endAccount)
  return rows.map(({ id }) => id)
}

/** An invitation as the person reads it who is asked. */
export interface AskedOf {
  readonly id: string
  readonly organization: { readonly id: string; readonly name: string }
  /** Name or address of who asked; null: nobody is known. */
  readonly invitedBy: string | null
  readonly roles: readonly string[]
  readonly jobRole: string | null
  readonly expiresAt: string
  readonly hasExpired: boolean
}

/** Who answers, and when (ISO instant). */
interface Answering {
  readonly userId: string
  readonly at: string
}

/** What a person was asked and did not answer, the oldest first; also what is no longer open. */
export const invitationsOf = async (trx: Trx, { userId, at }: Answering): Promise<AskedOf[]> =>
  (
    await trx
      .selectFrom('invitation as i')
      .innerJoin('organization as o', 'o.id', 'i.organization_id')
      .leftJoin('user_account as u', 'u.id', 'i.invited_by')
      .select(['i.id', 'i.roles', 'i.job_role', 'i.expires_at', 'o.id as organization', 'o.name'])
      .select(['u.first_name', 'u.last_name', 'u.email'])
      .where('i.user_id', '=', userId)
      .orderBy('i.created_at')
      .orderBy('o.name')
      .orderBy('i.id')
      .execute()
  ).map((row) => ({
    id: row.id,
    organization: { id: row.organization, name: row.name },
    invitedBy:
      formatStaffName({
        firstName: row.first_name,
        lastName: row.last_name,
        email: row.email ?? undefined,
      }) || null,
    roles: row.roles,
    jobRole: row.job_role,
    expiresAt: row.expires_at,
    hasExpired: row.expires_at <= at,
  }))

/** An invitation that its person can answer now, held with its organisation and their account. */
const held = async (trx: Trx, { id, userId, at }: { readonly id: string } & Answering) => {
  const asked = () =>
    trx.selectFrom('invitation').selectAll().where('id', '=', id).where('user_id', '=', userId)
  const found = await asked().executeTakeFirst()
  if (found === undefined) return undefined
  await trx
    .selectFrom('organization')
    .select('id')
    .where('id', '=', found.organization_id)
    .forNoKeyUpdate()
    .execute()
  const account = await trx
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (account === undefined) return undefined
  return asked().where('expires_at', '>', at).forUpdate().executeTakeFirst()
}
type Held = NonNullable<Awaited<ReturnType<typeof held>>>

const end = (trx: Trx, { id }: Held): Promise<unknown> =>
  trx.deleteFrom('invitation').where('id', '=', id).execute()

const accept = async (trx: Trx, invitation: Held, userId: string, at: string): Promise<void> => {
  const { organization_id: organizationId } = invitation
  const membership = {
    roles: JSON.stringify(invitation.roles),
    job_role: invitation.job_role,
    created_at: at,
    invited_at: invitation.sent_at,
    deleted_at: null,
  }
  await trx
    .insertInto('user_organization')
    .values({ user_id: userId, organization_id: organizationId, ...membership })
    .onConflict((on) => on.columns(['user_id', 'organization_id']).doUpdateSet(membership))
    .execute()
  // Held first: a ward that is deleted meanwhile is left out.
  const wards = await trx
    .selectFrom('ward')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .where('id', '=', sql<string>`any(${[...invitation.ward_ids]}::text[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const assigned = await trx
    .insertInto('ward_staff')
    .columns(['ward_id', 'user_id', 'organization_id', 'assigned_at'])
    .expression(
      trx
        .selectFrom('ward as w')
        .select([
          'w.id',
          sql<string>`${userId}`.as('user_id'),
          'w.organization_id',
          sql<string>`${at}::timestamptz`.as('at'),
        ])
        .where('w.id', '=', sql<string>`any(${wards.map(({ id }) => id)}::text[])`),
    )
    .onConflict((on) => on.doNothing())
    .returning('ward_id')
    .execute()
  await end(trx, invitation)
  const entry = { organizationId, at, actorId: userId }
  await appendAction(trx, {
    ...entry,
    action: 'acceptInvitation',
    entityType: 'invitation',
    entityId: invitation.id,
    details: { userId, roles: invitation.roles },
  })
  for (const { ward_id: wardId } of assigned)
    await appendAction(trx, {
      ...entry,
      action: 'joinWardByInvitation',
      entityType: 'ward',
      entityId: wardId,
      details: { userId },
    })
}

/**
 * The person says yes: from now on they are a user of the organisation, whose log has it.
 * @returns false where there is no such invitation of theirs that is open
 */
export const acceptInvitation = async (
  trx: Trx,
  id: string,
  { userId, at }: Answering,
): Promise<boolean> => {
  const invitation = await held(trx, { id, userId, at })
  if (invitation === undefined) return false
  await accept(trx, invitation, userId, at)
  return true
}

/**
 * The person says no. The log of the organisation has it, and not whose account that is.
 * @returns false as of acceptInvitation
 */
export const declineInvitation = async (
  trx: Trx,
  id: string,
  { userId, at }: Answering,
): Promise<boolean> => {
  const invitation = await held(trx, { id, userId, at })
  if (invitation === undefined) return false
  await end(trx, invitation)
  await appendAction(trx, {
    organizationId: invitation.organization_id,
    at,
    actorId: null,
    action: 'declineInvitation',
    entityType: 'invitation',
    entityId: id,
  })
  return true
}
