import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstBrokenAction } from '../../../server/db/action-log'
import { actionLogWords } from '../../../server/areas/action-log/words'
import { onBothEngines } from '../engines'
import { buildWorld } from '../world'
import {
  codeAt,
  startIdentityServer,
  time,
  tokenOf,
  wrongCodeAt,
  type IdentityServer,
} from './identity-server'

const newPassword = 'meadow-walnut-kettle'
const toolkit = '/identitytoolkit.googleapis.com/'

/** What a user does about their own account is in the chain of each of their organisations. */
onBothEngines(buildWorld, (opened) => {
  let server: IdentityServer
  beforeAll(async () => {
    server = await startIdentityServer(opened.database)
  })
  afterAll(() => server.close())

  const member = (...organizations: string[]) => memberOf(organizations)
  const memberOf = async (organizations: readonly string[], totp = false) => {
    const person = await server.person({ totp })
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
      'accountSignedIn',
      'accountSignedIn',
      'accountSessionsEnded',
      'accountFactorOn',
      'accountFactorOff',
      'accountPasswordChanged',
      // The new password goes on as a sign-in of its own.
      'accountSignedIn',
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
      'accountSignedIn',
      'accountFactorOn',
      'accountFactorReverted',
    ])
    for (const { details } of entries.slice(1)) {
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
    expect(await actionsOf(person.uid, 'w')).toEqual(['accountSignedIn'])
  })

  /** What the log says about an account, by whoever it was. */
  const aboutOf = (uid: string) =>
    opened.database.asSystem((trx) =>
      trx
        .selectFrom('action_log')
        .select(['action', 'actor_id', 'logged_in_as', 'details'])
        .where('organization_id', '=', 'w')
        .where('entity_id', '=', uid)
        .orderBy('seq')
        .execute(),
    )
  const tryPassword = (email: string, password: string, from: string) =>
    server.try({ email, password, from })

  test('a sign-in says how it was proved, whoever asked for it', async () => {
    const person = await member('w')
    await tryPassword(person.email, person.password, '192.0.2.10')
    const withCode = await memberOf(['w'], true)
    const auth = server.portal()
    const first = await auth.signInWithPassword(withCode.email, withCode.password)
    if (first.kind !== 'one-time-password') throw new Error(first.kind)
    expect(await aboutOf(withCode.uid)).toEqual([])
    server.toNewStep()
    await auth.answerChallenge(first.challenge, codeAt(withCode.secret, server.now()))
    expect([...(await aboutOf(person.uid)), ...(await aboutOf(withCode.uid))]).toMatchObject([
      {
        action: 'accountSignedIn',
        actor_id: person.uid,
        logged_in_as: null,
        details: { method: 'password', secondFactor: false, address: '192.0.2.10' },
      },
      { action: 'accountSignedIn', actor_id: withCode.uid, details: { secondFactor: true } },
    ])
  })

  test('wrong passwords are in the log once a quarter of an hour and once when they lock, not one by one, as nobody’s act', async () => {
    const person = await member('w')
    for (let n = 0; n < 8; n += 1)
      await tryPassword(person.email, 'not-the-right-one', '192.0.2.11')
    const expected = [
      { action: 'accountSignInRefused', actor_id: null, details: { step: 'password' } },
      {
        action: 'accountSignInLocked',
        actor_id: null,
        details: { step: 'password', address: '192.0.2.11' },
      },
    ]
    await expect.poll(() => aboutOf(person.uid)).toMatchObject(expected)
    await tryPassword(person.email, 'not-the-right-one', '192.0.2.12')
    await expect.poll(() => aboutOf(person.uid)).toHaveLength(3)
    server.pass(16 * time.minute)
    const words = actionLogWords('en-GB').sentences
    for (const { action } of expected) expect(words[action]).toBeTruthy()
    expect(server.faults).toEqual([])
  })

  test('wrong codes are in the log once a quarter of an hour and once when they lock, as nobody’s act', async () => {
    const person = await memberOf(['w'], true)
    for (let n = 0; n < 7; n += 1) {
      const auth = server.portal()
      const first = await auth.signInWithPassword(person.email, person.password)
      if (first.kind !== 'one-time-password') throw new Error(first.kind)
      await auth.answerChallenge(first.challenge, wrongCodeAt(person.secret, server.now()))
    }
    await expect
      .poll(() => aboutOf(person.uid))
      .toMatchObject([
        { action: 'accountSignInRefused', actor_id: null, details: { step: 'code' } },
        { action: 'accountSignInLocked', actor_id: null, details: { step: 'code' } },
      ])
    expect(server.faults).toEqual([])
  })

  test('a link that somebody asked for is in the log, as nobody’s act', async () => {
    const person = await member('w')
    await server.portal().sendPasswordReset(person.email)
    expect(await aboutOf(person.uid)).toMatchObject([
      { action: 'accountResetAsked', actor_id: null },
    ])
  })
})
