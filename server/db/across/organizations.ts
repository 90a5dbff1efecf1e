import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Edition } from '../../../src/domain/organization/organization'
import { administrator } from '../../../src/domain/access/roles'
import type { Trx } from '../database'
import { across, AcrossRefused, requireInternal, type Asker } from './across'
import { inviteUser, sendInvitation, withdrawInvitations, type Invited } from './invitations'
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

const unusable = (): AcrossRefused =>
  // A patient's own login opens nothing else.
  new AcrossRefused('conflict', 'ACCOUNT_UNUSABLE', 'This email address cannot be used')

/** Asks a person to administer an organisation, which has no user. @returns the invitation */
async function inviteFirst(
  trx: Trx,
  asker: Asker,
  organizationId: string,
  person: Person,
  tell: (invited: Invited) => Promise<void>,
): Promise<string> {
  const invited = await inviteUser(
    trx,
    {
      ...person,
      organizationId,
      roles: [administrator],
      jobRole: null,
      invitedBy: asker.userId,
      at: asker.at,
    },
    tell,
  )
  if (typeof invited === 'string' || invited.userId === null) throw unusable()
  return invited.id
}

/**
 * Internal staff make an organisation, and ask its first user to administer it.
 * @returns its id
 */
export const createOrganization = (
  trx: Trx,
  asker: Asker,
  organization: NewOrganization,
  person: Person,
  tell: (invited: Invited) => Promise<void>,
): Promise<string> =>
  across(trx, asker, [], requireInternal, async () => {
    const id = await insertOrganization(trx, organization, asker.at)
    const invitationId = await inviteFirst(trx, asker, id, person, tell)
    return {
      action: 'createOrganization',
      entityType: 'organization',
      entityId: id,
      details: { invitationId },
      made: [id],
      value: id,
    }
  })

/**
 * Internal staff ask somebody to administer an organisation that nobody has joined yet, in the place of
 * everybody who was asked before and did not accept.
 * @throws AcrossRefused not-found; conflict HAS_USERS, ACCOUNT_UNUSABLE
 */
export const inviteAdministrator = (
  trx: Trx,
  asker: Asker,
  { organizationId, ...person }: Person & { readonly organizationId: string },
  tell: (invited: Invited, organization: NamedOrganization) => Promise<void>,
  endAccount: (userId: string) => Promise<void>,
): Promise<void> =>
  across(trx, asker, [organizationId], requireInternal, async () => {
    const organization = await trx
      .selectFrom('organization')
      .select(['name', 'edition'])
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow()
    const user = await trx
      .selectFrom('user_organization as uo')
      .innerJoin('user_account as u', 'u.id', 'uo.user_id')
      .select('u.id')
      .where('uo.organization_id', '=', organizationId)
      .where('uo.deleted_at', 'is', null)
      .where('u.deleted_at', 'is', null)
      .where('u.is_self_care', '=', false)
      .executeTakeFirst()
    if (user !== undefined)
      throw new AcrossRefused(
        'conflict',
        'HAS_USERS',
        'This organisation has users, who invite others',
      )
    const withdrawn = await withdrawInvitations(
      trx,
      { organizationId, invitedBy: null, at: asker.at },
      endAccount,
    )
    const invitationId = await inviteFirst(trx, asker, organizationId, person, (invited) =>
      tell(invited, organization),
    )
    return {
      action: 'inviteAdministrator',
      entityType: 'invitation',
      entityId: invitationId,
      details: { withdrawn },
      value: undefined,
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
  const { userId, isPatient } = await accountFor(trx, person, organizationId, at)
  if (isPatient) throw unusable()
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
