import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { actionLogWords } from '../../server/areas/action-log/words'
import { createIdentity, type Mail } from '../../server/identity'
import { IdentityError } from '../../server/identity/errors'
import { makePasswordLink } from '../../server/identity/first-user'
import { secretBox } from '../../server/secret-box'
import { invitationDays } from '../../src/domain/user/administration'
import { codeOf, startServer, type Answer, type TestServer } from './client'
import { onBothEngines } from './engines'
import { at, buildWorld, now } from './world'

const day = 24 * 60
const reasonOf = (answer: Answer) => answer.errors[0]?.extensions?.reason
const valueOf = <Value>(answer: Answer): Value => {
  expect(answer.errors).toEqual([])
  return Object.values(answer.data ?? {})[0] as Value
}

interface Listed {
  readonly id: string
  readonly email: string
  readonly invitation: { readonly hasExpired: boolean; readonly expiresAt: string } | null
}
interface Asked {
  readonly id: string
  readonly organization: { readonly id: string; readonly name: string }
  readonly roles: readonly string[]
  readonly hasExpired: boolean
}

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let mails: Mail[] = []
  let signedIn = now
  const rows = <Row>(statement: string): Promise<readonly Row[]> =>
    opened.database.asSystem(async (trx) => (await sql.raw<Row>(statement).execute(trx)).rows)
  const invite = (email: string, role = 'Clinician', as = 'admin') =>
    server.ask(
      'mutation ($email: String!, $role: String!) { createUser(user: { email: $email }, role: $role, jobRole: "Nurse") { id } }',
      { as, variables: { email, role } },
    )
  const invited = async (user: string, role?: string, as?: string): Promise<string> =>
    valueOf<{ id: string }>(await invite(`${user}@example.test`, role, as)).id
  const act = (mutation: string, variables: Record<string, unknown>, as: string) =>
    server.ask(mutation, { as, variables })
  const answer = (verb: 'accept' | 'decline', id: string, as: string) =>
    act(`mutation ($id: ID!) { ${verb}Invitation(id: $id) }`, { id }, as)
  const withdraw = (userId: string, as = 'admin') =>
    act('mutation ($userId: ID!) { deleteUser(userId: $userId) }', { userId }, as)
  const again = (userId: string, as = 'admin') =>
    act(
      'mutation ($userId: ID!) { sendInvitationAgain(userId: $userId) { invitation { hasExpired } } }',
      { userId },
      as,
    )
  const assign = (userId: string, wardId = 'ward-A') =>
    act(
      'mutation ($userId: ID!, $wardId: ID!) { assignStaffToWard(userId: $userId, wardId: $wardId) { assignedAt } }',
      { userId, wardId },
      'admin',
    )
  const asksOf = async (as: string) =>
    valueOf<readonly Asked[]>(
      await server.ask(
        '{ invitations { id organization { id name } invitedBy roles jobRole expiresAt hasExpired } }',
        { as },
      ),
    )
  const organizationsOf = async (as: string) =>
    valueOf<readonly { id: string }[]>(
      await server.ask('{ userOrganizations { id } }', { as }),
    ).map(({ id }) => id)
  const listed = async (search: string) =>
    valueOf<{ users: readonly Listed[] }>(
      await server.ask(
        'query ($search: String) { organizationUsers(search: $search, take: 50, skip: 0) { users { id email firstName lastName roles jobRole enrolledInTotpMfa lastLoginAt wards { id } invitation { sentAt expiresAt hasExpired } } } }',
        { as: 'admin', variables: { search } },
      ),
    ).users
  const logOf = async (id: string) =>
    (
      await rows<{ action: string; actor_id: string | null }>(
        `select action, actor_id from action_log where organization_id = 'w' and entity_id = '${id}' order by seq`,
      )
    ).map(({ action, actor_id: actor }) => [action, actor])
  /** Somebody who works in Hill Home alone. */
  const worksAtHill = async (id: string) => {
    await rows(
      `insert into user_account (id, email, first_name, last_name, created_at) values ('${id}', '${id}@example.test', 'Robin', 'Hill', '${at(99)}')`,
    )
    await rows(
      `insert into user_organization (user_id, organization_id, roles, created_at) values ('${id}', 'h', '["Read Only"]', '${at(99)}')`,
    )
    return id
  }

  beforeAll(async () => {
    await rows(
      `update user_organization set roles = '["Organisation Admin"]' where user_id = 'carer'`,
    )
    const identity = createIdentity({
      secrets: secretBox(new Uint8Array(32)),
      database: opened.database,
      clock: { now: () => now },
      config: {
        projectId: 'lamplight-test',
        portalUrl: 'https://portal.example',
        passwordCost: { logN: 4, r: 8, p: 1 },
      },
      mailer: { send: async (mail) => void mails.push(mail) },
    })
    server = await startServer(opened.database, {
      administration: identity.administration,
      verify: async (idToken) => {
        const [, uid, staff] = /^token-([0-9a-z-]+?)(?:\.by\.([a-z]+))?$/.exec(idToken) ?? []
        if (uid === undefined) throw new IdentityError('INVALID_ID_TOKEN')
        return {
          uid,
          email: '',
          authTime: Math.floor(signedIn / 1000),
          claims: staff === undefined ? {} : { loggedInAs: staff },
        }
      },
    })
  })
  beforeEach(() => {
    mails = []
    signedIn = now
  })

  test('an administrator makes nobody of another organisation a member without their yes', async () => {
    await worksAtHill('kin')
    const id = await invited('kin')
    valueOf(await assign(id))
    expect(codeOf(await server.ask('{ me { id } }', { as: 'kin', in: 'w' }))).toBe('FORBIDDEN')
    expect(await organizationsOf('kin')).toEqual(['h'])
    // Nor does it take them from those who answer for them at home.
    const reset = 'mutation ($userId: ID!) { passwordResetUrl(userId: $userId) }'
    expect(valueOf(await act(reset, { userId: 'kin' }, 'carer'))).toBe(true)
    expect(valueOf(await withdraw(id))).toBe(true)
  })

  test('until then they are counted nowhere, and not a row of theirs is there for the organisation', async () => {
    await worksAtHill('lea')
    const staff = async () =>
      valueOf<object>(
        await server.ask('{ ward(id: "ward-A") { numberOfStaff wardStaff { user { id } } } }', {
          as: 'admin',
        }),
      )
    const before = await staff()
    const id = await invited('lea')
    expect(valueOf(await assign(id))).toEqual({ assignedAt: null })
    expect(await staff()).toEqual(before)
    for (const table of [
      'user_account where id',
      'user_organization where user_id',
      'ward_staff where user_id',
    ])
      expect(
        await opened.database.asOrganization(
          'w',
          async (trx) =>
            (await sql.raw(`select 1 from ${table} in ('lea', '${id}')`).execute(trx)).rows,
        ),
        table,
      ).toEqual([])
    await expect(
      opened.database.asOrganization('w', (trx) =>
        sql`select user_id from invitation`.execute(trx),
      ),
    ).rejects.toThrow('permission denied')
    expect(valueOf(await withdraw(id))).toBe(true)
  })

  test('who is asked reads who asks and what for, and accepts in one press', async () => {
    await worksAtHill('mia')
    const id = await invited('mia')
    valueOf(await assign(id))
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['mia@example.test', 'Your invitation to Lamplight: West Ward'],
    ])
    expect(mails[0]?.text).toContain('https://portal.example/account')
    expect(await asksOf('mia')).toEqual([
      {
        id,
        organization: { id: 'w', name: 'West Ward' },
        invitedBy: 'ADMIN Tester',
        roles: ['Clinician'],
        jobRole: 'Nurse',
        expiresAt: at(-invitationDays * day),
        hasExpired: false,
      },
    ])
    expect(valueOf(await answer('accept', id, 'mia'))).toBe(true)
    expect(await organizationsOf('mia')).toEqual(['h', 'w'])
    expect(
      valueOf(await server.ask('{ me { roles jobRole wards { id } } }', { as: 'mia', in: 'w' })),
    ).toEqual({ roles: ['Clinician'], jobRole: 'Nurse', wards: [{ id: 'ward-A' }] })
    expect(await listed('mia@')).toMatchObject([{ id: 'mia', invitation: null }])
    expect(await asksOf('mia')).toEqual([])
    expect(codeOf(await answer('accept', id, 'mia'))).toBe('NOT_FOUND')
    expect(await logOf(id)).toEqual([
      ['createUser', 'admin'],
      ['acceptInvitation', 'mia'],
    ])
    // Removed and asked again, they are asked again.
    expect(valueOf(await withdraw('mia'))).toBe(true)
    const next = await invited('mia', 'Read Only')
    expect(await organizationsOf('mia')).toEqual(['h'])
    valueOf(await answer('accept', next, 'mia'))
    expect(
      valueOf(await server.ask('{ me { roles wards { id } } }', { as: 'mia', in: 'w' })),
    ).toEqual({ roles: ['Read Only'], wards: [] })
  })

  test('who declines is asked no more; the log does not say whose account that is', async () => {
    const id = await invited('gp')
    expect(valueOf(await answer('decline', id, 'gp'))).toBe(true)
    expect(await asksOf('gp')).toEqual([])
    expect(await listed('gp@')).toEqual([])
    expect(await organizationsOf('gp')).toEqual(['p'])
    expect(codeOf(await answer('accept', id, 'gp'))).toBe('NOT_FOUND')
    expect(await logOf(id)).toEqual([
      ['createUser', 'admin'],
      ['declineInvitation', null],
    ])
  })

  test('after 14 days nobody accepts it, until it is sent again', async () => {
    await worksAtHill('eva')
    const id = await invited('eva')
    await rows(`update invitation set expires_at = '${at(0)}' where id = '${id}'`)
    expect(await asksOf('eva')).toMatchObject([{ id, hasExpired: true }])
    for (const verb of ['accept', 'decline'] as const)
      expect(codeOf(await answer(verb, id, 'eva'))).toBe('NOT_FOUND')
    const invitedAgain = await invite('eva@example.test')
    expect([reasonOf(invitedAgain), invitedAgain.errors[0]?.message]).toEqual([
      'INVITATION_EXPIRED',
      expect.stringContaining('Send it again in the list of users'),
    ])
    expect(await listed('eva@')).toMatchObject([{ invitation: { hasExpired: true } }])
    mails = []
    expect(valueOf(await again(id))).toEqual({ invitation: { hasExpired: false } })
    expect(mails.map(({ to }) => to)).toEqual(['eva@example.test'])
    expect(await asksOf('eva')).toMatchObject([{ id, hasExpired: false }])
    expect(valueOf(await withdraw(id))).toBe(true)
    expect(codeOf(await answer('accept', id, 'eva'))).toBe('NOT_FOUND')
    expect(await logOf(id)).toEqual([
      ['createUser', 'admin'],
      ['sendInvitationAgain', 'admin'],
      ['withdrawInvitation', 'admin'],
    ])
    expect(codeOf(await again(id))).toBe('NOT_FOUND')
    expect(await organizationsOf('eva')).toEqual(['h'])
  })

  test('an invitation is answered by its person alone, never by internal staff who act as them', async () => {
    await worksAtHill('una')
    const id = await invited('una')
    for (const as of ['nurse', 'admin', 'staff']) {
      expect(codeOf(await answer('accept', id, as)), as).toBe('NOT_FOUND')
      expect(codeOf(await answer('decline', id, as)), as).toBe('NOT_FOUND')
      expect(await asksOf(as)).toEqual([])
    }
    for (const verb of ['accept', 'decline'] as const)
      expect(codeOf(await answer(verb, id, 'una.by.staff'))).toBe('FORBIDDEN')
    expect(codeOf(await server.ask('{ invitations { id } }', { as: 'una.by.staff' }))).toBe(
      'FORBIDDEN',
    )
    expect(await asksOf('una')).toHaveLength(1)
    valueOf(await withdraw(id))
  })

  test('to sign in accepts nothing: who belongs nowhere sees everybody who asks, and accepts one', async () => {
    const id = await invited('ada')
    await rows(`update invitation set expires_at = '${at(0)}' where id = '${id}'`)
    mails = []
    // The mail of the second one has the link just as well: they have no password yet.
    const other = await invited('ada', 'Read Only', 'carer')
    expect(mails[0]?.text).toContain('oobCode')
    for (const query of ['{ me { id } }', 'mutation { didLogin { id } }']) {
      const refused = await server.ask(query, { as: id })
      expect([codeOf(refused), reasonOf(refused), refused.errors[0]?.message]).toEqual([
        'FORBIDDEN',
        'NO_ORGANIZATION',
        expect.stringContaining('If you were invited, ask for the invitation to be sent again'),
      ])
    }
    expect(await asksOf(id)).toMatchObject([
      { id: other, organization: { id: 'h' }, roles: ['Read Only'], hasExpired: false },
      { id, organization: { id: 'w' }, roles: ['Clinician'], hasExpired: true },
    ])
    expect(codeOf(await answer('accept', id, id))).toBe('NOT_FOUND')
    expect(valueOf(await answer('accept', other, id))).toBe(true)
    expect(await organizationsOf(id)).toEqual(['h'])
    // The first waits still, and is declined as a user now.
    valueOf(await again(id))
    expect(valueOf(await answer('decline', id, id))).toBe(true)
    expect(await asksOf(id)).toEqual([])
    expect(await logOf(id)).toEqual([
      ['createUser', 'admin'],
      ['sendInvitationAgain', 'admin'],
      ['declineInvitation', null],
    ])
  })

  test('who belongs nowhere declines, and answers for nobody else; nor does who acts as them', async () => {
    const id = await invited('amy')
    const other = await invited('ann')
    expect((await asksOf(id)).map((one) => one.id)).toEqual([id])
    for (const verb of ['accept', 'decline'] as const) {
      expect(codeOf(await answer(verb, other, id))).toBe('NOT_FOUND')
      expect(codeOf(await answer(verb, id, `${id}.by.staff`))).toBe('FORBIDDEN')
    }
    expect(codeOf(await server.ask('{ invitations { id } }', { as: `${id}.by.staff` }))).toBe(
      'FORBIDDEN',
    )
    expect(codeOf(await answer('accept', id, 'nobody-at-all'))).toBe('UNAUTHORIZED')
    expect(valueOf(await answer('decline', id, id))).toBe(true)
    expect(await asksOf(id)).toEqual([])
    expect(await listed('amy@')).toEqual([])
    valueOf(await withdraw(other))
  })

  test('who is removed vouches for nobody: what they asked and nobody accepted is withdrawn', async () => {
    const chief = await invited('cal', 'Organisation Admin')
    valueOf(await answer('accept', chief, chief))
    await worksAtHill('cam')
    const [known, fresh] = [
      await invited('cam', 'Organisation Admin', chief),
      await invited('cat', 'Organisation Admin', chief),
    ]
    const ofAnother = await invited('cod')
    expect(valueOf(await withdraw(chief))).toBe(true)
    expect(codeOf(await answer('accept', known, 'cam'))).toBe('NOT_FOUND')
    expect(codeOf(await answer('accept', fresh, fresh))).toBe('UNAUTHORIZED')
    expect(await logOf(known)).toEqual([
      ['createUser', chief],
      ['withdrawInvitation', 'admin'],
    ])
    expect((await asksOf(ofAnother)).map(({ id }) => id)).toEqual([ofAnother])
    valueOf(await withdraw(ofAnother))
  })

  test('the log says of a ward what is true of who was invited: chosen once, assigned when they accept', async () => {
    await worksAtHill('flo')
    const id = await invited('flo')
    const said = async () =>
      (
        await rows<{ action: string }>(
          `select action from action_log where organization_id = 'w' and entity_id = 'ward-A' and (details->>'invitationId' = '${id}' or details->>'userId' in ('flo', '${id}')) order by seq`,
        )
      ).map(({ action }) => action)
    const remove = () =>
      act(
        'mutation ($userId: ID!) { removeStaffFromWard(userId: $userId, wardId: "ward-A") }',
        { userId: id },
        'admin',
      )
    for (const each of [assign, assign, remove, remove, assign]) valueOf(await each(id))
    expect(await said()).toEqual(['inviteToWard', 'inviteToWardNoMore', 'inviteToWard'])
    valueOf(await answer('accept', id, 'flo'))
    expect((await said()).at(-1)).toBe('joinWardByInvitation')
    // A sentence that names a user would name none: an invitation is nobody's account.
    for (const action of ['inviteToWard', 'inviteToWardNoMore', 'joinWardByInvitation'])
      expect(actionLogWords('en-GB').sentences[action]).toMatch(/^(?!.*\{userId\}).*\{entity\}/)
  })

  test('a ward that was deleted meanwhile is left out of what they accept', async () => {
    await worksAtHill('gus')
    const made = async (name: string) =>
      valueOf<{ id: string }>(
        await act(
          'mutation ($name: String!) { createWard(name: $name) { id } }',
          { name },
          'admin',
        ),
      ).id
    const remove = (id: string) =>
      act('mutation ($id: ID!) { deleteWard(id: $id) }', { id }, 'admin')
    const [before, meanwhile] = [await made('Short'), await made('Shorter')]
    const id = await invited('gus')
    for (const wardId of ['ward-A', before, meanwhile]) valueOf(await assign(id, wardId))
    valueOf(await remove(before))
    const [accepted, removed] = await Promise.all([answer('accept', id, 'gus'), remove(meanwhile)])
    expect(valueOf(accepted)).toBe(true)
    const isRemoved = codeOf(removed) === 'ok'
    if (!isRemoved) expect(reasonOf(removed)).toBe('WARD_HAS_STAFF')
    const wards = await rows<{ ward_id: string }>(
      `select ward_id from ward_staff where user_id = 'gus'`,
    )
    expect(wards.map(({ ward_id: wardId }) => wardId).toSorted()).toEqual(
      ['ward-A', ...(isRemoved ? [] : [meanwhile])].toSorted(),
    )
  })

  test('an account that was made for an invitation ends with it, unless somebody else asked too', async () => {
    const isThere = async (email: string) =>
      (
        await rows<{ there: boolean }>(
          `select deleted_at is null and exists (select 1 from identity_account a where a.uid = u.id) as there from user_account u where email = '${email}@example.test'`,
        )
      )[0]?.there
    const id = await invited('bea')
    const other = await invited('bea', 'Read Only', 'carer')
    valueOf(await withdraw(id))
    expect(await isThere('bea')).toBe(true)
    // Sent again, it has the link again.
    mails = []
    valueOf(await again(other, 'carer'))
    expect(mails[0]?.text).toContain('oobCode')
    valueOf(await withdraw(other, 'carer'))
    expect(await isThere('bea')).toBe(false)
    expect(codeOf(await server.ask('{ me { id } }', { as: id }))).toBe('UNAUTHORIZED')
  })

  test('a known address, a new one and that of a patient’s login are told apart by nothing that is answered', async () => {
    await worksAtHill('ira')
    await rows(
      `insert into user_account (id, email, is_self_care, created_at) values ('pat', 'pat@example.test', true, '${at(9)}')`,
    )
    const seen = []
    for (const user of ['ira', 'nobody', 'pat']) {
      const id = await invited(user)
      const answers = [
        await invite(`${user}@example.test`),
        await assign(id),
        await act(
          'mutation ($userId: ID!) { updateUserOrganization(userId: $userId, roles: ["Read Only"]) { roles jobRole wards { id } } }',
          { userId: id },
          'admin',
        ),
        await act(
          'mutation ($userId: ID!) { passwordResetUrl(userId: $userId) }',
          { userId: id },
          'admin',
        ),
        await act(
          'mutation ($userId: ID!) { unenrollUserFromTotpMfa(userId: $userId) }',
          { userId: id },
          'admin',
        ),
        await again(id),
      ].map(({ status, data, errors }) => [status, data, errors.map((e) => e.extensions?.reason)])
      const [row] = await listed(`${user}@`)
      seen.push({ ...row, id: id.length, email: '', answers })
      valueOf(await withdraw(id))
    }
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
    expect(seen[0]).toMatchObject({
      firstName: null,
      lastLoginAt: null,
      roles: ['Read Only'],
      wards: [{ id: 'ward-A' }],
      answers: [
        [200, null, ['ALREADY_INVITED']],
        [200, { assignStaffToWard: { assignedAt: null } }, []],
        [200, { updateUserOrganization: { roles: ['Read Only'], wards: [{ id: 'ward-A' }] } }, []],
        [200, null, ['NOT_ACCEPTED']],
        [200, null, ['NOT_ACCEPTED']],
        [200, { sendInvitationAgain: { invitation: { hasExpired: false } } }, []],
      ],
    })
  })

  test('K1 holds for invitations: nobody changes, sends or withdraws one of who may more than they do, nor asks for more', async () => {
    await worksAtHill('noa')
    const id = await invited('noa', 'Organisation Admin')
    const change =
      'mutation ($userId: ID!) { updateUserOrganization(userId: $userId, roles: ["Read Only"]) { id } }'
    expect(reasonOf(await act(change, { userId: id }, 'manager'))).toBe('USER_MAY_MORE')
    expect(reasonOf(await again(id, 'manager'))).toBe('ROLE_HOLDS_MORE')
    expect(reasonOf(await withdraw(id, 'manager'))).toBe('USER_MAY_MORE')
    for (const refused of [await again(id, 'carer'), await withdraw(id, 'carer')])
      expect(codeOf(refused)).toBe('NOT_FOUND')
    valueOf(await withdraw(id))
    // Nor does anybody ask for more than they may, at once or later.
    expect(reasonOf(await invite('noa@example.test', 'Organisation Admin', 'manager'))).toBe(
      'ROLE_HOLDS_MORE',
    )
    const own = await invited('noa', 'Read Only', 'manager')
    const raise =
      'mutation ($userId: ID!) { updateUserOrganization(userId: $userId, roles: ["Organisation Admin"]) { id } }'
    expect(reasonOf(await act(raise, { userId: own }, 'manager'))).toBe('ROLE_HOLDS_MORE')
    expect(await asksOf('noa')).toMatchObject([{ roles: ['Read Only'] }])
    valueOf(await withdraw(own))
  })

  test('a role that somebody was invited to is held, and renamed with them', async () => {
    await worksAtHill('ona')
    const role = (name: string) => ({ name, description: '', permissions: ['view_patients'] })
    const { id: roleId } = valueOf<{ id: string }>(
      await act(
        'mutation ($role: RoleInput!) { createRole(role: $role) { id } }',
        { role: role('Dawn') },
        'admin',
      ),
    )
    const id = await invited('ona', 'Dawn')
    const remove = () => act('mutation ($id: ID!) { deleteRole(id: $id) }', { id: roleId }, 'admin')
    expect(reasonOf(await remove())).toBe('ROLE_IS_HELD')
    valueOf(
      await act(
        'mutation ($id: ID!, $role: RoleInput!) { updateRole(id: $id, role: $role) { id } }',
        { id: roleId, role: role('Dusk') },
        'admin',
      ),
    )
    expect(await asksOf('ona')).toMatchObject([{ roles: ['Dusk'] }])
    valueOf(await withdraw(id))
    expect(valueOf(await remove())).toBe(true)
  })

  test('a practice and an organisation are given to nobody either who has an account and did not agree', async () => {
    const user = '{ email: "newcarer@example.test", firstName: "New", lastName: "Carer" }'
    valueOf(
      await server.ask(
        `mutation { createPractice(organization: { name: "Oak", address: { address: "1 Oak", postcode: "OX1 1AA" } }, user: ${user}) { id } }`,
        { as: 'admin' },
      ),
    )
    valueOf(
      await server.ask(
        `mutation { createOrganization(organization: { name: "Elm", type: "care_home", edition: "en-GB", features: [] }, user: ${user}) { id numberOfUsers } }`,
        { as: 'staff', path: '/Prod/graphql-internal' },
      ),
    )
    expect(await organizationsOf('newcarer')).toEqual(['t'])
    const asks = await asksOf('newcarer')
    expect(asks.map(({ organization, roles }) => [organization.name, roles])).toEqual([
      ['Elm', ['Organisation Admin']],
      ['Oak', ['Organisation Admin']],
    ])
    // Internal staff see that they were asked, and send it again.
    const elm = asks[0]?.organization.id
    const staff = (query: string, variables: Record<string, unknown>) =>
      server.ask(query, { as: 'staff', path: '/Prod/graphql-internal', variables })
    expect(
      valueOf(
        await staff(
          'query ($of: ID!) { organizationUsers(organizationId: $of) { id email hasAccepted hasProviderUser } }',
          { of: elm },
        ),
      ),
    ).toEqual([
      {
        id: asks[0]?.id,
        email: 'newcarer@example.test',
        hasAccepted: false,
        hasProviderUser: true,
      },
    ])
    mails = []
    const variables = { of: elm, id: asks[0]?.id }
    valueOf(
      await staff(
        'mutation ($of: ID!, $id: ID!) { sendWelcomeEmail(userId: $id, organizationId: $of) }',
        variables,
      ),
    )
    expect(mails.map(({ subject }) => subject)).toEqual(['Your invitation to Lamplight: Elm'])
    expect(
      codeOf(
        await staff(
          'mutation ($of: ID!, $id: ID!) { passwordResetUrl(userId: $id, organizationId: $of) }',
          variables,
        ),
      ),
    ).toBe('NOT_FOUND')
    valueOf(await answer('accept', asks[0]?.id ?? '', 'newcarer'))
    expect(await organizationsOf('newcarer')).toEqual(
      ['Elm', 't'].map((id) => (id === 'Elm' ? elm : id)),
    )
  })

  test('of acceptances and a withdrawal or a removal at once, one counts', async () => {
    for (let round = 0; round < 4; round += 1) {
      const user = await worksAtHill(`race${'abcd'[round]}`)
      const id = await invited(user)
      const results = await Promise.all([
        answer('accept', id, user),
        answer('accept', id, user),
        round % 2 === 0 ? withdraw(id) : withdraw(user, 'carer'),
      ])
      const codes = results.map(codeOf)
      const accepted = codes.slice(0, 2).filter((code) => code === 'ok').length
      const members = await rows(
        `select 1 from user_organization uo join user_account u on u.id = uo.user_id and u.deleted_at is null
         where uo.user_id = '${user}' and uo.organization_id = 'w' and uo.deleted_at is null`,
      )
      expect(members.length, codes.join()).toBe(accepted)
      const log = (await logOf(id)).map(([action]) => action)
      expect(log.filter((action) => action === 'acceptInvitation')).toHaveLength(accepted)
      // Whatever came first, nothing failed, and exactly one thing was done to the invitation.
      if (round % 2 === 0)
        expect(codes.toSorted(), `round ${round}`).toEqual(['NOT_FOUND', 'NOT_FOUND', 'ok'])
      else {
        // Who is removed at home is gone, unless they had accepted before.
        expect(codes[2], `round ${round}`).toBe('ok')
        for (const code of codes.slice(0, 2))
          expect(['ok', 'NOT_FOUND', 'UNAUTHORIZED'], `round ${round}`).toContain(code)
        expect(accepted, `round ${round}`).toBeLessThanOrEqual(1)
      }
    }
    // Without anybody who takes it back, one of two is the acceptance.
    const user = await worksAtHill('racee')
    const id = await invited(user)
    const both = await Promise.all([answer('accept', id, user), answer('accept', id, user)])
    expect(both.map(codeOf).toSorted()).toEqual(['NOT_FOUND', 'ok'])
  })

  test('the operator makes a link for who was asked first, as for a user', async () => {
    await invited('cora')
    const link = (email: string) =>
      makePasswordLink({
        database: opened.database,
        clock: { now: () => now },
        portalUrl: 'https://portal.example',
        email,
      })
    expect(await link('cora@example.test')).toContain('oobCode')
    await expect(link('nobody-there@example.test')).rejects.toThrow('No user signs in')
  })

  test('of two acceptances at once by who belongs nowhere, one counts', async () => {
    const id = await invited('zoe')
    const both = await Promise.all([answer('accept', id, id), answer('accept', id, id)])
    expect(both.map(codeOf).toSorted()).toEqual(['NOT_FOUND', 'ok'])
    expect((await logOf(id)).map(([action]) => action)).toEqual(['createUser', 'acceptInvitation'])
  })

  test('where the first administrator declines, or it expires, internal staff ask another one', async () => {
    const staff = (query: string, variables: Record<string, unknown> = {}) =>
      server.ask(query, { as: 'staff', path: '/Prod/graphql-internal', variables })
    const { id: of } = valueOf<{ id: string }>(
      await staff(
        'mutation { createOrganization(organization: { name: "Ash", type: "practice", edition: "en-GB", features: [] }, user: { email: "dan@example.test" }) { id } }',
      ),
    )
    const users = async () =>
      valueOf<readonly { readonly id: string; readonly email: string }[]>(
        await staff('query ($of: ID!) { organizationUsers(organizationId: $of) { id email } }', {
          of,
        }),
      )
    const inviteAnother = (email: string) =>
      staff(
        'mutation ($of: ID!, $email: String!) { inviteAdministrator(organizationId: $of, user: { email: $email }) }',
        { of, email },
      )
    const [dan] = await users()
    expect(valueOf(await answer('decline', dan?.id ?? '', dan?.id ?? ''))).toBe(true)
    expect(await users()).toEqual([])
    mails = []
    expect(valueOf(await inviteAnother('dee@example.test'))).toBe(true)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['dee@example.test', 'Your invitation to Lamplight: Ash'],
    ])
    const [dee] = await users()
    await rows(`update invitation set expires_at = '${at(0)}' where id = '${dee?.id}'`)
    // Who was asked before is asked no more.
    expect(valueOf(await inviteAnother('dot@example.test'))).toBe(true)
    const asked = await users()
    expect(asked.map(({ email }) => email)).toEqual(['dot@example.test'])
    expect(codeOf(await answer('accept', dee?.id ?? '', dee?.id ?? ''))).toBe('UNAUTHORIZED')
    expect(reasonOf(await inviteAnother('pat@example.test'))).toBe('ACCOUNT_UNUSABLE')
    expect((await users()).map(({ email }) => email)).toEqual(['dot@example.test'])
    const dot = asked[0]?.id ?? ''
    expect(valueOf(await answer('accept', dot, dot))).toBe(true)
    expect(await organizationsOf(dot)).toEqual([of])
    // From then on they invite others themselves.
    expect(reasonOf(await inviteAnother('eve@example.test'))).toBe('HAS_USERS')
    expect(
      (
        await rows<{ action: string }>(
          `select action from action_log where organization_id = '${of}' and action <> 'forbidden' order by seq`,
        )
      ).map(({ action }) => action),
    ).toEqual([
      'createOrganization',
      'declineInvitation',
      'inviteAdministrator',
      'inviteAdministrator',
      'acceptInvitation',
    ])
  })

  test('a practice is added by its own members alone, whatever the app role asks', async () => {
    const create = (givenBy: string) =>
      opened.database.asOrganization('w', (trx) =>
        sql`select app_create_practice(${`made-by-${givenBy}`}, '{"name": "Elm"}'::jsonb, ${`first-of-${givenBy}`}, '{"email": "elm@example.test"}'::jsonb, ${givenBy}, ${at(0)}::timestamptz, ${at(-9)}::timestamptz)`.execute(
          trx,
        ),
      )
    await expect(create('carer')).rejects.toThrow('Not a member')
    await create('admin')
  })
})
