import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstBrokenAction } from '../../../server/db/action-log'
import { actionLogWords } from '../../../server/areas/action-log/words'
import { onBothEngines } from '../engines'
import { buildWorld } from '../world'
import { codeAt, startIdentityServer, time, tokenOf, type IdentityServer } from './identity-server'

const newPassword = 'meadow-walnut-kettle'
const toolkit = '/identitytoolkit.googleapis.com/'

/** What a user does about their own account is in the chain of each of their organisations. */
onBothEngines(buildWorld, (opened) => {
  let server: IdentityServer
  beforeAll(async () => {
    server = await startIdentityServer(opened.database)
  })
  afterAll(() => server.close())

  const member = async (...organizations: string[]) => {
    const person = await server.person()
    await opened.database.asSystem(async (trx) => {
      for (const organization_id of organizations)
        await trx
          .insertInto('user_organization')
          .values({
            user_id: person.uid,
            organization_id,
            roles: '["Clinician"]',
            created_at: new Date(server.now()).toISOString(),
          })
          .execute()
    })
    return person
  }
  const entriesOf = (uid: string, organizationId: string) =>
    opened.database.asSystem((trx) =>
      trx
        .selectFrom('action_log')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('actor_id', '=', uid)
        .orderBy('seq')
        .execute(),
    )
  const actionsOf = async (uid: string, organizationId: string) =>
    (await entriesOf(uid, organizationId)).map(({ action }) => action)
  const signedIn = async (person: { readonly email: string; readonly password: string }) => {
    const auth = server.portal()
    expect(await auth.signInWithPassword(person.email, person.password)).toEqual({
      kind: 'success',
    })
    return auth
  }

  test('a second factor put on and off, a new password, ended sessions and a reset by mail are in the log of each, in order, and in words', async () => {
    const person = await member('w', 'h')
    const auth = await signedIn(person)
    await signedIn(person)
    expect(await auth.endSession(null)).toEqual({ kind: 'success' })
    const started = await auth.startTotpEnrolment(person.password)
    if (started.kind !== 'started') throw new Error('not started')
    expect(await auth.finishTotpEnrolment(codeAt(started.secret, server.now()))).toEqual({
      kind: 'success',
    })
    server.pass(time.step)
    const idToken = await tokenOf(auth)
    const { users } = (await server.post(`${toolkit}v1/accounts:lookup`, { idToken })).body as {
      users: { mfaInfo: { mfaEnrollmentId: string }[] }[]
    }
    const off = await server.post(`${toolkit}v2/accounts/mfaEnrollment:withdraw`, {
      idToken,
      mfaEnrollmentId: users[0]?.mfaInfo[0]?.mfaEnrollmentId,
      currentPassword: person.password,
      verificationCode: codeAt(started.secret, server.now()),
    })
    expect(off.status).toBe(200)
    const changed = await server.post(`${toolkit}v1/accounts:update`, {
      idToken: off.body['idToken'],
      password: newPassword,
      currentPassword: person.password,
    })
    expect(changed.status).toBe(200)
    const link = new URL(await server.identity.passwordResetUrl(person.uid))
    expect(
      await server.portal().confirmReset(link.searchParams.get('oobCode') ?? '', person.password),
    ).toEqual({ kind: 'success' })
    const expected = [
      'accountSessionsEnded',
      'accountFactorOn',
      'accountFactorOff',
      'accountPasswordChanged',
      'accountPasswordReset',
    ]
    for (const organization of ['w', 'h']) {
      expect(await actionsOf(person.uid, organization)).toEqual(expected)
      expect(
        await opened.database.asSystem((trx) => firstBrokenAction(trx, organization)),
      ).toBeNull()
    }
    for (const action of expected) expect(actionLogWords('en-GB').sentences[action]).toBeTruthy()
  })

  test('an entry says from where, and holds no address of mail, password, code or token', async () => {
    const person = await member('w')
    const auth = await signedIn(person)
    const started = await auth.startTotpEnrolment(person.password)
    if (started.kind !== 'started') throw new Error('not started')
    const code = codeAt(started.secret, server.now())
    await auth.finishTotpEnrolment(code)
    await server.portal().applyRevertCode((await server.mailedCode(person.email)).code)
    const entries = await entriesOf(person.uid, 'w')
    expect(entries.map(({ action }) => action)).toEqual([
      'accountFactorOn',
      'accountFactorReverted',
    ])
    for (const { details } of entries) {
      expect(Object.keys(details).toSorted()).toEqual(['address', 'device'])
      expect(details['address']).toMatch(/\d/)
    }
    const written = JSON.stringify(entries.map(({ details }) => details))
    for (const secret of [person.email, person.password, code, started.secret])
      expect(written).not.toContain(secret)
  })

  test('what was refused, and who is no member any more, is in no log', async () => {
    const person = await member('w')
    const auth = await signedIn(person)
    expect(await auth.startTotpEnrolment('not-the-right-one')).toEqual({
      kind: 'IncorrectPassword',
    })
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('user_organization')
        .set({ deleted_at: new Date(server.now()).toISOString() })
        .where('user_id', '=', person.uid)
        .execute(),
    )
    expect(await auth.endSession(null)).toEqual({ kind: 'success' })
    expect(await actionsOf(person.uid, 'w')).toEqual([])
  })
})
