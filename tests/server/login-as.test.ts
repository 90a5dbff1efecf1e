import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createIdentity, type Identity } from '../../server/identity'
import { secretBox } from '../../server/secret-box'
import { isOfLinkedIdentity } from '../../src/domain/toolbar-identity/toolbar-identity'
import type { Mail } from '../../server/graphql/mailer'
import { codeOf, startServer, type Answer, type TestServer } from './client'
import { onPglite } from './engines'
import { buildWorld, now } from './world'

const path = '/Prod/graphql-internal'
const reason = 'Asked to look at a missing alert'
const loginAs = `mutation ($id: ID!) { loginAs(userId: $id, reason: "${reason}") }`
const toolkit = '/identitytoolkit.googleapis.com'
const me = '{ me { id isInternalStaff chatWidgetHash loggedInAs { id firstName } } }'

onPglite(buildWorld, (opened) => {
  let server: TestServer
  let identity: Identity
  let time = now
  const mails: Mail[] = []
  const password = 'lantern-harbour-violet'
  beforeAll(async () => {
    identity = createIdentity({
      secrets: secretBox(new Uint8Array(32)),
      database: opened.database,
      clock: { now: () => time },
      mailer: { send: async (mail) => void mails.push(mail) },
      config: {
        projectId: 'p',
        portalUrl: 'https://portal.example',
        passwordCost: { logN: 4, r: 1, p: 1 },
        staysSignedIn: async () => true,
      },
    })
    for (const uid of ['nurse', 'newboss', 'staff', 'multi', 'admin'])
      await identity.createAccount({ uid, email: `${uid}@example.test`, password })
    server = await startServer(opened.database, {
      administration: identity.administration,
      verify: identity.verify,
    })
  })
  beforeEach(() => {
    time = now
  })
  const post = async (endpoint: string, body: object) =>
    (await (
      await identity.routes.request(`${toolkit}/${endpoint}?key=k`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json()) as Record<string, unknown>
  const tokensOf = (answer: Record<string, unknown>) => {
    expect(answer['error']).toBeUndefined()
    return { idToken: String(answer['idToken']), refreshToken: String(answer['refreshToken']) }
  }
  const signIn = async (uid: string) =>
    tokensOf(
      await post('v1/accounts:signInWithPassword', { email: `${uid}@example.test`, password }),
    ).idToken
  const ask = async (
    query: string,
    idToken: string,
    more: { readonly id?: string; readonly path?: string; readonly key?: string } = {},
  ): Promise<Answer> => {
    const response = await server.app.request(more.path ?? '/Prod/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
      body: JSON.stringify({
        query,
        variables: { id: more.id },
        ...(more.key === undefined ? {} : { extensions: { idempotencyKey: more.key } }),
      }),
    })
    const body = (await response.json()) as {
      data?: Record<string, unknown> | null
      errors?: Answer['errors']
    }
    return { status: response.status, data: body.data ?? null, errors: body.errors ?? [] }
  }
  const actAs = async (id: string) => {
    const { data, errors } = await ask(loginAs, await signIn('staff'), { id, path })
    expect(errors).toEqual([])
    return tokensOf(await post('v1/accounts:signInWithCustomToken', { token: data?.['loginAs'] }))
  }
  const newestTwo = (organizationId: string) =>
    opened.database.kysely
      .selectFrom('action_log')
      .select(['action', 'actor_id', 'logged_in_as', 'entity_id'])
      .where('organization_id', '=', organizationId)
      .orderBy('seq', 'desc')
      .limit(2)
      .execute()
  const newest = async (organizationId: string) => (await newestTwo(organizationId))[0]

  test('P037 internal staff sign in as another user; every organisation of theirs has it in its log', async () => {
    const { idToken } = await actAs('multi')
    const begun = { action: 'loginAs', actor_id: 'staff', logged_in_as: null, entity_id: 'multi' }
    for (const id of ['w', 'h'])
      expect(await newestTwo(id)).toEqual([
        { action: 'accountSignedIn', actor_id: 'multi', logged_in_as: 'staff', entity_id: 'multi' },
        begun,
      ])
    expect(await newest('i')).toEqual(begun)
    expect((await ask(me, idToken)).data?.['me']).toMatchObject({ id: 'multi' })
  })

  test('P037 the portal is told who acts, and what is done then is logged under both names', async () => {
    const { idToken } = await actAs('nurse')
    expect((await ask(me, idToken)).data?.['me']).toMatchObject({
      isInternalStaff: false,
      loggedInAs: { id: 'staff', firstName: 'STAFF' },
    })
    await ask('mutation { setActingOrganization(organizationId: "w") { id } }', idToken)
    expect(await newest('w')).toMatchObject({
      action: 'setActingOrganization',
      actor_id: 'nurse',
      logged_in_as: 'staff',
    })
    await ask('mutation { deleteWard(id: "ward-A") }', idToken)
    expect(await newest('w')).toMatchObject({ action: 'forbidden', logged_in_as: 'staff' })
  })

  test('P039 the chat widget has no key while somebody acts as the user', async () => {
    const own = (await ask(me, await signIn('nurse'))).data?.['me']
    expect(own).toMatchObject({ chatWidgetHash: expect.any(String), loggedInAs: null })
    const { idToken } = await actAs('nurse')
    expect((await ask(me, idToken)).data?.['me']).toMatchObject({ chatWidgetHash: null })
  })

  test('the day of the user’s last login stays as it is', async () => {
    const { idToken } = await actAs('nurse')
    await opened.database.kysely
      .updateTable('user_account')
      .set({ last_login_at: null })
      .where('id', '=', 'nurse')
      .execute()
    expect(codeOf(await ask('mutation { didLogin { id } }', idToken))).toBe('ok')
    const row = await opened.database.kysely
      .selectFrom('user_account')
      .select('last_login_at')
      .where('id', '=', 'nurse')
      .executeTakeFirst()
    expect(row?.last_login_at).toBeNull()
  })

  test('the organisation that the user chose last stays as it is', async () => {
    const chosen = async () =>
      (
        await opened.database.kysely
          .selectFrom('user_account')
          .select('acting_organization_id')
          .where('id', '=', 'multi')
          .executeTakeFirstOrThrow()
      ).acting_organization_id
    const choose = 'mutation ($id: ID!) { setActingOrganization(organizationId: $id) { id } }'
    expect(codeOf(await ask(choose, await signIn('multi'), { id: 'w' }))).toBe('ok')
    const { idToken } = await actAs('multi')
    const inOther =
      'mutation ($id: ID!) { setActingOrganization(organizationId: $id) { actingOrganization { id } } }'
    expect((await ask(inOther, idToken, { id: 'h' })).data).toEqual({
      setActingOrganization: { actingOrganization: { id: 'h' } },
    })
    expect(await chosen()).toBe('w')
    expect(await newest('h')).toMatchObject({
      action: 'setActingOrganization',
      logged_in_as: 'staff',
    })
  })

  test('nobody but internal staff may, and nobody may as internal staff', async () => {
    for (const uid of ['nurse', 'newboss'])
      expect(codeOf(await ask(loginAs, await signIn(uid), { id: 'multi', path }))).toBe('FORBIDDEN')
    const own = await ask(loginAs, await signIn('staff'), { id: 'staff', path })
    expect(own.errors[0]?.extensions?.reason).toBe('INTERNAL_STAFF')
    expect(codeOf(await ask(loginAs, await signIn('staff'), { id: 'nobody', path }))).toBe(
      'NOT_FOUND',
    )
    const unable = await ask(loginAs, await signIn('staff'), { id: 'owl', path })
    expect(unable.errors[0]?.extensions?.reason).toBe('NO_PROVIDER_USER')
  })

  test('who acts has no internal rights, and cannot act on', async () => {
    const { idToken } = await actAs('nurse')
    expect(codeOf(await ask(loginAs, idToken, { id: 'multi', path }))).toBe('FORBIDDEN')
    expect(codeOf(await ask('{ mailOutbox { id } }', idToken, { path }))).toBe('FORBIDDEN')
  })

  test('the terms of an organisation are accepted by its own users alone', async () => {
    const { idToken } = await actAs('newboss')
    const accept = 'mutation { createAcceptedTerms { id } }'
    expect(codeOf(await ask(accept, idToken))).toBe('FORBIDDEN')
    expect(codeOf(await ask(accept, await signIn('newboss')))).toBe('ok')
  })

  test('the safety of the account is its own user’s', async () => {
    const { idToken } = await actAs('nurse')
    for (const [endpoint, body] of [
      ['lamplight/password:prove', { idToken, currentPassword: 'any' }],
      ['v2/accounts/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} }],
      ['v1/accounts:update', { idToken, password: 'another-long-password-x' }],
      ['lamplight/sessions:end', { idToken, sessionId: null }],
    ] as const)
      expect(await post(endpoint, body)).toMatchObject({ error: { code: 400 } })
  })

  test('it ends after an hour, however often it is renewed', async () => {
    const { refreshToken } = await actAs('nurse')
    const renew = async (token: string) => {
      const response = await identity.routes.request('/securetoken.googleapis.com/v1/token?key=k', {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token }),
      })
      return {
        status: response.status,
        body: (await response.json()) as Record<string, string>,
      }
    }
    time = now + 59 * 60_000
    const later = await renew(refreshToken)
    expect(later.status).toBe(200)
    time = now + 61 * 60_000
    expect((await renew(later.body['refresh_token'] ?? '')).status).toBe(400)
  })

  test('it ends after an hour where the provider does not end it', async () => {
    const elsewhere = await startServer(opened.database, {
      verify: async () => ({
        uid: 'nurse',
        email: null,
        authTime: now / 1000 - 3601,
        claims: { loggedInAs: 'staff' },
      }),
    })
    const answer = await elsewhere.ask(me, { as: 'nurse' })
    expect([answer.status, answer.errors[0]?.extensions?.reason]).toEqual([401, 'SESSION_ENDED'])
  })

  test('T9 the way back signs the staff member in once, within an hour, and not after all their sign-ins were ended', async () => {
    const exitQuery = 'mutation { exitLoginAsToken }'
    const wayBack = async () => {
      const { data, errors } = await ask(exitQuery, await signIn('staff'), { path })
      expect(errors).toEqual([])
      return String(data?.['exitLoginAsToken'])
    }
    const use = (token: string) => post('v1/accounts:signInWithCustomToken', { token })
    const token = await wayBack()
    // Of a link that somebody sends it is none.
    expect(isOfLinkedIdentity(token)).toBe(true)
    time = now + 59 * 60_000
    const { idToken } = tokensOf(await use(token))
    expect((await ask(me, idToken)).data?.['me']).toMatchObject({ id: 'staff', loggedInAs: null })
    expect((await use(token))['error']).toBeDefined()
    const late = await wayBack()
    time += 3_601_000
    expect((await use(late))['error']).toBeDefined()
    const ended = await wayBack()
    time += 2_000
    await identity.endSessions('staff')
    expect((await use(ended))['error']).toBeDefined()
    // Nobody who acts as a user, and no user, has one.
    const acting = await actAs('nurse')
    for (const asks of [acting.idToken, await signIn('nurse')])
      expect(codeOf(await ask(exitQuery, asks, { path }))).toBe('FORBIDDEN')
  })

  test('T9 it counts as many proofs as the sign-in that it leads back to', async () => {
    const claimsOf = async (secondFactor: string | undefined) => {
      const elsewhere = await startServer(opened.database, {
        administration: identity.administration,
        verify: async () => ({
          uid: 'staff',
          email: null,
          authTime: now / 1000,
          claims: {},
          ...(secondFactor === undefined ? {} : { secondFactor }),
        }),
      })
      const answer = await elsewhere.ask('mutation { exitLoginAsToken }', { as: 'staff', path })
      const payload = String(answer.data?.['exitLoginAsToken']).split('.')[1] ?? ''
      return JSON.parse(Buffer.from(payload, 'base64url').toString()).claims
    }
    expect(await claimsOf('totp')).toEqual({ pressed: 'yes', passedSecondFactor: 'yes' })
    expect(await claimsOf(undefined)).toEqual({ pressed: 'yes' })
    const asked = async (claims: Record<string, string>) =>
      codeOf(
        await (
          await startServer(opened.database, {
            staffNeedSecondFactor: true,
            verify: async () => ({ uid: 'staff', email: null, authTime: now / 1000, claims }),
          })
        ).ask('{ organizations(take: 1, skip: 0) { total } }', { as: 'staff', path }),
      )
    expect(await asked({})).toBe('FORBIDDEN')
    expect(await asked({ passedSecondFactor: 'yes' })).toBe('ok')
  })

  test('it ends with the rights of who acts', async () => {
    const { idToken } = await actAs('nurse')
    const staff = (is: boolean) =>
      opened.database.kysely
        .updateTable('user_account')
        .set({ is_internal_staff: is })
        .where('id', '=', 'staff')
        .execute()
    await staff(false)
    const answer = await ask(me, idToken)
    await staff(true)
    expect([answer.status, answer.errors[0]?.extensions?.reason]).toEqual([401, 'SESSION_ENDED'])
    expect(codeOf(await ask(me, idToken))).toBe('ok')
  })

  test('what would outlive the hour is closed while somebody acts: users, roles, keys, integrations, emergency access', async () => {
    const kysely = opened.database.kysely
    await kysely
      .updateTable('user_organization')
      .set({ roles: JSON.stringify(['Organisation Admin']) })
      .where('user_id', '=', 'multi')
      .where('organization_id', '=', 'w')
      .execute()
    await kysely
      .updateTable('organization')
      .set({
        features: sql`features || '{"integrationApi": true, "ehrIntegrations": true, "wards": true}'::jsonb`,
      })
      .where('id', '=', 'w')
      .execute()
    const choose = 'mutation ($id: ID!) { setActingOrganization(organizationId: $id) { id } }'
    const closed = [
      ['updateMe', 'mutation { updateMe(user: { jobRole: "x" }) { id } }'],
      [
        'createUser',
        'mutation { createUser(user: {email: "x@example.test"}, role: "Clinician") { id } }',
      ],
      ['passwordResetUrl', 'mutation { passwordResetUrl(userId: "nobody-at-all") }'],
      ['deleteUser', 'mutation { deleteUser(userId: "nobody-at-all") }'],
      [
        'createRole',
        'mutation { createRole(role: {name: "R", description: "", permissions: []}) { id } }',
      ],
      ['createIntegrationApiKey', 'mutation { createIntegrationApiKey { id } }'],
      [
        'openEmergencyAccess',
        'mutation { openEmergencyAccess(patientId: "a1", reason: "Called at night, nobody is here") { id } }',
      ],
    ] as const
    const own = await signIn('multi')
    expect(codeOf(await ask(choose, own, { id: 'w' }))).toBe('ok')
    const { idToken } = await actAs('multi')
    for (const [name, query] of closed) {
      expect(codeOf(await ask(query, idToken)), name).toBe('FORBIDDEN')
      expect(await newest('w'), name).toMatchObject({
        action: 'forbidden',
        entity_id: name,
        logged_in_as: 'staff',
      })
      // Theirs as themselves: what is refused then is refused for another reason.
      expect(['FORBIDDEN', 'GRAPHQL_VALIDATION_FAILED'], name).not.toContain(
        codeOf(await ask(query, own)),
      )
    }
    expect(
      codeOf(
        await ask(
          '{ organizationUsers(take: 5, skip: 0, sort: EMAIL, descending: false) { total } }',
          idToken,
        ),
      ),
    ).toBe('ok')
  })

  test('a reason is asked for; the user is told by mail, and the administrators of the organisation have a list', async () => {
    const without = 'mutation ($id: ID!) { loginAs(userId: $id, reason: "just so") }'
    const refused = await ask(without, await signIn('staff'), { id: 'nurse', path })
    expect(refused.errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argErrors: [{ path: 'reason' }],
    })
    mails.length = 0
    await actAs('nurse')
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['nurse@example.test', 'Lamplight support asked to sign in as you'],
    ])
    expect(mails[0]?.text).toContain('STAFF Tester of Lamplight support')
    expect(mails[0]?.text).toContain(reason)
    const list = '{ supportSignIns { at staffName userName reason } }'
    const told = (await ask(list, await signIn('admin'))).data?.['supportSignIns'] as object[]
    expect(told[0]).toMatchObject({ staffName: 'STAFF Tester', userName: 'NURSE Tester', reason })
    expect(codeOf(await ask(list, await signIn('nurse')))).toBe('FORBIDDEN')
  })

  test('the token signs in once', async () => {
    const { data } = await ask(loginAs, await signIn('staff'), { id: 'nurse', path })
    const token = data?.['loginAs']
    tokensOf(await post('v1/accounts:signInWithCustomToken', { token }))
    expect(await post('v1/accounts:signInWithCustomToken', { token })).toMatchObject({
      error: { message: 'INVALID_CUSTOM_TOKEN' },
    })
  })

  test('the token is given once, and is in no log', async () => {
    const staff = await signIn('staff')
    const first = await ask(loginAs, staff, { id: 'nurse', path, key: 'login-as-1' })
    const again = await ask(loginAs, staff, { id: 'nurse', path, key: 'login-as-1' })
    expect(again.errors[0]?.extensions?.reason).toBe('SHOWN_ONCE')
    expect(server.logged.join('')).not.toContain(String(first.data?.['loginAs']))
  })

  test('who acts as themselves has nobody behind them', async () => {
    const own = (await ask(me, await signIn('staff'))).data?.['me']
    expect(own).toMatchObject({ id: 'staff', loggedInAs: null, isInternalStaff: true })
  })
})
