import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Edition } from '../../../src/domain/organization/organization'
import { administrator } from '../../../src/domain/access/roles'
import type { Trx } from '../database'
import { across, AcrossRefused, requireInternal, type Asker } from './across'

/** Somebody who becomes the user of an organisation. */
export interface Person {
  /** Lower case. */
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
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

/**
 * Makes a person a member. One who has an account already keeps it with its names.
 * @returns the user's id, and whether the account is new
 */
async function insertMember(
  trx: Trx,
  organizationId: string,
  person: Person,
  { roles, at }: { readonly roles: readonly string[]; readonly at: string },
): Promise<{ readonly userId: string; readonly isNew: boolean }> {
  const id = randomUUID()
  const made = await trx
    .insertInto('user_account')
    .values({
      id,
      email: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      acting_organization_id: organizationId,
      created_at: at,
    })
    .onConflict((on) => on.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  const known =
    made === undefined
      ? await trx
          .selectFrom('user_account')
          .select(['id', 'deleted_at', 'is_self_care'])
          .where('email', '=', person.email)
          .executeTakeFirst()
      : undefined
  // A removed account stays removed, and a patient's own login opens nothing else.
  if (known !== undefined && (known.deleted_at !== null || known.is_self_care))
    throw new AcrossRefused('conflict', 'ACCOUNT_UNUSABLE', 'This email address cannot be used')
  const userId = made?.id ?? known?.id ?? id
  await trx
    .insertInto('user_organization')
    .values({
      user_id: userId,
      organization_id: organizationId,
      roles: JSON.stringify(roles),
      created_at: at,
    })
    .execute()
  return { userId, isNew: made !== undefined }
}

/** Internal staff make an organisation with its first user, who administers it. */
export const createOrganization = (
  trx: Trx,
  asker: Asker,
  organization: NewOrganization,
  person: Person,
): Promise<{ readonly id: string; readonly userId: string }> =>
  across(trx, asker, [], requireInternal, async () => {
    const id = await insertOrganization(trx, organization, asker.at)
    const { userId } = await insertMember(trx, id, person, {
      roles: [administrator],
      at: asker.at,
    })
    return {
      action: 'createOrganization',
      entityType: 'organization',
      entityId: id,
      details: { userId },
      made: [id],
      value: { id, userId },
    }
  })

/** Any two numbers: calls of the command at the same time wait for each other here. */
const firstUserLock = 718_204_553

/**
 * The first internal user of an empty house, with the supplier's own organisation (K13), whose
 * terms nobody has to accept.
 * @throws AcrossRefused conflict once an internal user exists, also a removed one
 */
export async function createFirstUser(
  trx: Trx,
  person: Person,
  at: string,
): Promise<{ readonly userId: string; readonly organizationId: string }> {
  await sql`select pg_advisory_xact_lock(${firstUserLock}::bigint)`.execute(trx)
  const known = await trx
    .selectFrom('user_account')
    .select('id')
    .where('is_internal_staff', '=', true)
    .executeTakeFirst()
  if (known !== undefined)
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
  const { userId } = await insertMember(trx, organizationId, person, {
    roles: ['Internal Staff'],
    at,
  })
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
