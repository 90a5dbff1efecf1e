import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Edition } from '../../../src/domain/organization/organization'
import { administrator } from '../../../src/domain/access/roles'
import type { Trx } from '../database'
import { across, AcrossRefused, requireInternal, type Asker } from './across'
import { invitationEnds } from '../../../src/domain/user/administration'
import { sendInvitation, type Invited } from './invitations'
import { accountFor } from './members'

/** Somebody who becomes the user of an organisation. */
export interface Person {
  /** Lower case. */
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
}

/** What the mail of an invitation says of its organisation. */
export interface NamedOrganization {
  readonly name: string
  readonly edition: Edition
}

/** An organisation that is not there yet. */
export interface NewOrganization {
  readonly name: string
  readonly type: string
  readonly edition: Edition
  readonly telephone: string | null
  readonly address: { readonly address: string; readonly postcode: string } | null
  readonly nationalIdentifierScheme: 'NhsNumber' | 'NorthernIrelandHcn' | null
  readonly features: readonly string[]
}

/** Writes an organisation. @returns its id */
async function insertOrganization(trx: Trx, given: NewOrganization, at: string): Promise<string> {
  const id = randomUUID()
  await trx
    .insertInto('organization')
    .values({
      id,
      name: given.name,
      type: given.type,
      edition: given.edition,
      telephone: given.telephone,
      address: given.address === null ? null : JSON.stringify(given.address),
      features: JSON.stringify(Object.fromEntries(given.features.map((flag) => [flag, true]))),
      national_identifier_scheme: given.nationalIdentifierScheme,
      created_at: at,
    })
    .execute()
  return id
}

/** The account of a person. One who has an account already keeps it with its names. */
async function usableAccount(trx: Trx, organizationId: string, person: Person, at: string) {
  const { userId, isNew, isPatient } = await accountFor(trx, person, organizationId, at)
  // A patient's own login opens nothing else.
  if (isPatient)
    throw new AcrossRefused('conflict', 'ACCOUNT_UNUSABLE', 'This email address cannot be used')
  return { userId, isNew }
}

const insertMember = (
  trx: Trx,
  member: { readonly organizationId: string; readonly userId: string },
  { roles, at }: { readonly roles: readonly string[]; readonly at: string },
): Promise<unknown> =>
  trx
    .insertInto('user_organization')
    .values({
      user_id: member.userId,
      organization_id: member.organizationId,
      roles: JSON.stringify(roles),
      created_at: at,
    })
    .execute()

/** Somebody who has an account is asked first. @returns the invitation; its mail is not sent yet */
async function insertInvitation(
  trx: Trx,
  asker: Asker,
  organizationId: string,
  person: { readonly userId: string; readonly email: string },
): Promise<string> {
  const id = randomUUID()
  await trx
    .insertInto('invitation')
    .values({
      id,
      organization_id: organizationId,
      user_id: person.userId,
      email: person.email,
      roles: JSON.stringify([administrator]),
      ward_ids: '[]',
      is_first: false,
      invited_by: asker.userId,
      created_at: asker.at,
      expires_at: invitationEnds(asker.at),
    })
    .execute()
  return id
}

/**
 * Internal staff make an organisation with its first user, who administers it.
 * @returns its id, and the new user or the invitation of one who has an account already
 */
export const createOrganization = (
  trx: Trx,
  asker: Asker,
  organization: NewOrganization,
  person: Person,
): Promise<{
  readonly id: string
  readonly first: { readonly userId: string } | { readonly invitationId: string }
}> =>
  across(trx, asker, [], requireInternal, async () => {
    const id = await insertOrganization(trx, organization, asker.at)
    const { userId, isNew } = await usableAccount(trx, id, person, asker.at)
    if (isNew)
      await insertMember(
        trx,
        { organizationId: id, userId },
        { roles: [administrator], at: asker.at },
      )
    const first = isNew
      ? { userId }
      : { invitationId: await insertInvitation(trx, asker, id, { userId, email: person.email }) }
    return {
      action: 'createOrganization',
      entityType: 'organization',
      entityId: id,
      details: first,
      made: [id],
      value: { id, first },
    }
  })

/**
 * Internal staff send the invitation to be a user of any organisation, once more where it was sent
 * before.
 * @throws AcrossRefused not-found
 */
export const sendInvitationFor = (
  trx: Trx,
  asker: Asker,
  invitation: { readonly id: string; readonly organizationId: string },
  tell: (invited: Invited, organization: NamedOrganization) => Promise<void>,
): Promise<void> =>
  across(trx, asker, [invitation.organizationId], requireInternal, async () => {
    const organization = await trx
      .selectFrom('organization')
      .select(['name', 'edition'])
      .where('id', '=', invitation.organizationId)
      .executeTakeFirstOrThrow()
    const isSent = await sendInvitation(trx, { ...invitation, at: asker.at }, (invited) =>
      tell(invited, organization),
    )
    if (!isSent) throw new AcrossRefused('not-found')
    return {
      action: 'sendInvitationAgain',
      entityType: 'invitation',
      entityId: invitation.id,
      value: undefined,
    }
  })

/**
 * A second internal user, in the organisation of who asks, which is the supplier's own. Somebody
 * whose account is used elsewhere is not made one: their rights there were given to another job.
 * @throws AcrossRefused conflict ADDRESS_TAKEN, or forbidden where who asks acts as another
 *   organisation
 */
export const inviteInternalUser = (
  trx: Trx,
  asker: Asker,
  person: Person,
): Promise<{ readonly userId: string; readonly name: string; readonly edition: Edition }> =>
  across(trx, asker, [], requireInternal, async () => {
    const { id, type, name, edition } = await trx
      .selectFrom('organization')
      .select(['id', 'type', 'name', 'edition'])
      .where('id', '=', asker.organizationId)
      .executeTakeFirstOrThrow()
    if (type !== 'internal') throw new AcrossRefused('forbidden')
    const { userId, isNew } = await accountFor(trx, person, id, asker.at)
    if (!isNew)
      throw new AcrossRefused('conflict', 'ADDRESS_TAKEN', 'Another account has this email address')
    await insertMember(
      trx,
      { organizationId: id, userId },
      { roles: ['Internal Staff'], at: asker.at },
    )
    await trx
      .updateTable('user_account')
      .set({ is_internal_staff: true })
      .where('id', '=', userId)
      .execute()
    return {
      action: 'inviteInternalUser',
      entityType: 'user',
      entityId: userId,
      value: { userId, name, edition },
    }
  })

/** Internal staff say whether the members of an organisation must have a second factor. */
export const setSecondFactorDuty = (
  trx: Trx,
  asker: Asker,
  organizationId: string,
  required: boolean,
): Promise<void> =>
  across(trx, asker, [organizationId], requireInternal, async () => {
    await trx
      .updateTable('organization')
      .set({ requires_second_factor: required })
      .where('id', '=', organizationId)
      .execute()
    return {
      action: 'requireSecondFactor',
      entityType: 'organization',
      entityId: organizationId,
      details: { required },
      value: undefined,
    }
  })

/** Any two numbers: calls of the command at the same time wait for each other here. */
const firstUserLock = 718_204_553

/**
 * The first internal user of an empty house, with the supplier's own organisation (K13), whose
 * terms nobody has to accept. Asked again for the same person, who never signed in: that user, once
 * more, since a link that lapsed is the only way in.
 * @throws AcrossRefused conflict once another internal user exists, also a removed one
 */
export async function createFirstUser(
  trx: Trx,
  person: Person,
  at: string,
): Promise<{ readonly userId: string; readonly organizationId: string }> {
  await sql`select pg_advisory_xact_lock(${firstUserLock}::bigint)`.execute(trx)
  const known = await trx
    .selectFrom('user_account')
    .innerJoin('user_organization as uo', 'uo.user_id', 'user_account.id')
    .select(['user_account.id', 'email', 'last_login_at', 'uo.organization_id'])
    .select(['user_account.deleted_at', 'uo.deleted_at as left_at'])
    .where('is_internal_staff', '=', true)
    .execute()
  const [again] = known
  if (
    again !== undefined &&
    known.length === 1 &&
    again.email === person.email &&
    again.last_login_at === null &&
    again.deleted_at === null &&
    again.left_at === null
  )
    return { userId: again.id, organizationId: again.organization_id }
  if (known.length > 0)
    throw new AcrossRefused('conflict', 'FIRST_USER_EXISTS', 'An internal user exists already')
  const organizationId = await insertOrganization(
    trx,
    {
      name: 'Lamplight Support',
      type: 'internal',
      edition: 'en-GB',
      telephone: null,
      address: null,
      nationalIdentifierScheme: null,
      features: ['automaticLogoutAlert'],
    },
    at,
  )
  const { userId } = await usableAccount(trx, organizationId, person, at)
  await insertMember(trx, { organizationId, userId }, { roles: ['Internal Staff'], at })
  await trx
    .updateTable('user_account')
    .set({ is_internal_staff: true })
    .where('id', '=', userId)
    .execute()
  await trx
    .insertInto('accepted_terms')
    .values({
      organization_id: organizationId,
      user_id: userId,
      terms_version: 'none needed',
      accepted_at: at,
    })
    .execute()
  return { userId, organizationId }
}
