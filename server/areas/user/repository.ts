import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Me, NamedReference, Organization, Person } from '../../../schema/generated/resolvers'
import { accountSchema } from '../../../src/domain/user/me'
import { isoNow } from '../../clock'
import { plainFields } from '../../db/plain-fields'
import type { Scope } from '../../graphql/scope'
import { wardIsOwn } from '../../graphql/visibility'
import { isSetUp } from '../ehr-integration'
import { identitiesOf } from '../toolbar-identity'

/**
 * Wards of the acting organisation that the user is assigned to; every one for those who oversee
 * them all. By name.
 */
const ownWards = (scope: Scope): Promise<NamedReference[]> =>
  scope.trx
    .selectFrom('ward as w')
    .select(['w.id', 'w.name'])
    .where('w.organization_id', '=', scope.acting.organizationId)
    .where('w.deleted_at', 'is', null)
    .where(wardIsOwn(scope.acting, sql.ref('w.id')))
    .orderBy('w.name')
    .orderBy('w.id')
    .execute()

const chatHash = (secret: string | null, userId: string): string | null =>
  secret === null ? null : createHmac('sha256', secret).update(userId).digest('hex')

/** A person of another organisation, by name. */
const person = async ({ trx }: Scope, id: string): Promise<Person | null> =>
  (await sql<{ person: Person | null }>`select app_person(${id}) as person`.execute(trx)).rows[0]
    ?.person ?? null

/** Who reads by a share link: nobody's account, in the organisation that gave it, of which they are told little. */
export const meByLink = (
  { acting: { principal, userId, memberships } }: Scope,
  { createdAt, expiresAt }: NonNullable<Scope['acting']['link']>,
  organization: Organization,
): Me => ({
  id: userId,
  firstName: null,
  lastName: null,
  email: '',
  isInternalStaff: false,
  createdAt,
  isSelfCare: false,
  enrolledInTotpMfa: false,
  canReceivePushNotifications: false,
  roles: [],
  jobRole: null,
  permissions: Object.fromEntries([...principal.permissions].map((key) => [key, true])),
  actingOrganization: { ...organization, roles: [], neighbors: [], defaultCarePathway: null },
  organizations: [...memberships],
  chatWidgetHash: null,
  loggedInAs: null,
  isActiveTeamMember: false,
  lacksSecondFactor: false,
  canResetPassword: false,
  areQuicksilvaPreApprovedMessagesSetup: false,
  wards: [],
  sharedRecord: { patientId: principal.sharedPatientId ?? '', expiresAt },
  externalAuthIdentities: [],
})

const account = plainFields(accountSchema)
/** The signed-in user as a member of the acting organisation (P178). */
export async function readMe(scope: Scope, actingOrganization: Organization): Promise<Me> {
  const { trx, acting } = scope
  const row = await trx
    .selectFrom('user_account as u')
    .innerJoin('user_organization as uo', 'uo.user_id', 'u.id')
    .select([...account.from('u'), 'uo.is_active_team_member', 'uo.job_role'])
    .where('u.id', '=', acting.userId)
    .where('uo.organization_id', '=', acting.organizationId)
    .executeTakeFirstOrThrow()
  return {
    ...account.of(row),
    roles: [...acting.roles],
    jobRole: row.job_role,
    permissions: Object.fromEntries([...acting.principal.permissions].map((key) => [key, true])),
    actingOrganization,
    organizations: acting.memberships.map(({ id, name, type }) => ({ id, name, type })),
    chatWidgetHash:
      scope.loggedInAs === null ? chatHash(scope.settings.chatWidgetSecret, row.id) : null,
    loggedInAs: scope.loggedInAs === null ? null : await person(scope, scope.loggedInAs),
    isActiveTeamMember: row.is_active_team_member,
    lacksSecondFactor: acting.principal.lacksSecondFactor === true,
    // Whoever signs in from a toolbar has a password as well.
    canResetPassword: true,
    areQuicksilvaPreApprovedMessagesSetup: await isSetUp(scope),
    wards: await ownWards(scope),
    externalAuthIdentities: await identitiesOf(scope),
    sharedRecord: null,
  }
}

/** Notes a finished sign-in; a second step that was just passed proves that one is enrolled. */
export async function noteLogin(scope: Scope): Promise<void> {
  await scope.trx
    .updateTable('user_account')
    .set({
      last_login_at: isoNow(scope.clock),
      acting_organization_id: scope.acting.organizationId,
    })
    .$if(scope.token.secondFactor === 'totp', (query) => query.set({ enrolled_in_totp_mfa: true }))
    .where('id', '=', scope.acting.userId)
    .execute()
}

/** What a user may change of their own profile; blank is null. */
export interface Profile {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly jobRole: string | null
}

/**
 * Changes the given fields of the caller's own profile; the job role, in the acting organisation.
 */
export async function updateProfile(scope: Scope, change: Partial<Profile>): Promise<void> {
  if (change.jobRole !== undefined)
    await scope.trx
      .updateTable('user_organization')
      .set({ job_role: change.jobRole })
      .where('user_id', '=', scope.acting.userId)
      .where('organization_id', '=', scope.acting.organizationId)
      .execute()
  const columns = {
    ...(change.firstName === undefined ? {} : { first_name: change.firstName }),
    ...(change.lastName === undefined ? {} : { last_name: change.lastName }),
  }
  if (Object.keys(columns).length > 0)
    await scope.trx
      .updateTable('user_account')
      .set(columns)
      .where('id', '=', scope.acting.userId)
      .execute()
}

/** Remembers the acting organisation for requests that name none. */
export const rememberOrganization = async (scope: Scope): Promise<void> => {
  await scope.trx
    .updateTable('user_account')
    .set({ acting_organization_id: scope.acting.organizationId })
    .where('id', '=', scope.acting.userId)
    .execute()
}

/**
 * Accepts the terms for the organisation. @returns false when they were accepted before; the first
 * acceptance stays.
 */
export async function acceptTerms(scope: Scope, version: string): Promise<boolean> {
  const row = await scope.trx
    .insertInto('accepted_terms')
    .values({
      organization_id: scope.acting.organizationId,
      user_id: scope.acting.userId,
      terms_version: version,
      accepted_at: isoNow(scope.clock),
    })
    .onConflict((on) => on.column('organization_id').doNothing())
    .returning('organization_id')
    .executeTakeFirst()
  return row !== undefined
}
