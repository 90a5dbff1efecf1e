import { beforeAll, describe, expect, test } from 'vitest'
import { readActionChain } from '../../server/db/action-log'
import { purgeMails } from '../../server/db/mail-outbox'
import { createDelivery } from '../../server/outgoing'
import { features } from '../../src/domain/access/permissions'
import { principalOf } from '../../src/domain/access/principal-of'
import { meSchema } from '../../src/domain/user/me'
import { codeOf, startServer } from './client'
import type { Ask, TestServer } from './client'
import { onPglite } from './engines'
import { at, buildWorld, now } from './world'

const fields = `id firstName lastName email isInternalStaff roles jobRole permissions createdAt
  actingOrganization { id name type edition telephone address { address postcode } acceptedTerms features nationalIdentifierScheme timeZone inactivityMinutes
    roles { name description isSystemRole } defaultCarePathway { id name ewsThresholds } neighbors { id name } }
  organizations { id name type } chatWidgetHash isSelfCare isActiveTeamMember enrolledInTotpMfa canResetPassword canReceivePushNotifications
  areQuicksilvaPreApprovedMessagesSetup wards { id name } externalAuthIdentities { id type }`
const me = `{ me { ${fields} } }`

onPglite(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database)
  })
  const meOf = async (options: Ask) => meSchema.parse((await server.ask(me, options)).data?.me)
  const logOf = (organization: string) =>
    opened.database.kysely
      .selectFrom('action_log')
      .select(['action', 'actor_id', 'entity_id', 'details', 'logged_in_as'])
      .where('organization_id', '=', organization)
      .orderBy('seq', 'desc')
      .execute()

  test('P306 P178 P179 me answers the user as a member of the acting organisation', async () => {
    const answer = await server.ask(me, { as: 'nurse' })
    expect(answer.errors).toEqual([])
    const user = meSchema.parse(answer.data?.me)
    expect(user).toMatchObject({
      id: 'nurse',
      firstName: 'NURSE',
      lastName: 'Tester',
      email: 'nurse@example.test',
      isInternalStaff: false,
      roles: ['Clinician'],
      jobRole: null,
      createdAt: at(9999),
      organizations: [{ id: 'w', name: 'West Ward', type: 'virtual_ward' }],
      isSelfCare: false,
      isActiveTeamMember: true,
      enrolledInTotpMfa: false,
      canResetPassword: true,
      canReceivePushNotifications: false,
      areQuicksilvaPreApprovedMessagesSetup: false,
      wards: [{ id: 'ward-A', name: 'Ward A' }],
      externalAuthIdentities: [],
    })
    expect(user.permissions).toMatchObject({ edit_patients: true, view_patients: true })
    expect(user.permissions).not.toHaveProperty('accept_terms')
    expect(user.chatWidgetHash).toMatch(/^[0-9a-f]{64}$/)
    expect(user.actingOrganization).toMatchObject({
      id: 'w',
      name: 'West Ward',
      type: 'virtual_ward',
      edition: 'en-GB',
      telephone: '01273 800 900',
      address: { address: '1 High St', postcode: 'BN1 1AA' },
      acceptedTerms: true,
      features: { wards: true, referrals: true },
      nationalIdentifierScheme: 'NhsNumber',
      timeZone: 'Europe/London',
      inactivityMinutes: 15,
      defaultCarePathway: { id: 'pathway-w', name: 'West Ward pathway', ewsThresholds: null },
      neighbors: [],
    })
    expect(user.actingOrganization.roles).toContainEqual({
      name: 'Night Owl',
      description: 'Nights',
      isSystemRole: false,
    })
    expect(
      user.actingOrganization.roles.filter((role) => role.isSystemRole).map((role) => role.name),
    ).toEqual(['Self Care', 'Internal Staff'])
  })

  test('C477 P016 P017 every feature flag that is on for an organisation reaches its users; one that is off or unknown does not count', async () => {
    const named = [
      'continuousMonitoring',
      'plethAiHeartRhythmContinuousMonitoring',
      'ecgWaveformAnalysis',
      'patientChat',
      'videoCall',
      'patientAcuityScore',
      'manualExpectedLengthOfStay',
      'referrals',
      'ehrIntegrations',
      'ehrIntegrationsNourish',
      'integrationApi',
      'cleoIntegrationApi',
      'nationalIdentifierScheme',
      'wards',
      'virtualWardAllPatientsLegacyBehavior',
      'automaticLogoutAlert',
    ]
    const set = (on: readonly string[], off: readonly string[] = []) =>
      opened.database.kysely
        .updateTable('organization')
        .set({
          features: JSON.stringify(
            Object.fromEntries([
              ...on.map((name) => [name, true]),
              ...off.map((name) => [name, false]),
            ]),
          ),
        })
        .where('id', '=', 'w')
        .execute()
    const seen = async () => [...principalOf(await meOf({ as: 'nurse' })).features].toSorted()
    await set([...named, 'neverHeardOf'])
    expect(await seen()).toEqual(named.toSorted())
    await set(
      ['wards', 'referrals'],
      named.filter((name) => name !== 'wards' && name !== 'referrals'),
    )
    expect(await seen()).toEqual(['referrals', 'wards'])
    // Those of the organisation acted in count, not those of another that the user belongs to.
    const seenIn = async (organization: string) =>
      [...principalOf(await meOf({ as: 'multi', in: organization })).features].toSorted()
    expect(await seenIn('w')).toEqual(['referrals', 'wards'])
    expect(await seenIn('h')).not.toContain('referrals')
    // `selfCare` is the portal's (specification P, section 1).
    expect(features.filter((name) => name !== 'selfCare').toSorted()).toEqual(named.toSorted())
  })

  test('P180 O007 a practice has its care homes as neighbours, a care home has none', async () => {
    expect((await meOf({ as: 'gp' })).actingOrganization.neighbors).toEqual([
      { id: 'h', name: 'Hill Home' },
    ])
    expect((await meOf({ as: 'carer' })).actingOrganization.neighbors).toEqual([])
  })

  test('a custom role grants its permissions, and a change counts at the next request', async () => {
    expect(Object.keys((await meOf({ as: 'owl' })).permissions).toSorted()).toEqual([
      'add_patient_notes',
      'view_patients',
    ])
    await opened.database.kysely
      .updateTable('role')
      .set({ permissions: JSON.stringify(['view_patients', 'no_such_permission']) })
      .where('id', '=', 'owl')
      .execute()
    expect(Object.keys((await meOf({ as: 'owl' })).permissions)).toEqual(['view_patients'])
    await opened.database.kysely
      .updateTable('role')
      .set({ permissions: JSON.stringify(['view_patients', 'add_patient_notes']) })
      .where('id', '=', 'owl')
      .execute()
  })

  test('O376 userOrganizations names where the user is a member now, whichever they act for', async () => {
    const ask = async (options: Ask) =>
      (await server.ask('{ userOrganizations { id name type } }', options)).data?.[
        'userOrganizations'
      ]
    const west = { id: 'w', name: 'West Ward', type: 'virtual_ward' }
    const hill = { id: 'h', name: 'Hill Home', type: 'care_home' }
    expect(await ask({ as: 'multi', in: 'w' })).toEqual([hill, west])
    expect(await ask({ as: 'multi', in: 'h' })).toEqual([hill, west])
    const leave = (deleted_at: string | null) =>
      opened.database.asSystem((trx) =>
        trx
          .updateTable('user_organization')
          .set({ deleted_at })
          .where('user_id', '=', 'multi')
          .where('organization_id', '=', 'h')
          .execute(),
      )
    await leave(at(0))
    expect(await ask({ as: 'multi', in: 'w' })).toEqual([west])
    await leave(null)
  })

  test("P014 the header names the acting organisation among the user's own", async () => {
    expect((await meOf({ as: 'multi', in: 'h' })).actingOrganization.id).toBe('h')
    expect((await meOf({ as: 'multi', in: 'h' })).roles).toEqual(['Read Only'])
    expect((await meOf({ as: 'multi', in: 'w' })).roles).toEqual(['Clinician'])
    expect((await meOf({ as: 'multi', in: 'w' })).organizations.map((o) => o.id)).toEqual([
      'h',
      'w',
    ])
  })

  test("acting as a stranger's organisation is refused and logged where the user belongs", async () => {
    for (const organization of ['h', 'no-such', '']) {
      const answer = await server.ask(me, { as: 'nurse', in: organization })
      expect(codeOf(answer)).toBe(organization === '' ? 'ok' : 'FORBIDDEN')
    }
    expect((await logOf('w'))[0]).toMatchObject({
      action: 'forbidden',
      actor_id: 'nurse',
      entity_id: 'me',
      details: { reason: 'not a member', askedOrganization: 'no-such' },
    })
    expect(await logOf('h')).toEqual([])
  })

  test('P305 didLogin notes the sign-in, and that a second step was passed', async () => {
    const answer = await server.ask(`mutation { didLogin { ${fields} } }`, { as: 'admin-totp' })
    expect(meSchema.parse(answer.data?.didLogin)).toMatchObject({
      id: 'admin',
      enrolledInTotpMfa: true,
      wards: [{ id: 'ward-A' }, { id: 'ward-B' }],
    })
    const row = await opened.database.kysely
      .selectFrom('user_account')
      .select('last_login_at')
      .where('id', '=', 'admin')
      .executeTakeFirstOrThrow()
    expect(row.last_login_at).toBe(at(0))
    expect((await logOf('w'))[0]).toMatchObject({ action: 'didLogin', actor_id: 'admin' })
  })

  test('didStayLoggedIn is answered and logged', async () => {
    expect((await server.ask('mutation { didStayLoggedIn }', { as: 'nurse' })).data).toEqual({
      didStayLoggedIn: true,
    })
    expect((await logOf('w'))[0]).toMatchObject({ action: 'didStayLoggedIn', actor_id: 'nurse' })
  })

  test('O409 O410 O004 setActingOrganization answers me as a member of the other organisation, and is remembered', async () => {
    const change = `mutation ($id: ID!) { setActingOrganization(organizationId: $id) { ${fields} } }`
    const answer = await server.ask(change, { as: 'multi', in: 'w', variables: { id: 'h' } })
    expect(meSchema.parse(answer.data?.setActingOrganization)).toMatchObject({
      actingOrganization: { id: 'h' },
      roles: ['Read Only'],
      wards: [],
    })
    expect((await meOf({ as: 'multi' })).actingOrganization.id).toBe('h')
    expect(codeOf(await server.ask(change, { as: 'multi', in: 'w', variables: { id: 'p' } }))).toBe(
      'FORBIDDEN',
    )
    expect((await meOf({ as: 'multi' })).actingOrganization.id).toBe('h')
    await server.ask(change, { as: 'multi', variables: { id: 'w' } })
    expect((await meOf({ as: 'multi' })).actingOrganization.id).toBe('w')
  })

  test("P271 P312 updateMe changes the caller's own profile, stores blanks as null and names what is wrong", async () => {
    const change =
      'mutation ($user: UpdateMeInput!) { updateMe(user: $user) { firstName lastName jobRole } }'
    expect(
      (
        await server.ask(change, {
          as: 'reader',
          variables: { user: { firstName: ' Ada ', jobRole: '' } },
        })
      ).data?.updateMe,
    ).toEqual({ firstName: 'Ada', lastName: 'Tester', jobRole: null })
    expect(
      (await server.ask(change, { as: 'reader', variables: { user: { lastName: null } } })).data
        ?.updateMe,
    ).toEqual({ firstName: 'Ada', lastName: null, jobRole: null })
    const refused = await server.ask(change, {
      as: 'reader',
      variables: { user: { firstName: 'x'.repeat(101) } },
    })
    expect(refused.errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argErrors: [{ path: 'user.firstName', message: 'At most 100 characters' }],
    })
    const more = await server.ask(change, {
      as: 'reader',
      variables: {
        user: { firstName: 'Ada', isInternalStaff: true, roles: ['Organisation Admin'] },
      },
    })
    expect(more.errors.length).toBeGreaterThan(0)
    expect((await meOf({ as: 'reader' })).isInternalStaff).toBe(false)
  })

  test('P277 O356 a job role is that of one organisation: another one keeps its own', async () => {
    const say = (jobRole: string, organization: string) =>
      server.ask(`mutation { updateMe(user: { jobRole: "${jobRole}" }) { jobRole } }`, {
        as: 'multi',
        in: organization,
      })
    await say('Ward Sister', 'w')
    expect((await say('Visitor', 'h')).data).toEqual({ updateMe: { jobRole: 'Visitor' } })
    expect((await meOf({ as: 'multi', in: 'w' })).jobRole).toBe('Ward Sister')
    const listed = await server.ask(
      '{ organizationUsers(search: "multi", take: 5, skip: 0) { users { jobRole } } }',
      { as: 'admin' },
    )
    expect(listed.data).toEqual({ organizationUsers: { users: [{ jobRole: 'Ward Sister' }] } })
  })

  test('P307 C550 P130 createAcceptedTerms opens the organisation to its members; before that only the session works', async () => {
    const board = '{ virtualWardPatients(take: 5, skip: 0) { total } }'
    for (const as of ['newcarer', 'newboss'])
      expect(codeOf(await server.ask(board, { as }))).toBe('FORBIDDEN')
    for (const query of [
      '{ me { id } }',
      'mutation { didLogin { id } }',
      'mutation { didStayLoggedIn }',
      'mutation { updateMe(user: { jobRole: "Nurse" }) { id } }',
      'mutation { setActingOrganization(organizationId: "t") { id } }',
    ])
      expect(codeOf(await server.ask(query, { as: 'newcarer' })), query).toBe('ok')
    expect((await meOf({ as: 'newboss' })).actingOrganization.acceptedTerms).toBe(false)
    const accept = 'mutation { createAcceptedTerms { actingOrganization { acceptedTerms } } }'
    expect(codeOf(await server.ask(accept, { as: 'newcarer' }))).toBe('FORBIDDEN')
    expect((await server.ask(accept, { as: 'newboss' })).data).toEqual({
      createAcceptedTerms: { actingOrganization: { acceptedTerms: true } },
    })
    expect(codeOf(await server.ask(accept, { as: 'newboss' }))).toBe('ok')
    expect(
      await opened.database.kysely
        .selectFrom('accepted_terms')
        .select(['user_id', 'accepted_at'])
        .where('organization_id', '=', 't')
        .execute(),
    ).toEqual([{ user_id: 'newboss', accepted_at: at(0) }])
    expect(codeOf(await server.ask(board, { as: 'newcarer' }))).toBe('ok')
    expect((await logOf('t')).filter((row) => row.action === 'createAcceptedTerms')).toHaveLength(1)
  })

  test('a user who was deleted or removed is out at the next request', async () => {
    await opened.database.kysely
      .updateTable('user_organization')
      .set({ deleted_at: at(0) })
      .where('user_id', '=', 'care')
      .execute()
    expect(codeOf(await server.ask(me, { as: 'care' }))).toBe('FORBIDDEN')
    await opened.database.kysely
      .updateTable('user_account')
      .set({ deleted_at: at(0) })
      .where('id', '=', 'care')
      .execute()
    expect(codeOf(await server.ask(me, { as: 'care' }))).toBe('UNAUTHORIZED')
    await opened.database.kysely
      .updateTable('user_organization')
      .set({ deleted_at: null })
      .where('user_id', '=', 'care')
      .execute()
    await opened.database.kysely
      .updateTable('user_account')
      .set({ deleted_at: null })
      .where('id', '=', 'care')
      .execute()
  })

  test('what is done while logged in as somebody else names both', async () => {
    const other = await startServer(opened.database, {
      verify: async () => ({
        uid: 'nurse',
        email: null,
        authTime: now / 1000,
        claims: { loggedInAs: 'staff' },
      }),
    })
    await other.ask('mutation { didStayLoggedIn }', { as: 'nurse' })
    expect((await logOf('w'))[0]).toMatchObject({ actor_id: 'nurse', logged_in_as: 'staff' })
  })

  test('P304 staff-only operations answer at /graphql-internal, to internal staff alone', async () => {
    const users =
      '{ organizationUsers(organizationId: "h", includeDeleted: true) { id email roles deletedAt } mailOutbox { subject to } }'
    expect((await server.ask(users, { as: 'staff', path: '/Prod/graphql-internal' })).data).toEqual(
      {
        organizationUsers: [
          { id: 'carer', email: 'carer@example.test', roles: ['Care Assistant'], deletedAt: null },
          { id: 'multi', email: 'multi@example.test', roles: ['Read Only'], deletedAt: null },
        ],
        mailOutbox: [{ subject: 'Welcome', to: 'x@example.test' }],
      },
    )
    expect(codeOf(await server.ask(users, { as: 'admin', path: '/Prod/graphql-internal' }))).toBe(
      'FORBIDDEN',
    )
    expect(codeOf(await server.ask(users, { path: '/Prod/graphql-internal' }))).toBe('UNAUTHORIZED')
    expect(codeOf(await server.ask(users, { as: 'staff' }))).toBe('GRAPHQL_VALIDATION_FAILED')
  })

  describe('mails that were kept instead of sent', () => {
    const link = 'https://portal.example/account-action?mode=resetPassword&oobCode=open-sesame_1'
    const bodies = async (asker: TestServer = server): Promise<readonly string[]> => {
      const { data } = await asker.ask('{ mailOutbox { subject body } }', {
        as: 'staff',
        path: '/Prod/graphql-internal',
      })
      const mails = data?.mailOutbox as readonly { subject: string; body: string }[]
      return mails.filter(({ subject }) => subject === 'Reset').map(({ body }) => body)
    }
    const mail = {
      id: 'reset',
      to: 'gp@example.test',
      subject: 'Reset',
      text: `Follow ${link}\n\nBye`,
    }
    const clear = () =>
      opened.database.kysely.deleteFrom('mail_outbox').where('subject', '=', 'Reset').execute()
    const clock = { now: () => now }

    test('hold nothing that opens an account, but in the demonstration', async () => {
      await createDelivery({ database: opened.database, clock })(mail)
      expect(await bodies()).toEqual([
        'Follow https://portal.example/account-action?mode=resetPassword&oobCode=***\n\nBye',
      ])
      await clear()
      await createDelivery({ database: opened.database, clock, keepsCodes: true })(mail)
      expect(await bodies()).toEqual([mail.text])
      await clear()
    })

    test('show no code that is an hour old; the purge takes it away, and the mail after 30 days', async () => {
      await createDelivery({ database: opened.database, clock, keepsCodes: true })(mail)
      const later = (minutes: number) => ({ now: () => now + minutes * 60_000 })
      const after = (minutes: number) =>
        startServer(opened.database, { clock: later(minutes) }).then(bodies)
      const kept = async (): Promise<string | undefined> =>
        (
          await opened.database.kysely
            .selectFrom('mail_outbox')
            .select('body')
            .where('subject', '=', 'Reset')
            .executeTakeFirst()
        )?.body
      expect((await after(59))[0]).toContain('oobCode=open-sesame_1')
      expect((await after(61))[0]).toContain('oobCode=***')
      await purgeMails({ database: opened.database, clock: later(59) })
      expect(await kept()).toBe(mail.text)
      await purgeMails({ database: opened.database, clock: later(61) })
      expect(await kept()).toBe(mail.text.replace('open-sesame_1', '***'))
      await purgeMails({ database: opened.database, clock: later(31 * 24 * 60) })
      expect(await kept()).toBeUndefined()
    })

    test('each look at them, and at the users of an organisation, is in the chained log', async () => {
      await bodies()
      expect((await logOf('i'))[0]).toMatchObject({
        actor_id: 'staff',
        action: 'internal-read',
        entity_id: 'mailOutbox',
      })
      await server.ask('{ organizationUsers(organizationId: "h") { id } }', {
        as: 'staff',
        path: '/Prod/graphql-internal',
      })
      expect((await logOf('i'))[0]).toMatchObject({
        action: 'internal-read',
        entity_id: 'organizationUsers',
        details: { organizationId: 'h' },
      })
      expect(await opened.database.asSystem((trx) => readActionChain(trx, 'i'))).toMatchObject({
        brokenAt: null,
      })
    })
  })
})
