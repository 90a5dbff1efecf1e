import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  CreateRoleDocument,
  CreateUserDocument,
  DeleteRoleDocument,
  DeleteUserDocument,
  OrganizationRolesDocument,
  OrganizationUsersDocument,
  PasswordResetUrlDocument,
  UnenrollUserFromTotpMfaDocument,
  UpdateRoleDocument,
  UpdateUserOrganizationDocument,
} from '../../schema/generated/documents/user'
import { acceptInvitation } from '../../server/db/across/invitations'
import type { Database } from '../../server/db/database'
import { createIdentity, type Identity, type Mail } from '../../server/identity'
import { secretBox } from '../../server/secret-box'
import { customRole, userEmail } from '../../src/domain/user/administration'
import { isFull } from '../depth'
import { codeOf, startServer, type Answer, type Ask, type TestServer } from './client'
import { onBothEngines } from './engines'
import { at, buildWorld, now } from './world'

interface User {
  readonly id: string
  readonly email: string
  readonly roles: readonly string[]
  readonly jobRole: string | null
  readonly enrolledInTotpMfa: boolean
  readonly wards: readonly { readonly id: string }[]
  readonly lastLoginAt: string | null
}
interface Role {
  readonly id: string | null
  readonly name: string
  readonly isSystemRole: boolean
  readonly permissions: readonly string[]
  readonly numberOfUsers: number
  readonly mayGive: boolean
}

const valueOf = <Value>(answer: Answer): Value => {
  expect(answer.errors).toEqual([])
  return Object.values(answer.data ?? {})[0] as Value
}
const reasonOf = (answer: Answer) => answer.errors[0]?.extensions?.reason
const argumentsOf = (answer: Answer) => answer.errors[0]?.extensions?.argErrors

const asked = (server: TestServer) => {
  const ask = (
    document: { readonly text: string },
    variables: Readonly<Record<string, unknown>>,
    options: Ask = {},
  ) => server.ask(document.text, { as: 'admin', variables, ...options })
  return {
    list: async (variables: Readonly<Record<string, unknown>> = {}, options?: Ask) =>
      valueOf<{ users: readonly User[]; total: number; signInsAreOurs: boolean }>(
        await ask(OrganizationUsersDocument, { take: 50, skip: 0, ...variables }, options),
      ),
    create: (email: string, role = 'Care Assistant', options?: Ask, more: object = {}) =>
      ask(CreateUserDocument, { user: { email }, role, ...more }, options),
    update: (userId: string, roles: readonly string[], options?: Ask, more: object = {}) =>
      ask(UpdateUserOrganizationDocument, { userId, roles, ...more }, options),
    remove: (userId: string, options?: Ask) => ask(DeleteUserDocument, { userId }, options),
    unenrol: (userId: string, options?: Ask) =>
      ask(UnenrollUserFromTotpMfaDocument, { userId }, options),
    reset: (userId: string, options?: Ask, portalUrl?: string) =>
      ask(PasswordResetUrlDocument, { userId, portalUrl }, options),
    setPassword: (userId: string, password: string, options?: Ask) =>
      server.ask(
        'mutation ($userId: ID!, $password: String!) { setPasswordForSelfCareUser(userId: $userId, password: $password) }',
        { as: 'admin', variables: { userId, password }, ...options },
      ),
    roles: async (options?: Ask) =>
      valueOf<readonly Role[]>(await ask(OrganizationRolesDocument, {}, options)),
    addRole: (role: object, options?: Ask) => ask(CreateRoleDocument, { role }, options),
    changeRole: (id: string, role: object, options?: Ask) =>
      ask(UpdateRoleDocument, { id, role }, options),
    removeRole: (id: string, options?: Ask) => ask(DeleteRoleDocument, { id }, options),
  }
}
type Users = ReturnType<typeof asked>

describe('what is typed', () => {
  for (const [given, message] of [
    ['', 'Email is required'],
    ['   ', 'Email is required'],
    ['x', 'Invalid email'],
    ['a@b', 'Invalid email'],
    ['a b@c.example', 'Invalid email'],
  ] as const)
    test(`O326 O327 the address ${JSON.stringify(given)} is refused: ${message}`, () => {
      const read = userEmail.safeParse(given)
      expect(read.error?.issues.map((issue) => issue.message)).toEqual([message])
    })

  test('O327 an address is read in lower case, without the spaces around it', () => {
    expect(userEmail.parse('  Ada@Lamp.Example ')).toBe('ada@lamp.example')
  })

  test('a role of the organisation has a name that no built-in role has, and a permission', () => {
    const role = { name: 'Nights', description: '', permissions: ['view_wards'] }
    expect(customRole.safeParse(role).success).toBe(true)
    for (const wrong of [
      { name: ' ' },
      { name: 'x'.repeat(81) },
      { name: 'clinician' },
      { permissions: [] },
      { permissions: ['rule_the_world'] },
      { description: 'x'.repeat(201) },
    ])
      expect(customRole.safeParse({ ...role, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
  })
})

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let users: Users
  let identity: Identity
  let mails: Mail[] = []
  let count = 0
  const start = (database: Database) => {
    identity = createIdentity({
      secrets: secretBox(new Uint8Array(32)),
      database,
      clock: { now: () => now },
      config: {
        projectId: 'lamplight-test',
        portalUrl: 'https://portal.example',
        passwordCost: { logN: 4, r: 8, p: 1 },
      },
      mailer: { send: async (mail) => void mails.push(mail) },
    })
    return startServer(database, { administration: identity.administration })
  }
  const system = <Value>(work: Parameters<Database['asSystem']>[0]): Promise<Value> =>
    opened.database.asSystem(work) as Promise<Value>
  const fresh = () => `new-${(count += 1)}@example.test`
  const mailed = (): Promise<readonly Mail[]> => Promise.resolve(mails)
  /** Somebody new accepts. */
  const comes = (userId: string): Promise<void> =>
    system(async (trx) => {
      const { id } = await trx
        .selectFrom('invitation')
        .select('id')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      expect(await acceptInvitation(trx, id, { userId, at: at(0) })).toBe(true)
    })
  /** A new user of organisation w with roles of theirs. */
  const made = async (roles: readonly string[], wards: readonly string[] = []) => {
    const { id } = valueOf<{ id: string }>(await users.create(fresh()))
    await comes(id)
    await system((trx) =>
      trx
        .updateTable('user_organization')
        .set({ roles: JSON.stringify(roles) })
        .where('user_id', '=', id)
        .execute(),
    )
    for (const ward_id of wards)
      await system((trx) =>
        trx
          .insertInto('ward_staff')
          .values({ ward_id, user_id: id, organization_id: 'w', assigned_at: at(0) })
          .execute(),
      )
    return id
  }
  const found = async (id: string) => (await users.list()).users.find((user) => user.id === id)
  const invitedAt = async (id: string) => {
    const [row] = await system<readonly { sent_at: string | null }[]>((trx) =>
      trx.selectFrom('invitation').select('sent_at').where('id', '=', id).execute(),
    )
    return row?.sent_at
  }
  const log = (id: string) =>
    system<readonly { action: string; details: object }[]>((trx) =>
      trx
        .selectFrom('action_log')
        .select(['action', 'details'])
        .where('organization_id', '=', 'w')
        .where('entity_id', '=', id)
        .orderBy('seq')
        .execute(),
    )
  beforeAll(async () => {
    server = await start(opened.database)
    users = asked(server)
  })
  beforeEach(() => {
    mails = []
  })

  test('O400 P310 O329 a user is made with role and job role, and mailed a link that opens once', async () => {
    const email = fresh()
    const answer = await users.create(` ${email.toUpperCase()} `, 'Clinician', undefined, {
      jobRole: ' Staff Nurse ',
      portalUrl: 'https://portal.example',
    })
    const { id } = valueOf<{ id: string; email: string }>(answer)
    expect(answer.data).toEqual({ createUser: { id, email } })
    expect(await found(id)).toMatchObject({
      email,
      roles: ['Clinician'],
      jobRole: 'Staff Nurse',
      wards: [],
      lastLoginAt: null,
    })
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: email, subject: 'Your invitation to Lamplight: West Ward' })
    expect(mail?.text).toMatch(
      /https:\/\/portal\.example\/account-action\?mode=resetPassword&oobCode=/,
    )
    expect(await identity.hasAccount(id)).toBe(true)
    // Internal staff read on /admin who was welcomed.
    expect(await invitedAt(id)).toBe(at(0))
    expect(await log(id)).toEqual([{ action: 'createUser', details: { role: 'Clinician' } }])
    expect(valueOf<{ id: string }>(await users.create(fresh()))).not.toMatchObject({ id })
  })

  test('O400 C2 an address that is known elsewhere is answered as a new one; the mail alone says it', async () => {
    await identity.createAccount({
      uid: 'gp',
      email: 'gp@example.test',
      password: 'violet-otter-lantern-42',
    })
    const [known, unknown] = [await users.create('gp@example.test'), await users.create(fresh())]
    expect(Object.keys(valueOf<object>(known))).toEqual(Object.keys(valueOf<object>(unknown)))
    expect([known.status, unknown.status]).toEqual([200, 200])
    expect((await mailed()).map(({ subject }) => subject)).toEqual([
      'Your invitation to Lamplight: West Ward',
      'Your invitation to Lamplight: West Ward',
    ])
    expect(mails[0]?.text).toContain('https://portal.example/account\n')
    expect(mails[0]?.text).not.toContain('oobCode')
    expect(mails[1]?.text).toContain('oobCode')
    const { id } = valueOf<{ id: string }>(known)
    expect(id).not.toBe('gp')
    expect(await found(id)).toMatchObject({ roles: ['Care Assistant'] })
    expect(valueOf(await users.remove(id))).toBe(true)
  })

  test('C2 who is known elsewhere is an address alone until they accept', async () => {
    const names = (firstName: string | null, lastLogin: string | null) =>
      system((trx) =>
        trx
          .updateTable('user_account')
          .set({ first_name: firstName, last_login_at: lastLogin, enrolled_in_totp_mfa: true })
          .where('id', '=', 'gp')
          .execute(),
      )
    await names('Gwendolen', at(5))
    const { id } = valueOf<{ id: string }>(await users.create('gp@example.test'))
    expect(await found(id)).toMatchObject({
      email: 'gp@example.test',
      firstName: null,
      lastName: null,
      lastLoginAt: null,
      enrolledInTotpMfa: false,
    })
    // Nor do a search and an order say who they are.
    expect((await users.list({ search: 'gwendolen' })).total).toBe(0)
    expect((await users.list({ search: 'gp@' })).total).toBe(1)
    valueOf(
      await server.ask('mutation ($id: ID!) { acceptInvitation(id: $id) }', {
        as: 'gp',
        variables: { id },
      }),
    )
    expect(await found(id)).toBeUndefined()
    expect(await found('gp')).toMatchObject({ firstName: 'Gwendolen', enrolledInTotpMfa: true })
    expect((await users.list({ search: 'gwendolen' })).total).toBe(1)
    expect(valueOf(await users.remove('gp'))).toBe(true)
    await names('GP', null)
  })

  test('a patient’s login becomes no user, and is answered as a new address', async () => {
    await system((trx) =>
      trx
        .insertInto('user_account')
        .values({ id: 'pat', email: 'pat@example.test', is_self_care: true, created_at: at(9) })
        .execute(),
    )
    const answer = valueOf<{ id: string; email: string }>(await users.create('pat@example.test'))
    expect(answer).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: 'pat@example.test',
    })
    expect((await mailed()).map(({ subject }) => subject)).toEqual([
      'Your invitation to Lamplight: West Ward',
    ])
    expect((await users.list({ search: 'pat@' })).users).toMatchObject([
      { id: answer.id, invitation: { hasExpired: false } },
    ])
    expect(valueOf(await users.remove(answer.id))).toBe(true)
  })

  test('who is a user already is not made one again, and gets no mail', async () => {
    const answer = await users.create('Nurse@example.test')
    expect([codeOf(answer), reasonOf(answer)]).toEqual(['CONFLICT', 'ALREADY_A_USER'])
    expect(await mailed()).toEqual([])
    expect((await found('nurse'))?.roles).toEqual(['Clinician'])
  })

  test('O326 O327 O328 the server names each argument that is wrong', async () => {
    expect(argumentsOf(await users.create(' ', ''))).toEqual([
      { path: 'user.email', message: 'Email is required' },
      { path: 'role', message: 'Role is required' },
    ])
    expect(argumentsOf(await users.create('no address'))).toEqual([
      { path: 'user.email', message: 'Invalid email' },
    ])
    const long = await users.create(fresh(), 'Clinician', undefined, { jobRole: 'x'.repeat(101) })
    expect(argumentsOf(long)).toEqual([{ path: 'jobRole', message: 'At most 100 characters' }])
  })

  test('a repeat makes one user and one mail; a link is told once', async () => {
    const [email, key] = [fresh(), randomUUID()]
    const [first, again] = [
      await users.create(email, 'Clinician', { key }),
      await users.create(email, 'Clinician', { key }),
    ]
    expect(again.data).toEqual(first.data)
    expect(await mailed()).toHaveLength(1)
    const { id } = valueOf<{ id: string }>(first)
    await comes(id)
    const told = randomUUID()
    expect(valueOf(await users.reset(id, { key: told }))).toBe(true)
    const sent = mails.length
    expect(valueOf(await users.reset(id, { key: told }))).toBe(true)
    expect(mails).toHaveLength(sent)
  })

  describe('K1', () => {
    test('nobody gives a role that holds a permission they lack, nor one that is the system’s', async () => {
      const given = async (role: string, as: string) => {
        const answer = await users.create(fresh(), role, { as })
        return codeOf(answer) === 'ok' ? 'ok' : reasonOf(answer)
      }
      expect(await given('Organisation Admin', 'manager')).toBe('ROLE_HOLDS_MORE')
      expect(await given('Ward Manager', 'manager')).toBe('ok')
      expect(await given('Organisation Admin', 'admin')).toBe('ok')
      for (const role of ['Self Care', 'Internal Staff', 'No such role'])
        expect(await given(role, 'admin'), role).toBe('ROLE_UNKNOWN')
      const id = await made(['Clinician'])
      const risen = await users.update(id, ['Clinician', 'Organisation Admin'], { as: 'manager' })
      expect(reasonOf(risen)).toBe('ROLE_HOLDS_MORE')
      expect((await found(id))?.roles).toEqual(['Clinician'])
    })

    test('nobody changes, resets or removes who may more than they do', async () => {
      const boss = await made(['Organisation Admin'])
      for (const answer of [
        await users.update(boss, ['Read Only'], { as: 'manager' }),
        await users.reset(boss, { as: 'manager' }),
        await users.unenrol(boss, { as: 'manager' }),
        await users.remove(boss, { as: 'manager' }),
      ])
        expect([codeOf(answer), reasonOf(answer)]).toEqual(['CONFLICT', 'USER_MAY_MORE'])
      expect((await found(boss))?.roles).toEqual(['Organisation Admin'])
    })

    test('nobody removes themself', async () => {
      for (const as of ['admin', 'manager'])
        expect(reasonOf(await users.remove(as, { as }))).toBe('YOURSELF')
      expect(await found('manager')).toBeDefined()
    })

    const administrators = () =>
      system<readonly { user_id: string }[]>((trx) =>
        trx
          .selectFrom('user_organization')
          .select('user_id')
          .where('organization_id', '=', 'w')
          .where('deleted_at', 'is', null)
          .where(sql<boolean>`roles @> '["Organisation Admin"]'`)
          .execute(),
      )
    test('the last administrator keeps the role and stays', async () => {
      for (const { user_id: id } of await administrators())
        if (id !== 'admin') expect(valueOf(await users.remove(id))).toBe(true)
      expect(reasonOf(await users.update('admin', ['Read Only']))).toBe('LAST_ADMINISTRATOR')
      const other = await made(['Organisation Admin'])
      const emptied = await users.update('admin', ['Ward Manager', 'Organisation Admin'])
      expect(valueOf<User>(emptied).roles).toEqual(['Ward Manager', 'Organisation Admin'])
      expect(valueOf(await users.remove(other))).toBe(true)
      expect((await administrators()).map((row) => row.user_id)).toEqual(['admin'])
    })

    test('an administrator who was removed here and stays elsewhere is no other administrator', async () => {
      const left = await made(['Organisation Admin'])
      await system((trx) =>
        trx
          .insertInto('user_organization')
          .values({
            user_id: left,
            organization_id: 'h',
            roles: '["Organisation Admin"]',
            created_at: at(1),
          })
          .execute(),
      )
      expect(valueOf(await users.remove(left))).toBe(true)
      expect(await identity.hasAccount(left)).toBe(true)
      expect((await administrators()).map((row) => row.user_id)).toEqual(['admin'])
      expect(reasonOf(await users.update('admin', ['Read Only']))).toBe('LAST_ADMINISTRATOR')
    })

    test('of two administrators who demote or remove each other at once, one stays', async () => {
      for (let round = 0; round < (isFull ? 60 : 6); round += 1) {
        await system((trx) =>
          trx
            .updateTable('user_organization')
            .set({ roles: '["Organisation Admin"]', deleted_at: null })
            .where('user_id', 'in', ['admin', 'manager'])
            .execute(),
        )
        await system((trx) =>
          trx
            .updateTable('user_account')
            .set({ deleted_at: null })
            .where('id', '=', 'manager')
            .execute(),
        )
        await Promise.all(
          round % 2 === 0
            ? [
                users.update('manager', ['Read Only']),
                users.update('admin', ['Read Only'], { as: 'manager' }),
              ]
            : [users.remove('manager'), users.update('admin', ['Read Only'], { as: 'manager' })],
        )
        expect((await administrators()).length, `round ${round}`).toBe(1)
      }
      await system((trx) =>
        trx
          .updateTable('user_organization')
          .set({ roles: '["Organisation Admin"]' })
          .where('user_id', '=', 'admin')
          .execute(),
      )
      await system(async (trx) => {
        await trx
          .updateTable('user_organization')
          .set({ roles: '["Ward Manager"]', deleted_at: null })
          .where('user_id', '=', 'manager')
          .execute()
        await trx
          .updateTable('user_account')
          .set({ deleted_at: null })
          .where('id', '=', 'manager')
          .execute()
      })
    })
  })

  describe('K9', () => {
    test('P308 O360 O357 what reaches the other organisation of a person is refused', async () => {
      for (const answer of [await users.reset('multi'), await users.unenrol('multi')])
        expect([codeOf(answer), reasonOf(answer)]).toEqual(['CONFLICT', 'OTHER_ORGANIZATIONS'])
    })

    test('O401 P277 role and job role of one organisation leave those of the other', async () => {
      await users.update('multi', ['Ward Manager'], undefined, { jobRole: 'Sister' })
      const other = await server.ask('{ me { roles jobRole } }', { as: 'multi', in: 'h' })
      expect(other.data).toEqual({ me: { roles: ['Read Only'], jobRole: null } })
      expect(await found('multi')).toMatchObject({ roles: ['Ward Manager'], jobRole: 'Sister' })
      expect((await log('multi')).at(-1)).toEqual({
        action: 'updateUserOrganization',
        details: { before: ['Clinician'], roles: ['Ward Manager'] },
      })
    })

    test('O358 O402 P308 removed here, a person stays in the other organisation', async () => {
      const id = await made(['Clinician'], ['ward-A', 'ward-B'])
      await system((trx) =>
        trx
          .insertInto('user_organization')
          .values({ user_id: id, organization_id: 'h', roles: '["Read Only"]', created_at: at(1) })
          .execute(),
      )
      const session = (organization_id: string) => ({
        id: `session-${organization_id}-${id}`,
        user_id: id,
        organization_id,
        group_id: 'group-0001',
        public_key: 'x',
        client_version: '1',
        schema_version: 1,
        skew_ms: 0,
        created_at: at(1),
        last_hello_at: at(1),
      })
      await system((trx) =>
        trx
          .insertInto('sync_session')
          .values([session('w'), session('h')])
          .execute(),
      )
      expect(valueOf(await users.remove(id))).toBe(true)
      expect(valueOf(await users.remove(id))).toBe(true)
      expect(await found(id)).toBeUndefined()
      expect(await identity.hasAccount(id)).toBe(true)
      const rows = await system<readonly { organization_id: string; revoked_at: string | null }[]>(
        (trx) =>
          trx
            .selectFrom('sync_session')
            .select(['organization_id', 'revoked_at'])
            .where('user_id', '=', id)
            .orderBy('organization_id')
            .execute(),
      )
      expect(rows).toEqual([
        { organization_id: 'h', revoked_at: null },
        { organization_id: 'w', revoked_at: at(0) },
      ])
      const staff = await system<readonly object[]>((trx) =>
        trx.selectFrom('ward_staff').select('ward_id').where('user_id', '=', id).execute(),
      )
      expect(staff).toEqual([])
      expect((await log(id)).map(({ action }) => action)).toEqual([
        'createUser',
        'acceptInvitation',
        'deleteUser',
      ])
    })

    test('O358 with the last membership the account ends; invited again, it begins with no right of before', async () => {
      const email = fresh()
      const { id } = valueOf<{ id: string }>(await users.create(email, 'Organisation Admin'))
      await comes(id)
      expect(valueOf(await users.remove(id))).toBe(true)
      expect(await identity.hasAccount(id)).toBe(false)
      expect((await users.list({ search: email })).total).toBe(0)
      mails = []
      valueOf(await users.create(email, 'Read Only'))
      expect(mails[0]?.text).toContain('oobCode')
      expect(await found(id)).toBeUndefined()
      await comes(id)
      expect(await found(id)).toMatchObject({ roles: ['Read Only'], invitation: null })
      expect(await identity.hasAccount(id)).toBe(true)
    })
  })

  test('O404 P309 O360 a reset link goes to the user alone, leads to a portal that is ours, and is logged without it', async () => {
    const id = await made(['Clinician'])
    mails = []
    expect(valueOf(await users.reset(id, {}, 'https://evil.example'))).toBe(true)
    const { email } = (await found(id)) ?? {}
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [email, 'Reset your Lamplight password'],
    ])
    expect(mails[0]?.text).toMatch(
      /https:\/\/portal\.example\/account-action\?mode=resetPassword&oobCode=/,
    )
    const logged = await log(id)
    expect(logged.at(-1)).toEqual({ action: 'passwordResetUrl', details: {} })
  })

  test('O403 O357 the second factor is taken off, and its sessions end', async () => {
    const id = await made(['Clinician'])
    await identity.enrolTotp({ uid: id, secret: 'JBSWY3DPEHPK3PXP' })
    expect((await found(id))?.enrolledInTotpMfa).toBe(true)
    expect(valueOf(await users.unenrol(id))).toBe(true)
    expect((await found(id))?.enrolledInTotpMfa).toBe(false)
  })

  test('O359 O391 the password of a patient’s login is set; that of a user is not, and a weak one is named', async () => {
    const good = 'violet-otter-lantern-42'
    expect(valueOf(await users.setPassword('selfcare', good))).toBe(true)
    expect(codeOf(await users.setPassword('nurse', good))).toBe('NOT_FOUND')
    const weak = await users.setPassword('selfcare', 'short')
    expect(argumentsOf(weak)).toEqual([{ path: 'password', message: expect.stringMatching(/\w/) }])
  })

  test('O002 patients’ logins are none of the users, and are not changed as such', async () => {
    expect((await users.list()).users.map(({ id }) => id)).not.toContain('selfcare')
    for (const answer of [
      await users.update('selfcare', ['Read Only']),
      await users.remove('selfcare'),
      await users.reset('selfcare'),
    ])
      expect(codeOf(answer)).toBe('NOT_FOUND')
  })

  test('a user or role of another organisation is answered as one that is not there', async () => {
    await system((trx) =>
      trx
        .insertInto('role')
        .values({
          id: 'role-h',
          organization_id: 'h',
          name: 'Hill',
          description: '',
          permissions: '[]',
        })
        .execute(),
    )
    for (const id of ['carer', 'nobody-at-all'])
      for (const answer of [
        await users.update(id, ['Read Only']),
        await users.remove(id),
        await users.reset(id),
        await users.unenrol(id),
      ])
        expect(codeOf(answer), id).toBe('NOT_FOUND')
    const role = { name: 'Mine', description: '', permissions: ['view_wards'] }
    for (const id of ['role-h', 'no-such-role'])
      for (const answer of [await users.changeRole(id, role), await users.removeRole(id)])
        expect(codeOf(answer), id).toBe('NOT_FOUND')
  })

  test('where another provider keeps the sign-ins, nobody is invited or reset, and the list says so', async () => {
    const elsewhere = asked(await startServer(opened.database))
    expect((await elsewhere.list()).signInsAreOurs).toBe(false)
    expect((await users.list()).signInsAreOurs).toBe(true)
    for (const answer of [
      await elsewhere.create(fresh()),
      await elsewhere.reset('nurse'),
      await elsewhere.unenrol('nurse'),
    ])
      expect(reasonOf(answer)).toBe('SIGN_INS_ELSEWHERE')
  })

  test('O221 O375 P275 a user has these fields, with the roles of the organisation that asks', async () => {
    const listed = await users.list({ search: 'multi' })
    expect(Object.keys(listed.users[0] ?? {}).toSorted()).toEqual([
      'email',
      'enrolledInTotpMfa',
      'firstName',
      'id',
      'invitation',
      'jobRole',
      'lastLoginAt',
      'lastName',
      'roles',
      'wards',
    ])
    await users.update('multi', ['Clinician', 'Night Owl'])
    const there = await users.list({ search: 'multi' }, { as: 'carer' })
    expect((await found('multi'))?.roles).toEqual(['Clinician', 'Night Owl'])
    expect((await found('multi'))?.wards).toEqual([
      { id: 'ward-A', name: 'Ward A' },
      { id: 'ward-B', name: 'Ward B' },
    ])
    expect(there.users.map(({ roles, wards }) => [roles, wards])).toEqual([[['Read Only'], []]])
  })

  describe('P276 roles that the organisation adds', () => {
    const nights = { name: 'Nights', description: 'At night', permissions: ['view_patients'] }
    test('O356 one is added, given, renamed with those who hold it, and deleted once nobody does', async () => {
      const role = valueOf<Role>(await users.addRole(nights))
      expect(role).toMatchObject({ name: 'Nights', numberOfUsers: 0, isSystemRole: false })
      const id = await made(['Clinician', 'Nights'])
      const renamed = await users.changeRole(role.id ?? '', {
        ...nights,
        name: 'Late Shift',
        permissions: ['view_patients', 'view_wards'],
      })
      expect(valueOf<Role>(renamed)).toMatchObject({ name: 'Late Shift', numberOfUsers: 1 })
      expect((await found(id))?.roles).toEqual(['Clinician', 'Late Shift'])
      expect(reasonOf(await users.removeRole(role.id ?? ''))).toBe('ROLE_IS_HELD')
      await users.update(id, ['Clinician'])
      expect(valueOf(await users.removeRole(role.id ?? ''))).toBe(true)
      expect((await users.roles()).map(({ name }) => name)).not.toContain('Late Shift')
      expect((await log(role.id ?? '')).map(({ action }) => action)).toEqual([
        'createRole',
        'updateRole',
        'deleteRole',
      ])
    })

    test('nobody puts a permission into one that they lack, nor takes one out of it', async () => {
      const more = { ...nights, name: 'Keys', permissions: ['view_integration_api_keys'] }
      expect(reasonOf(await users.addRole(more, { as: 'manager' }))).toBe('ROLE_HOLDS_MORE')
      const { id } = valueOf<Role>(await users.addRole(more))
      const less = { ...more, permissions: ['view_patients'] }
      for (const answer of [
        await users.changeRole(id ?? '', less, { as: 'manager' }),
        await users.removeRole(id ?? '', { as: 'manager' }),
      ])
        expect(reasonOf(answer)).toBe('ROLE_HOLDS_MORE')
      const seen = (await users.roles({ as: 'manager' })).find((role) => role.id === id)
      expect(seen?.mayGive).toBe(false)
    })

    test('a double of earlier releases can be changed but for its name', async () => {
      const role = valueOf<Role>(await users.addRole({ ...nights, name: 'Doubled' }))
      await opened.database.asSystem((trx) =>
        trx
          .updateTable('role')
          .set({ name: 'Care-Assistant' })
          .where('id', '=', role.id ?? '')
          .execute(),
      )
      const less = { ...nights, name: 'Care-Assistant', permissions: ['view_wards'] }
      expect(valueOf<Role>(await users.changeRole(role.id ?? '', less)).name).toBe('Care-Assistant')
      const named = await users.changeRole(role.id ?? '', { ...less, name: 'Ward-Manager' })
      expect(argumentsOf(named)).toEqual([
        { path: 'role.name', message: 'There is a role with this name' },
      ])
    })

    test('a name is taken however it is written, an unseen one is none, and two alone are the system’s', async () => {
      await users.addRole({ ...nights, name: 'Twice' })
      for (const [name, message] of [
        ['twice', 'There is a role with this name'],
        [' TWICE ', 'There is a role with this name'],
        ['Tw\u2060icé', 'There is a role with this name'],
        ['ward-manager', 'There is a role with this name'],
        ['\u200b', 'Name is required'],
      ])
        expect(argumentsOf(await users.addRole({ ...nights, name }))).toEqual([
          { path: 'role.name', message },
        ])
      const system = (await users.roles()).filter((role) => role.isSystemRole)
      expect(system.map(({ name }) => name)).toEqual(['Self Care', 'Internal Staff'])
    })
  })

  test('O144 O145 O146 of 2,000 users the server finds, sorts and pages', async () => {
    await system((trx) =>
      sql`with made as (
        insert into user_account (id, email, first_name, last_name, created_at)
        select 'many-' || i, 'many-' || lpad(i::text, 4, '0') || '@example.test', 'First' || i, 'Añón' || (i % 7), now()
        from generate_series(1, 2000) i returning id)
        insert into user_organization (user_id, organization_id, roles, created_at) select id, 'h', '["Read Only"]', now() from made`.execute(
        trx,
      ),
    )
    const page = (variables: Readonly<Record<string, unknown>>) =>
      users.list({ take: 20, ...variables }, { as: 'carer' })
    const last = await page({ search: 'many', skip: 1980 })
    expect([last.total, last.users.length]).toEqual([2000, 20])
    expect(last.users.at(-1)?.email).toBe('many-2000@example.test')
    const searched = await page({ search: 'anon3 first17' })
    expect(searched.users.map(({ id }) => id)).toContain('many-17')
    const down = await page({ search: 'many', sort: 'EMAIL', descending: true })
    expect(down.users[0]?.email).toBe('many-2000@example.test')
  })
})
