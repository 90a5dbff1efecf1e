import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { formatStaffName } from '../../../src/domain/identity'
import { invitationEnds } from '../../../src/domain/user/administration'
import { appendAction } from '../action-log'
import type { Database, Trx } from '../database'
import { accountFor } from './members'
import { asServer } from './server-rights'

/** A person who is asked to be a user of an organisation. */
interface Asked {
  readonly organizationId: string
  /** Lower case. */
  readonly email: string
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
  /** They belong nowhere else: their first sign-in accepts it. */
  readonly isFirst: boolean
  readonly email: string
}

const belongsNowhere = async (trx: Trx, userId: string, at: string): Promise<boolean> =>
  (
    await sql<{
      nowhere: boolean
    }>`select app_belongs_nowhere(${userId}, ${at}::timestamptz) as nowhere`.execute(trx)
  ).rows[0]?.nowhere === true

/** Whose address it is now; an account is made where there is none, with the id of the invitation. */
const whoHas = async (
  trx: Trx,
  {
    id,
    email,
    organizationId,
    at,
  }: Pick<Asked, 'email' | 'organizationId' | 'at'> & { id: string },
): Promise<Invited & { readonly isMember: boolean }> => {
  const { userId, isPatient, wasRemoved } = await accountFor(trx, { id, email }, organizationId, at)
  const member = await trx
    .selectFrom('user_organization')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const nowhere = await belongsNowhere(trx, userId, at)
  return {
    id,
    email,
    userId: isPatient ? null : userId,
    isFirst: !isPatient && (wasRemoved || nowhere),
    isMember: !isPatient && !wasRemoved && member !== undefined,
  }
}

/**
 * Asks the person of an address to be a user, by the mail of `tell`, with the same rights. Whether the
 * address is known or not, the same statements are sent. The caller has checked who asks and which
 * roles they give, and holds the lock of the organisation.
 * @returns the invitation; `member` and `invited`: they are that already, and nothing was done
 */
export const inviteUser = (
  trx: Trx,
  { organizationId, email, roles, jobRole, invitedBy, at }: Asked,
  tell: (invited: Invited) => Promise<void>,
): Promise<{ readonly id: string } | 'member' | 'invited'> =>
  asServer(trx, organizationId, async () => {
    const pending = await trx
      .selectFrom('invitation')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('email', '=', email)
      .executeTakeFirst()
    if (pending !== undefined) return 'invited'
    const { isMember, ...invited } = await whoHas(trx, {
      id: randomUUID(),
      email,
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
        is_first: invited.isFirst,
        invited_by: invitedBy,
        created_at: at,
        sent_at: at,
        expires_at: invitationEnds(at),
      })
      .execute()
    await tell(invited)
    return { id: invited.id }
  })

/**
 * Sends the mail of an invitation, once more where it was sent before; it can be accepted for as long
 * as a new one. Whose the address is, is asked again. To be called with the server's rights.
 * @returns false where the organisation has no such invitation
 */
export const sendInvitation = async (
  trx: Trx,
  { organizationId, id, at }: { readonly id: string } & Pick<Asked, 'organizationId' | 'at'>,
  tell: (invited: Invited) => Promise<void>,
): Promise<boolean> => {
  const known = await trx
    .updateTable('invitation')
    .set({ is_first: false, sent_at: at, expires_at: invitationEnds(at) })
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .returning('email')
    .executeTakeFirst()
  if (known === undefined) return false
  const invited = await whoHas(trx, { id, email: known.email, organizationId, at })
  await trx
    .updateTable('invitation')
    .set({ user_id: invited.userId, is_first: invited.isFirst })
    .where('id', '=', id)
    .execute()
  await tell(invited)
  return true
}

/**
 * Takes an invitation back. An account that belongs nowhere and was asked by nobody else ends with it;
 * `endAccount` does the rest of that.
 */
export const withdrawInvitation = (
  trx: Trx,
  { organizationId, id, at }: { readonly id: string } & Pick<Asked, 'organizationId' | 'at'>,
  endAccount: (userId: string) => Promise<void>,
): Promise<void> =>
  asServer(trx, organizationId, async () => {
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
    const other = await trx
      .selectFrom('invitation')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (other !== undefined || !(await belongsNowhere(trx, userId, at))) return
    await trx.updateTable('user_account').set({ deleted_at: at }).where('id', '=', userId).execute()
    await endAccount(userId)
  })

/** An invitation as the person reads it who is asked. */
export interface OpenInvitation {
  readonly id: string
  readonly organization: { readonly id: string; readonly name: string }
  /** Name or address of who asked; null: nobody is known. */
  readonly invitedBy: string | null
  readonly roles: readonly string[]
  readonly jobRole: string | null
  readonly expiresAt: string
}

/** A person, and the organisation in whose transaction they do something. */
interface Answering {
  readonly userId: string
  readonly actingOrganizationId: string
  readonly at: string
}

/** What a person can accept now, the oldest first. */
export const openInvitations = (
  trx: Trx,
  { userId, actingOrganizationId, at }: Answering,
): Promise<OpenInvitation[]> =>
  asServer(trx, actingOrganizationId, async () =>
    (
      await trx
        .selectFrom('invitation as i')
        .innerJoin('organization as o', 'o.id', 'i.organization_id')
        .leftJoin('user_account as u', 'u.id', 'i.invited_by')
        .select(['i.id', 'i.roles', 'i.job_role', 'i.expires_at', 'o.id as organization', 'o.name'])
        .select(['u.first_name', 'u.last_name', 'u.email'])
        .where('i.user_id', '=', userId)
        .where('i.expires_at', '>', at)
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
    })),
  )

/** An invitation that its person can answer now, held with its organisation and their account. */
const held = async (
  trx: Trx,
  { id, userId, at }: { readonly id: string } & Pick<Answering, 'userId' | 'at'>,
) => {
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
  await sql`insert into ward_staff (ward_id, user_id, organization_id, assigned_at)
    select w.id, ${userId}, w.organization_id, ${at}::timestamptz from ward w
    where w.organization_id = ${organizationId} and w.deleted_at is null and ${JSON.stringify(invitation.ward_ids)}::jsonb ? w.id
    on conflict do nothing`.execute(trx)
  await end(trx, invitation)
  await appendAction(trx, {
    organizationId,
    at,
    actorId: userId,
    action: 'acceptInvitation',
    entityType: 'invitation',
    entityId: invitation.id,
    details: { userId, roles: invitation.roles },
  })
}

/**
 * The person says yes: from now on they are a user of the organisation, whose log has it.
 * @returns false where there is no such invitation of theirs that is open
 */
export const acceptInvitation = (
  trx: Trx,
  id: string,
  { userId, actingOrganizationId, at }: Answering,
): Promise<boolean> =>
  asServer(trx, actingOrganizationId, async () => {
    const invitation = await held(trx, { id, userId, at })
    if (invitation === undefined) return false
    await accept(trx, invitation, userId, at)
    return true
  })

/**
 * The person says no. The log of the organisation has it, and not whose account that is.
 * @returns false as of acceptInvitation
 */
export const declineInvitation = (
  trx: Trx,
  id: string,
  { userId, actingOrganizationId, at }: Answering,
): Promise<boolean> =>
  asServer(trx, actingOrganizationId, async () => {
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
  })

/**
 * Somebody who belongs nowhere signed in: with the password that they chose for it, they accept the
 * invitation that was their first.
 */
export const acceptBySigningIn = (
  database: Pick<Database, 'asSystem'>,
  {
    userId,
    signedInAt,
    at,
  }: { readonly userId: string; readonly signedInAt: string; readonly at: string },
): Promise<void> =>
  database.asSystem(async (trx) => {
    const first = await trx
      .selectFrom('invitation')
      .select('id')
      .where('user_id', '=', userId)
      .where('is_first', '=', true)
      .where('sent_at', '<=', signedInAt)
      .executeTakeFirst()
    if (first === undefined) return
    const invitation = await held(trx, { id: first.id, userId, at })
    if (invitation?.is_first === true) await accept(trx, invitation, userId, at)
  })
