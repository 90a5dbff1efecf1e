import { beforeAll, describe, expect, test } from 'vitest'
import { firstBrokenAction } from '../../server/db/action-log'
import { openDatabase } from '../../server/db/database'
import { createIdentity, type Identity, type Mail } from '../../server/identity'
import { secretBox } from '../../server/secret-box'
import { makeFirstUser, makePasswordLink } from '../../server/identity/first-user'
import { codeOf, startServer, type Answer, type Ask, type TestServer } from './client'
import { onBothEngines } from './engines'
import { buildWorld, now } from './world'

const path = '/Prod/graphql-internal'
const clock = { now: () => now }
const reasonOf = (answer: Answer) => [codeOf(answer), answer.errors[0]?.extensions?.reason]
const create = `mutation ($organization: CreateOrganizationInput!, $user: CreateOrganizationUserInput!) {
  createOrganization(organization: $organization, user: $user) { id name edition roles numberOfUsers acceptedTerms } }`
const organization = {
  name: ' Fen Ward ',
  type: 'virtual_ward',
  edition: 'en-US',
  telephone: '01273',
  address: '1 Fen Way',
  postcode: 'F1',
  nationalIdentifierScheme: null,
  features: ['wards', 'patientChat'],
}
const user = { email: ' Ada@Fen.test', firstName: 'Ada', lastName: ' ' }
const usersQuery =
  'query ($id: ID!) { organizationUsers(organizationId: $id, includeDeleted: true) { id email firstName roles isSelfCare hasProviderUser invitedAt deletedAt hasAccepted } }'

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let identity: Identity
  const mails: Mail[] = []
  beforeAll(async () => {
    identity = createIdentity({
      secrets: secretBox(new Uint8Array(32)),
      database: opened.database,
      clock,
      mailer: {
        send: async (mail) => {
          mails.push(mail)
        },
      },
      config: {
        projectId: 'p',
        portalUrl: 'https://portal.example',
        passwordCost: { logN: 4, r: 1, p: 1 },
      },
    })
    server = await startServer(opened.database, { administration: identity.administration })
  })
  const ask = (query: string, variables: Record<string, unknown> = {}, more: Ask = {}) =>
    server.ask(query, { as: 'staff', path, variables, ...more })
  const valueOf = <Value>(answer: Answer): Value => {
    expect(answer.errors).toEqual([])
    return Object.values(answer.data ?? {})[0] as Value
  }
  const logOf = (id: string) =>
    opened.database.kysely
      .selectFrom('action_log')
      .select(['action', 'actor_id', 'entity_id', 'details'])
      .where('organization_id', '=', id)
      .where('action', '!=', 'internal-read')
      .orderBy('seq', 'desc')
      .execute()
  const usersOf = async (id: string) =>
    valueOf<readonly Record<string, unknown>[]>(await ask(usersQuery, { id }))

  test('P035 an organisation comes with its first user, who is asked to administer it by mail', async () => {
    const made = valueOf<{ readonly id: string }>(await ask(create, { organization, user }))
    expect(made).toMatchObject({
      name: 'Fen Ward',
      edition: 'en-US',
      numberOfUsers: 0,
      acceptedTerms: false,
    })
    expect(await usersOf(made.id)).toMatchObject([
      {
        email: 'ada@fen.test',
        firstName: null,
        roles: ['Organisation Admin'],
        hasProviderUser: true,
        hasAccepted: false,
        invitedAt: new Date(now).toISOString(),
      },
    ])
    const row = await opened.database.kysely
      .selectFrom('organization')
      .selectAll()
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow()
    expect(row.features).toEqual({ wards: true, patientChat: true })
    expect(row.address).toEqual({ address: '1 Fen Way', postcode: 'F1' })
    const pathways = await opened.database.kysely
      .selectFrom('care_pathway')
      .select('id')
      .where('organization_id', '=', made.id)
      .execute()
    expect(pathways.length).toBeGreaterThanOrEqual(3)
    expect(pathways.map(({ id }) => id)).toContain(row.default_care_pathway_id)
    const mail = mails.findLast(({ to }) => to === 'ada@fen.test')
    expect(mail?.subject).toBe('Your invitation to Lamplight: Fen Ward')
    expect(mail?.text).toContain('the organization Fen Ward')
    expect(mail?.text).toMatch(/https:\/\/portal\.example\/account-action\?mode=resetPassword/)
    for (const id of [made.id, 'i'])
      expect((await logOf(id))[0]).toMatchObject({
        action: 'createOrganization',
        actor_id: 'staff',
        entity_id: made.id,
      })
  })

  test('one that repeats a key makes one organisation, and is answered with it', async () => {
    const given = {
      organization: { ...organization, name: 'Once' },
      user: { email: 'once@fen.test' },
    }
    const key = 'create-once'
    const [first, second] = [await ask(create, given, { key }), await ask(create, given, { key })]
    expect(second).toEqual(first)
    const { total } = valueOf<{ readonly total: number }>(
      await ask('{ organizations(search: "once", take: 5, skip: 0) { total } }'),
    )
    expect(total).toBe(1)
    expect(
      reasonOf(await ask(create, { ...given, user: { email: 'other@fen.test' } }, { key })),
    ).toEqual(['CONFLICT', 'ID_REUSED'])
  })

  test('of two at once with one key, one makes it', async () => {
    const given = {
      organization: { ...organization, name: 'Twice' },
      user: { email: 'twice@fen.test' },
    }
    await Promise.all([1, 2].map(() => ask(create, given, { key: 'at-once-key' })))
    const found = valueOf<{ readonly total: number }>(
      await ask('{ organizations(search: "twice", take: 5, skip: 0) { total } }'),
    )
    expect(found.total).toBe(1)
  })

  test('a person who has an account is asked first, without a link', async () => {
    await identity.createAccount({
      uid: 'gp',
      email: 'gp@example.test',
      password: 'lantern-harbour-violet',
    })
    const made = valueOf<{ readonly id: string }>(
      await ask(create, {
        organization: { ...organization, name: 'Second home', edition: 'en-GB' },
        user: { email: 'GP@example.test', firstName: 'Other' },
      }),
    )
    expect(await usersOf(made.id)).toMatchObject([
      { email: 'gp@example.test', firstName: null, hasAccepted: false },
    ])
    const mail = mails.findLast(({ to }) => to === 'gp@example.test')
    expect(mail?.text).toContain('the organisation Second home')
    expect(mail?.text).not.toContain('oobCode')
  })

  test('every wrong field is named, and nothing is made', async () => {
    const answer = await ask(create, {
      organization: { ...organization, name: ' ', type: 'hospital', features: ['x'] },
      user: { email: 'ada' },
    })
    expect(answer.errors[0]?.extensions?.argErrors?.map((one) => one.path)).toEqual([
      'organization.name',
      'organization.type',
      'organization.features.0',
    ])
    const wrong = await ask(create, { organization, user: { email: 'ada' } })
    expect(wrong.errors[0]?.extensions?.argErrors).toEqual([
      { path: 'user.email', message: 'This is not an email address' },
    ])
  })

  test('P027 O205 nobody but internal staff may do any of it', async () => {
    const operations = [
      'mutation { updateUser(userId: "nurse", firstName: "x") }',
      'mutation { updateUserRoles(userId: "nurse", organizationId: "w", roles: ["Read Only"]) }',
      'mutation { sendWelcomeEmail(userId: "nurse", organizationId: "w") }',
      'mutation { createIdentityProviderUser(userId: "nurse", organizationId: "w") }',
      'mutation { passwordResetUrl(userId: "nurse", organizationId: "w") }',
      '{ organizations(take: 1, skip: 0) { total } }',
      '{ practicesNotInvitedCount }',
      '{ mailTroubles { id } }',
      '{ unreachedAnywhere { id } }',
    ]
    for (const query of operations) {
      for (const as of ['admin', 'nurse', 'selfcare', 'newboss'])
        expect(codeOf(await ask(query, {}, { as }))).toBe('FORBIDDEN')
      expect(codeOf(await server.ask(query, { path }))).toBe('UNAUTHORIZED')
    }
    expect(codeOf(await ask(create, { organization, user }, { as: 'admin' }))).toBe('FORBIDDEN')
  })

  test('P030 staff change the name of a user; each of their organisations has it in its log', async () => {
    const rename = 'mutation { updateUser(userId: "multi", firstName: " Cal ", lastName: "") }'
    expect(valueOf(await ask(rename, {}, { in: 'i' }))).toBe(true)
    const row = await opened.database.kysely
      .selectFrom('user_account')
      .selectAll()
      .where('id', '=', 'multi')
      .executeTakeFirstOrThrow()
    expect([row.first_name, row.last_name]).toEqual(['Cal', null])
    for (const id of ['w', 'h', 'i'])
      expect((await logOf(id))[0]).toMatchObject({ action: 'updateUser', entity_id: 'multi' })
    expect(JSON.stringify(await logOf('w'))).not.toContain('Cal')
    expect(codeOf(await ask('mutation { updateUser(userId: "nobody", firstName: "x") }'))).toBe(
      'NOT_FOUND',
    )
  })

  test('P033 staff change the roles of a user', async () => {
    const roles = (userId: string, names: readonly string[], organizationId = 'w') =>
      ask(
        'mutation ($userId: ID!, $organizationId: ID!, $roles: [String!]!) { updateUserRoles(userId: $userId, organizationId: $organizationId, roles: $roles) }',
        { userId, organizationId, roles: names },
      )
    expect(valueOf(await roles('care', ['Read Only', 'Night Owl']))).toBe(true)
    expect((await usersOf('w')).find(({ id }) => id === 'care')).toMatchObject({
      roles: ['Read Only', 'Night Owl'],
    })
    expect((await logOf('w'))[0]?.details).toEqual({
      roles: ['Read Only', 'Night Owl'],
      before: ['Care Assistant'],
    })
    for (const names of [[], ['Nonsense'], ['Internal Staff'], ['Self Care']])
      expect(reasonOf(await roles('care', names))).toEqual(['CONFLICT', 'ROLE_UNKNOWN'])
    expect(reasonOf(await roles('admin', ['Read Only']))).toEqual([
      'CONFLICT',
      'LAST_ADMINISTRATOR',
    ])
    expect(codeOf(await roles('carer', ['Read Only']))).toBe('NOT_FOUND')
    expect(codeOf(await roles('selfcare', ['Clinician']))).toBe('NOT_FOUND')
    expect((await usersOf('w')).find(({ id }) => id === 'selfcare')).toMatchObject({
      roles: ['Self Care'],
    })
    expect(codeOf(await roles('care', ['Read Only'], 'nowhere'))).toBe('NOT_FOUND')
  })

  test('patients’ logins are counted apart from the users, and are marked among them', async () => {
    const query =
      '{ organizations(search: "west", take: 5, skip: 0) { organizations { id numberOfUsers numberOfPatientLogins } } }'
    const { organizations } = valueOf<{ readonly organizations: readonly object[] }>(
      await ask(query),
    )
    const present = (await usersOf('w')).filter(({ deletedAt }) => deletedAt === null)
    const logins = present.filter(({ isSelfCare }) => isSelfCare === true)
    expect(logins.map(({ id }) => id)).toEqual(['selfcare'])
    expect(organizations).toEqual([
      { id: 'w', numberOfUsers: present.length - 1, numberOfPatientLogins: 1 },
    ])
  })

  test('of two administrators who are demoted at once, one stays', async () => {
    await opened.database.kysely
      .updateTable('user_organization')
      .set({ roles: JSON.stringify(['Organisation Admin']) })
      .where('user_id', '=', 'manager')
      .execute()
    const demote = (userId: string) =>
      ask(
        'mutation ($userId: ID!) { updateUserRoles(userId: $userId, organizationId: "w", roles: ["Clinician"]) }',
        { userId },
      )
    const codes = (await Promise.all([demote('admin'), demote('manager')])).map(codeOf)
    expect(codes.toSorted()).toEqual(['CONFLICT', 'ok'])
    await opened.database.kysely
      .updateTable('user_organization')
      .set({ roles: JSON.stringify(['Organisation Admin']) })
      .where('user_id', '=', 'admin')
      .execute()
  })

  test('P032 staff let a user sign in at the identity provider, once', async () => {
    const allow = 'mutation { createIdentityProviderUser(userId: "nurse", organizationId: "w") }'
    const known = async () =>
      (await usersOf('w')).find(({ id }) => id === 'nurse')?.['hasProviderUser']
    expect(await known()).toBe(false)
    expect(valueOf(await ask(allow))).toBe(true)
    expect(valueOf(await ask(allow))).toBe(true)
    expect(await known()).toBe(true)
    await identity.createAccount({ uid: 'stranger', email: 'reader@example.test' })
    expect(
      reasonOf(
        await ask('mutation { createIdentityProviderUser(userId: "reader", organizationId: "w") }'),
      ),
    ).toEqual(['CONFLICT', 'ADDRESS_TAKEN'])
  })

  test('P031 staff send a welcome mail, which also lets the user sign in', async () => {
    const send = 'mutation { sendWelcomeEmail(userId: "carer", organizationId: "h") }'
    expect(valueOf(await ask(send))).toBe(true)
    expect(mails.findLast(({ to }) => to === 'carer@example.test')?.text).toContain('oobCode=')
    expect((await usersOf('h')).find(({ id }) => id === 'carer')).toMatchObject({
      hasProviderUser: true,
      invitedAt: new Date(now).toISOString(),
    })
    expect((await logOf('h'))[0]).toMatchObject({ action: 'sendWelcomeEmail' })
    expect(
      codeOf(await ask('mutation { sendWelcomeEmail(userId: "carer", organizationId: "w") }')),
    ).toBe('NOT_FOUND')
  })

  test('P034 a link to choose a password is mailed to the user, shown to nobody, and in no log', async () => {
    const link = 'mutation { passwordResetUrl(userId: "nurse", organizationId: "w") }'
    const before = mails.length
    expect(valueOf(await ask(link, {}, { key: 'reset-link-1' }))).toBe(true)
    expect(valueOf(await ask(link, {}, { key: 'reset-link-1' }))).toBe(true)
    const [mail, ...more] = mails.slice(before)
    expect([mail?.to, more]).toEqual(['nurse@example.test', []])
    const url = /https:\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    expect(url).toMatch(/^https:\/\/portal\.example\/account-action\?mode=resetPassword&oobCode=/)
    const code = new URL(url).searchParams.get('oobCode') ?? ''
    expect(JSON.stringify(await logOf('w')) + server.logged.join('')).not.toContain(code)
    expect(
      reasonOf(await ask('mutation { passwordResetUrl(userId: "owl", organizationId: "w") }')),
    ).toEqual(['CONFLICT', 'NO_PROVIDER_USER'])
  })

  test('a link to choose a password is not made for another of internal staff, but for oneself', async () => {
    const link = (id: string, at: string) =>
      ask(`mutation { passwordResetUrl(userId: "${id}", organizationId: "${at}") }`)
    await opened.database.kysely
      .updateTable('user_account')
      .set({ is_internal_staff: true, last_login_at: new Date(now).toISOString() })
      .where('id', '=', 'multi')
      .execute()
    await identity.createAccount({ uid: 'multi', email: 'multi@example.test' })
    await identity.createAccount({ uid: 'staff', email: 'staff@example.test' })
    const refused = await link('multi', 'w')
    await opened.database.kysely
      .updateTable('user_account')
      .set({ is_internal_staff: false })
      .where('id', '=', 'multi')
      .execute()
    expect(reasonOf(refused)).toEqual(['CONFLICT', 'INTERNAL_STAFF'])
    expect(codeOf(await link('multi', 'w'))).toBe('ok')
    expect(codeOf(await link('staff', 'i'))).toBe('ok')
  })

  test('internal staff invite a colleague, whose link can be made again until they came', async () => {
    const invite = (email: string, options: object = {}) =>
      ask(
        'mutation ($user: CreateOrganizationUserInput!) { inviteInternalUser(user: $user) }',
        { user: { email, firstName: 'Bo' } },
        options,
      )
    expect(codeOf(await invite('bo@supplier.test', { as: 'admin' }))).toBe('FORBIDDEN')
    expect(valueOf(await invite(' Bo@supplier.test'))).toBe(true)
    const made = await opened.database.kysely
      .selectFrom('user_account')
      .select(['id', 'is_internal_staff'])
      .where('email', '=', 'bo@supplier.test')
      .executeTakeFirstOrThrow()
    expect(made.is_internal_staff).toBe(true)
    expect(mails.findLast(({ to }) => to === 'bo@supplier.test')?.text).toContain('oobCode=')
    expect((await logOf('i'))[0]).toMatchObject({
      action: 'inviteInternalUser',
      entity_id: made.id,
    })
    // Whoever has an account does another job with it.
    for (const taken of ['bo@supplier.test', 'nurse@example.test', 'staff@example.test'])
      expect(reasonOf(await invite(taken))).toEqual(['CONFLICT', 'ADDRESS_TAKEN'])
    const link = `mutation { passwordResetUrl(userId: "${made.id}", organizationId: "i") }`
    expect(codeOf(await ask(link))).toBe('ok')
    const came = (at: string | null) =>
      opened.database.kysely
        .updateTable('user_account')
        .set({ last_login_at: at })
        .where('id', '=', made.id)
        .execute()
    await came(new Date(now).toISOString())
    expect(reasonOf(await ask(link))).toEqual(['CONFLICT', 'INTERNAL_STAFF'])
    await opened.database.kysely
      .updateTable('user_account')
      .set({ is_internal_staff: false })
      .where('id', '=', made.id)
      .execute()
  })

  test('somebody whose account was removed can be the first user of an organisation again', async () => {
    const people = opened.database.kysely
    const account = (deletedAt: string | null) =>
      people
        .updateTable('user_account')
        .set({ deleted_at: deletedAt })
        .where('id', '=', 'owl')
        .execute()
    await account(new Date(now).toISOString())
    const { email } = await people
      .selectFrom('user_account')
      .select('email')
      .where('id', '=', 'owl')
      .executeTakeFirstOrThrow()
    const made = valueOf<{ readonly id: string }>(
      await ask(create, {
        organization: { ...organization, name: 'Third home', edition: 'en-GB' },
        user: { email },
      }),
    )
    expect(await usersOf(made.id)).toMatchObject([{ email, hasAccepted: false }])
  })

  test('P036 practices are counted until one of their users was welcomed', async () => {
    const count = async () => valueOf<number>(await ask('{ practicesNotInvitedCount }'))
    const before = await count()
    const made = valueOf<{ readonly id: string }>(
      await ask(create, {
        organization: { ...organization, name: 'New Practice', type: 'practice' },
        user: { email: 'np@fen.test' },
      }),
    )
    expect(await count()).toBe(before)
    await opened.database.kysely
      .updateTable('invitation')
      .set({ sent_at: null })
      .where('organization_id', '=', made.id)
      .execute()
    expect(await count()).toBe(before + 1)
  })

  test('K27 organisations are found by parts of their names, page by page', async () => {
    const page = async (search: string, take = 50, skip = 0) =>
      valueOf<{ readonly organizations: readonly { name: string }[]; readonly total: number }>(
        await ask(
          'query ($search: String, $take: Int!, $skip: Int!) { organizations(search: $search, take: $take, skip: $skip) { organizations { name } total } }',
          { search, take, skip },
        ),
      )
    expect(await page('home HÍLL')).toEqual({ organizations: [{ name: 'Hill Home' }], total: 1 })
    const all = await page('')
    expect((await page('', 1, 1)).organizations).toEqual([all.organizations[1]])
    expect((await page('', 1, 1)).total).toBe(all.total)
    expect((await page('%')).total).toBe(0)
    expect(codeOf(await ask('{ organizations(take: 51, skip: 0) { total } }'))).toBe(
      'BAD_USER_INPUT',
    )
    expect(codeOf(await ask('{ organizations(take: 1, skip: -1) { total } }'))).toBe(
      'BAD_USER_INPUT',
    )
  })

  test('P028 P029 staff list the users of any organisation, the deleted ones too', async () => {
    await opened.database.kysely
      .updateTable('user_organization')
      .set({ deleted_at: new Date(now).toISOString() })
      .where('user_id', '=', 'newcarer')
      .execute()
    expect((await usersOf('t')).map(({ id, deletedAt }) => [id, deletedAt !== null])).toEqual([
      ['newboss', false],
      ['newcarer', true],
    ])
    const { data } = await ask('{ organizationUsers(organizationId: "t") { id } }')
    expect(data?.organizationUsers).toEqual([{ id: 'newboss' }])
  })

  test('a house that may not change accounts at its provider says so', async () => {
    const without = await startServer(opened.database)
    const answer = await without.ask(
      'mutation { passwordResetUrl(userId: "nurse", organizationId: "w") }',
      { as: 'staff', path },
    )
    expect(codeOf(answer)).toBe('FORBIDDEN')
    const { data } = await without.ask(usersQuery, { as: 'staff', path, variables: { id: 't' } })
    expect(data?.organizationUsers).toMatchObject([
      { hasProviderUser: null },
      { hasProviderUser: null },
    ])
  })

  test('every chain is whole', async () => {
    for (const id of ['w', 'h', 'i'])
      expect(await opened.database.asSystem((trx) => firstBrokenAction(trx, id))).toBeNull()
  })
})

const emptyHouse = async () => {}
onBothEngines(emptyHouse, (opened) => {
  describe('the first user of an empty house', () => {
    const make = (email = 'first@supplier.test') =>
      makeFirstUser({
        database: opened.database,
        clock,
        portalUrl: 'https://portal.example/',
        email,
      })

    test('what is no address makes nobody', async () => {
      await expect(make('first')).rejects.toThrow('first is not an email address')
      expect(await opened.database.kysely.selectFrom('user_account').selectAll().execute()).toEqual(
        [],
      )
    })

    test('K13 of several at once one is made, by a link; every later call is refused', async () => {
      const made = await Promise.allSettled([make(), make('second@supplier.test')])
      const links = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      expect(links).toHaveLength(1)
      expect(links[0]).toMatch(
        /^https:\/\/portal\.example\/account-action\?mode=resetPassword&oobCode=/,
      )
      await expect(make('third@supplier.test')).rejects.toThrow('An internal user exists already')
      const users = await opened.database.kysely.selectFrom('user_account').selectAll().execute()
      expect(users).toMatchObject([{ is_internal_staff: true }])
      const server = await startServer(opened.database, {
        verify: async () => ({ uid: users[0]?.id ?? '', email: null, authTime: 0, claims: {} }),
      })
      const answer = await server.ask('{ organizations(take: 5, skip: 0) { total } }', {
        as: 'first',
        path,
      })
      expect(answer.data).toEqual({ organizations: { total: 1 } })
    })

    test('K13 the same person, who never signed in, is given another link; nobody else, and not later', async () => {
      const database = await openDatabase({ inMemory: true })
      const once = (email: string) =>
        makeFirstUser({ database, clock, portalUrl: 'https://portal.example', email })
      const first = await once('first@supplier.test')
      const again = await once('First@supplier.test')
      expect(again).not.toBe(first)
      expect(await database.kysely.selectFrom('user_account').selectAll().execute()).toHaveLength(1)
      await expect(once('other@supplier.test')).rejects.toThrow('An internal user exists already')
      await database.kysely
        .updateTable('user_account')
        .set({ last_login_at: new Date(now).toISOString() })
        .execute()
      await expect(once('first@supplier.test')).rejects.toThrow('An internal user exists already')
      await database.close()
    })

    test('whom no mail reaches is given a link by the operator, which is in the log; nobody else is', async () => {
      const database = await openDatabase({ inMemory: true })
      const parts = { database, clock, portalUrl: 'https://portal.example' }
      await makeFirstUser({ ...parts, email: 'first@supplier.test' })
      expect(await makePasswordLink({ ...parts, email: 'First@supplier.test' })).toMatch(
        /^https:\/\/portal\.example\/account-action\?mode=resetPassword&oobCode=/,
      )
      const log = await database.kysely
        .selectFrom('action_log')
        .select(['action', 'actor_id', 'details'])
        .orderBy('seq', 'desc')
        .executeTakeFirst()
      expect(log).toEqual({
        action: 'passwordResetUrl',
        actor_id: null,
        details: { by: 'operator' },
      })
      await expect(makePasswordLink({ ...parts, email: 'x@supplier.test' })).rejects.toThrow(
        'No user signs in with x@supplier.test',
      )
      await database.close()
    })

    test('K13 the link works once, within an hour', async () => {
      for (const minutes of [59, 61]) {
        const database = await openDatabase({ inMemory: true })
        const link = await makeFirstUser({
          database,
          clock,
          portalUrl: 'https://portal.example',
          email: 'first@supplier.test',
        })
        const identity = createIdentity({
          secrets: secretBox(new Uint8Array(32)),
          database,
          clock: { now: () => now + minutes * 60_000 },
          mailer: { send: async () => {} },
          config: {
            projectId: 'p',
            portalUrl: 'https://portal.example',
            passwordCost: { logN: 4, r: 1, p: 1 },
          },
        })
        const choose = async () =>
          (
            await identity.routes.request(
              '/identitytoolkit.googleapis.com/v1/accounts:resetPassword?key=k',
              {
                method: 'POST',
                headers: { 'Content-Type': 'application/json' },
                body: JSON.stringify({
                  oobCode: new URL(link).searchParams.get('oobCode'),
                  newPassword: 'lantern-harbour-violet',
                }),
              },
            )
          ).status
        expect([await choose(), await choose()]).toEqual(minutes < 60 ? [200, 400] : [400, 400])
        await database.close()
      }
    })
  })
})
