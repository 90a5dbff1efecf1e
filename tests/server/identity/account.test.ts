import { afterAll, describe, expect, test } from 'vitest'
import {
  challengeOf,
  codeAt,
  startIdentityServer,
  time,
  tokenOf,
  wrongCodeAt,
  type IdentityServer,
  type Person,
} from './identity-server'
import { problem } from '../../../src/domain/problem'
import { onPglite } from '../engines'

let server: IdentityServer

const newPassword = 'meadow-walnut-kettle'
const signedIn = async (person: Person) => {
  const auth = server.portal()
  expect(await auth.signInWithPassword(person.email, person.password)).toEqual({ kind: 'success' })
  return auth
}
const isEnrolled = async (uid: string) =>
  (
    await server.database.kysely
      .selectFrom('user_account')
      .select('enrolled_in_totp_mfa')
      .where('id', '=', uid)
      .executeTakeFirstOrThrow()
  ).enrolled_in_totp_mfa
const enrol = async (person: Person) => {
  const auth = await signedIn(person)
  const started = await auth.startTotpEnrolment(person.password)
  if (started.kind !== 'started')
    throw new Error(`Enrolment did not start: ${JSON.stringify(started)}`)
  expect(await auth.finishTotpEnrolment(codeAt(started.secret, server.now()))).toEqual({
    kind: 'success',
  })
  return { auth, secret: started.secret }
}

onPglite(
  async (database) => {
    server = await startIdentityServer(database)
  },
  () => {
    afterAll(() => server.close())

    describe('resetting a password', () => {
      test('P314 the mailed link leads to the portal, its code is checked and then sets the password once', async () => {
        const person = await server.person()
        const auth = server.portal()
        expect(await auth.sendPasswordReset(person.email)).toEqual({ kind: 'success' })
        const { url, mode, code } = await server.mailedCode(person.email)
        expect(url.startsWith('https://portal.example/account-action?')).toBe(true)
        expect(mode).toBe('resetPassword')
        expect(await auth.checkResetCode(code)).toEqual({ kind: 'valid', email: person.email })
        expect(await auth.checkResetCode(code)).toEqual({ kind: 'valid', email: person.email })
        expect(await auth.confirmReset(code, newPassword)).toEqual({ kind: 'success' })
        expect(await auth.confirmReset(code, 'another-walnut-kettle')).toEqual({ kind: 'invalid' })
        expect(await auth.checkResetCode(code)).toEqual({ kind: 'invalid' })
        expect(await auth.signInWithPassword(person.email, person.password)).toEqual({
          kind: 'IncorrectPassword',
        })
        expect(await auth.signInWithPassword(person.email, newPassword)).toEqual({
          kind: 'success',
        })
      })

      test('a code is good for an hour, and not a minute longer', async () => {
        const person = await server.person()
        await server.portal().sendPasswordReset(person.email)
        const { code } = await server.mailedCode(person.email)
        server.pass(time.hour - time.minute)
        expect(await server.portal().checkResetCode(code)).toMatchObject({ kind: 'valid' })
        server.pass(time.minute)
        expect(await server.portal().checkResetCode(code)).toEqual({ kind: 'invalid' })
        expect(await server.portal().confirmReset(code, newPassword)).toEqual({ kind: 'invalid' })
      })

      test('a new password ends every session: tokens already out are refused', async () => {
        const person = await server.person()
        const auth = await signedIn(person)
        const token = await tokenOf(auth)
        await server.portal().sendPasswordReset(person.email)
        await server
          .portal()
          .confirmReset((await server.mailedCode(person.email)).code, newPassword)
        await expect(server.identity.verify(token)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })
        expect(await auth.idToken(true)).toBeNull()
      })

      test('a reset does not go past the second factor', async () => {
        const person = await server.person({ totp: true })
        await server.portal().sendPasswordReset(person.email)
        await server
          .portal()
          .confirmReset((await server.mailedCode(person.email)).code, newPassword)
        expect(await server.portal().signInWithPassword(person.email, newPassword)).toMatchObject({
          kind: 'one-time-password',
        })
      })

      test('a short, common or repeated password is refused with a sentence, and the code still works after it', async () => {
        const person = await server.person()
        await server.portal().sendPasswordReset(person.email)
        const { code } = await server.mailedCode(person.email)
        for (const [password, message] of [
          ['short', 'Password must be at least 12 characters long'],
          ['password1234', 'Password is too easy to guess'],
          ['aaaaaaaaaaaaaaa', 'Password is too easy to guess'],
          ['x-1'.repeat(100), 'Password must be at most 256 characters long'],
          [person.email, 'Password must not be made of the e-mail address'],
        ] as const) {
          expect(await server.portal().confirmReset(code, password)).toEqual({
            kind: 'problem',
            problem: problem('invalid-arguments', message),
          })
        }
        expect(await server.portal().confirmReset(code, newPassword)).toEqual({ kind: 'success' })
      })

      test('known and unknown addresses get the same answer and leave the same trace; no mail goes to the unknown', async () => {
        const person = await server.person()
        const path = '/identitytoolkit.googleapis.com/v1/accounts:sendOobCode'
        const codes = async () =>
          Number(
            (
              (await server.database.kysely
                .selectFrom('identity_action_code' as never)
                .select(({ fn }) => fn.countAll().as('n'))
                .executeTakeFirstOrThrow()) as { n: number }
            ).n,
          )
        const ask = async (email: string) => {
          const before = await codes()
          const { status, body } = await server.post(path, { requestType: 'PASSWORD_RESET', email })
          return {
            status,
            keys: Object.keys(body),
            echoes: body.email === email,
            made: (await codes()) - before,
          }
        }
        const known = await ask(person.email)
        expect(known).toEqual({ status: 200, keys: ['kind', 'email'], echoes: true, made: 1 })
        expect(await ask('nobody@riverside.example')).toEqual(known)
        expect(server.mails.some(({ to }) => to === 'nobody@riverside.example')).toBe(false)
        for (const email of [person.email, 'nobody@riverside.example']) {
          const kinds = []
          for (let turn = 0; turn < 5; turn += 1)
            kinds.push((await server.portal().sendPasswordReset(email)).kind)
          expect(kinds).toEqual(['success', 'success', 'success', 'success', 'problem'])
        }
      })

      test('an admin’s link keeps to our own portal, and works once', async () => {
        const person = await server.person()
        expect(await server.identity.passwordResetUrl(person.uid, 'https://evil.example')).toMatch(
          /^https:\/\/portal\.example\/account-action\?/u,
        )
        expect(
          await server.identity.passwordResetUrl(person.uid, 'javascript://localhost/%0aalert(1)'),
        ).toMatch(/^https:\/\/portal\.example\/account-action\?/u)
        const url = new URL(
          await server.identity.passwordResetUrl(person.uid, 'http://localhost:8080'),
        )
        // This machine is the reader's own, where anybody may listen.
        expect(url.origin).toBe('https://portal.example')
        expect(
          await server.portal().confirmReset(url.searchParams.get('oobCode') ?? '', newPassword),
        ).toEqual({ kind: 'success' })
        expect(
          await signedIn({ ...person, password: newPassword }).then((auth) => auth.state()),
        ).toBe('signed-in')
      })

      test('someone locked out by a stranger’s tries gets in again by the mailed link', async () => {
        const person = await server.person()
        for (let turn = 0; turn < 6; turn += 1)
          await server.portal().signInWithPassword(person.email, 'not-the-right-one')
        await server.portal().sendPasswordReset(person.email)
        await server
          .portal()
          .confirmReset((await server.mailedCode(person.email)).code, newPassword)
        expect(await server.portal().signInWithPassword(person.email, newPassword)).toEqual({
          kind: 'success',
        })
      })
    })

    describe('a second factor', () => {
      test('P238 P314 enrolled with a code from the new secret, it counts from then on; a mail tells', async () => {
        const person = await server.person()
        const { auth, secret } = await enrol(person)
        expect(await auth.state()).toBe('signed-in-with-second-step')
        expect(await isEnrolled(person.uid)).toBe(true)
        expect((await server.mailedCode(person.email)).mode).toBe('revertSecondFactorAddition')
        const other = server.portal()
        // The code that enrolled does not sign in: it was used.
        expect(
          await other.answerChallenge(
            await challengeOf(other, person),
            codeAt(secret, server.now()),
          ),
        ).toEqual({ kind: 'InvalidVerificationCode' })
        server.pass(time.step)
        expect(
          await other.answerChallenge(
            await challengeOf(other, person),
            codeAt(secret, server.now()),
          ),
        ).toEqual({ kind: 'success' })
        expect(await auth.startTotpEnrolment(person.password)).toMatchObject({ kind: 'problem' })
      })

      test('the picture for the app holds the secret, the address and the issuer', async () => {
        const person = await server.person()
        const started = await (await signedIn(person)).startTotpEnrolment(person.password)
        if (started.kind !== 'started') throw new Error('not started')
        const uri = new URL(started.uri)
        expect(uri.protocol).toBe('otpauth:')
        expect(uri.searchParams.get('secret')).toBe(started.secret)
        expect(uri.searchParams.get('issuer')).toBe('Lamplight')
        expect(started.secret).toMatch(/^[A-Z2-7]{32}$/u)
      })

      test('P238 P326 a wrong first code is InvalidVerificationCode and enrols nothing', async () => {
        const person = await server.person()
        const auth = await signedIn(person)
        const started = await auth.startTotpEnrolment(person.password)
        if (started.kind !== 'started') throw new Error('not started')
        expect(await auth.finishTotpEnrolment(wrongCodeAt(started.secret, server.now()))).toEqual({
          kind: 'InvalidVerificationCode',
        })
        expect(await isEnrolled(person.uid)).toBe(false)
        expect(await auth.finishTotpEnrolment(codeAt(started.secret, server.now()))).toEqual({
          kind: 'success',
        })
      })

      test('P238 P268 P327 an old sign-in is RequiresReauthentication until the password was given again', async () => {
        const person = await server.person()
        const auth = await signedIn(person)
        server.pass(5 * time.minute + 1000)
        expect(await auth.startTotpEnrolment(person.password)).toEqual({
          kind: 'RequiresReauthentication',
        })
        expect(await auth.reauthenticate('not-the-right-one')).toEqual({
          kind: 'IncorrectPassword',
        })
        expect(await auth.startTotpEnrolment(person.password)).toEqual({
          kind: 'RequiresReauthentication',
        })
        expect(await auth.reauthenticate(person.password)).toEqual({ kind: 'success' })
        const started = await auth.startTotpEnrolment(person.password)
        if (started.kind !== 'started') throw new Error('not started')
        server.pass(5 * time.minute + 1000)
        expect(await auth.finishTotpEnrolment(codeAt(started.secret, server.now()))).toEqual({
          kind: 'RequiresReauthentication',
        })
      })

      test('P269 P323 without sign-in there is nothing to enrol or to reauthenticate', async () => {
        const auth = server.portal()
        expect(await auth.startTotpEnrolment('any')).toMatchObject({
          kind: 'problem',
          problem: { code: 'no-token:mfa' },
        })
        expect(await auth.finishTotpEnrolment('123456')).toMatchObject({
          kind: 'problem',
          problem: { code: 'no-token:mfa' },
        })
        expect(await auth.reauthenticate('lantern-harbour-violet')).toMatchObject({
          kind: 'problem',
          problem: { code: 'no-token:reauthenticate' },
        })
      })

      test('with one enrolled, reauthentication asks for its code too', async () => {
        const person = await server.person({ totp: true })
        const auth = server.portal()
        await auth.answerChallenge(
          await challengeOf(auth, person),
          codeAt(person.secret, server.now()),
        )
        server.pass(time.step)
        const result = await auth.reauthenticate(person.password)
        if (result.kind !== 'one-time-password') throw new Error('no challenge')
        expect(
          await auth.answerChallenge(result.challenge, codeAt(person.secret, server.now())),
        ).toEqual({ kind: 'success' })
      })

      test('P314 the link in the mail takes it off once, and ends every session', async () => {
        const person = await server.person()
        const { auth } = await enrol(person)
        const token = await tokenOf(auth)
        const { url, code } = await server.mailedCode(person.email)
        expect(
          url.startsWith(
            'https://portal.example/account-action?mode=revertSecondFactorAddition&oobCode=',
          ),
        ).toBe(true)
        expect(await server.portal().confirmReset(code, newPassword)).toEqual({ kind: 'invalid' })
        expect(await server.portal().applyRevertCode(code)).toEqual({ kind: 'success' })
        expect(await isEnrolled(person.uid)).toBe(false)
        await expect(server.identity.verify(token)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })
        expect(await server.portal().applyRevertCode(code)).toEqual({ kind: 'invalid' })
        expect(await server.portal().signInWithPassword(person.email, person.password)).toEqual({
          kind: 'success',
        })
      })

      test('the link of an earlier factor does not take off a later one', async () => {
        const person = await server.person()
        await enrol(person)
        const { code } = await server.mailedCode(person.email)
        await server.identity.unenrolTotp(person.uid)
        await enrol(person)
        expect(await server.portal().applyRevertCode(code)).toEqual({ kind: 'invalid' })
        expect(await isEnrolled(person.uid)).toBe(true)
      })

      test('a reset code takes no factor off', async () => {
        const person = await server.person({ totp: true })
        await server.portal().sendPasswordReset(person.email)
        expect(
          await server.portal().applyRevertCode((await server.mailedCode(person.email)).code),
        ).toEqual({ kind: 'invalid' })
        expect(await isEnrolled(person.uid)).toBe(true)
      })

      const toolkit = '/identitytoolkit.googleapis.com/'
      const wordOf = async (path: string, body: object) => {
        const { error } = (await server.post(`${toolkit}${path}`, body)).body as {
          readonly error?: { readonly message: string }
        }
        return error?.message ?? 'done'
      }
      const start = (idToken: string) =>
        server.post(`${toolkit}v2/accounts/mfaEnrollment:start`, {
          idToken,
          totpEnrollmentInfo: {},
        })
      const startWord = (idToken: string) =>
        wordOf('v2/accounts/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
      const prove = (idToken: string, currentPassword: string) =>
        wordOf('lamplight/password:prove', { idToken, currentPassword })
      const factorIdOf = async (idToken: string) => {
        const { users } = (await server.post(`${toolkit}v1/accounts:lookup`, { idToken })).body as {
          users: { mfaInfo: { mfaEnrollmentId: string }[] }[]
        }
        return users[0]?.mfaInfo[0]?.mfaEnrollmentId
      }
      const withdraw = (body: object) => wordOf('v2/accounts/mfaEnrollment:withdraw', body)
      const enrolledSession = async (person: Person) => {
        const { auth, secret } = await enrol(person)
        const idToken = await tokenOf(auth)
        server.pass(time.step)
        return { auth, secret, idToken, mfaEnrollmentId: await factorIdOf(idToken) }
      }

      test('a token alone puts none on: the present password is shown in this act, by this session, once', async () => {
        const person = await server.person()
        const idToken = await tokenOf(await signedIn(person))
        expect(await startWord(idToken)).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
        expect(await prove(idToken, 'not-the-right-one')).toBe('INVALID_LOGIN_CREDENTIALS')
        expect(await startWord(idToken)).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
        expect(await prove(idToken, person.password)).toBe('done')
        const elsewhere = await tokenOf(await signedIn(person))
        expect(await startWord(elsewhere)).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
        expect(await startWord(idToken)).toBe('done')
        expect(await startWord(idToken)).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
        const late = await tokenOf(await signedIn(person))
        expect(await prove(late, person.password)).toBe('done')
        server.pass(5 * time.minute)
        expect(await startWord(late)).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
      })

      test('the present password is not guessed with a token: the sixth try is refused, also the right one', async () => {
        const person = await server.person()
        const auth = await signedIn(person)
        const words = []
        for (let turn = 0; turn < 5; turn += 1)
          words.push((await auth.startTotpEnrolment(`not-the-right-${turn}`)).kind)
        expect(words).toEqual(Array.from({ length: 5 }, () => 'IncorrectPassword'))
        expect(await auth.startTotpEnrolment(person.password)).toEqual({
          kind: 'problem',
          problem: problem('too-many:sign-in'),
        })
      })

      test('its user takes it off after a recent sign-in with password and code; other sessions end, this one goes on, a mail tells', async () => {
        const person = await server.person()
        const { secret, idToken, mfaEnrollmentId } = await enrolledSession(person)
        const other = server.portal()
        await other.answerChallenge(await challengeOf(other, person), codeAt(secret, server.now()))
        const otherToken = await tokenOf(other)
        expect(await withdraw({ idToken, mfaEnrollmentId: 'another' })).toBe(
          'MFA_ENROLLMENT_NOT_FOUND',
        )
        server.pass(5 * time.minute)
        expect(await withdraw({ idToken, mfaEnrollmentId })).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
        const again = server.portal()
        await again.answerChallenge(await challengeOf(again, person), codeAt(secret, server.now()))
        const recent = { idToken: await tokenOf(again), mfaEnrollmentId }
        server.pass(time.step)
        const currentPassword = person.password
        const verificationCode = codeAt(secret, server.now())
        expect(await withdraw(recent)).toBe('INVALID_LOGIN_CREDENTIALS')
        expect(await withdraw({ ...recent, verificationCode })).toBe('INVALID_LOGIN_CREDENTIALS')
        expect(await withdraw({ ...recent, currentPassword })).toBe('INVALID_CODE')
        expect(
          await withdraw({
            ...recent,
            currentPassword,
            verificationCode: wrongCodeAt(secret, server.now()),
          }),
        ).toBe('INVALID_CODE')
        expect(await isEnrolled(person.uid)).toBe(true)
        const { body } = await server.post(`${toolkit}v2/accounts/mfaEnrollment:withdraw`, {
          ...recent,
          currentPassword,
          verificationCode,
        })
        await expect(server.identity.verify(String(body.idToken))).resolves.toMatchObject({
          uid: person.uid,
        })
        for (const ended of [otherToken, recent.idToken])
          await expect(server.identity.verify(ended)).rejects.toMatchObject({
            code: 'TOKEN_EXPIRED',
          })
        expect(await isEnrolled(person.uid)).toBe(false)
        const mail = server.mails.findLast(({ to }) => to === person.email)
        expect(mail?.subject).toBe(
          'Two-factor authentication was removed from your Lamplight account',
        )
        expect(mail?.text).not.toContain('http')
      })

      test('neither putting it on nor taking it off makes a sign-in younger or longer; only the code that was shown counts', async () => {
        const person = await server.person()
        const auth = await signedIn(person)
        const before = await server.identity.verify(await tokenOf(auth))
        expect(before.secondFactor).toBeUndefined()
        const endOf = async (sessionId: string | undefined) =>
          (
            (await server.database.kysely
              .selectFrom('identity_session' as never)
              .selectAll()
              .where('id' as never, '=', (sessionId ?? '') as never)
              .executeTakeFirstOrThrow()) as { expires_at: number; started_at: number }
          ).expires_at
        const ends = await endOf(before.sessionId)
        server.pass(time.minute)
        const started = await auth.startTotpEnrolment(person.password)
        if (started.kind !== 'started') throw new Error('not started')
        await auth.finishTotpEnrolment(codeAt(started.secret, server.now()))
        const on = await server.identity.verify(await tokenOf(auth))
        expect(on).toMatchObject({ authTime: before.authTime, secondFactor: 'totp' })
        expect(await endOf(on.sessionId)).toBe(ends)
        // It is refreshed as before, and is no more recent by that.
        const renewed = await server.identity.verify((await auth.idToken(true)) ?? '')
        expect(renewed.authTime).toBe(before.authTime)
        server.pass(time.minute)
        const idToken = await tokenOf(auth)
        const { body } = await server.post(`${toolkit}v2/accounts/mfaEnrollment:withdraw`, {
          idToken,
          mfaEnrollmentId: await factorIdOf(idToken),
          currentPassword: person.password,
          verificationCode: codeAt(started.secret, server.now()),
        })
        const off = await server.identity.verify(String(body.idToken))
        expect(off.authTime).toBe(before.authTime)
        expect(off.secondFactor).toBeUndefined()
        expect(await endOf(off.sessionId)).toBe(ends)
        server.pass(3 * time.minute + 1000)
        expect(await prove(String(body.idToken), person.password)).toBe(
          'CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
        )
      })

      test('a mail tells of one that an administrator or the mailed link took off, and of none that was not there', async () => {
        const removed = (person: Person) =>
          server.mails.filter(
            ({ to, subject }) => to === person.email && subject.includes('was removed'),
          ).length
        const [one, two, none] = [
          await server.person({ totp: true }),
          await server.person(),
          await server.person(),
        ]
        await server.identity.unenrolTotp(one.uid)
        await enrol(two)
        await server.portal().applyRevertCode((await server.mailedCode(two.email)).code)
        await server.identity.unenrolTotp(none.uid)
        expect([one, two, none].map(removed)).toEqual([1, 1, 0])
      })

      test('an enrolment begun by one user cannot be finished by another', async () => {
        const [one, two] = [await server.person(), await server.person()]
        const [first, second] = [await signedIn(one), await signedIn(two)]
        const idToken = await tokenOf(first)
        expect(await prove(idToken, one.password)).toBe('done')
        const { totpSessionInfo } = (await start(idToken)).body as {
          totpSessionInfo: { sessionInfo: string; sharedSecretKey: string }
        }
        const answer = await server.post(
          '/identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:finalize',
          {
            idToken: await tokenOf(second),
            totpVerificationInfo: {
              sessionInfo: totpSessionInfo.sessionInfo,
              verificationCode: codeAt(totpSessionInfo.sharedSecretKey, server.now()),
            },
          },
        )
        expect(answer.body).toMatchObject({ error: { message: 'SESSION_EXPIRED' } })
        expect(await isEnrolled(two.uid)).toBe(false)
      })
    })

    describe('the account', () => {
      test('a new password by its signed-in user needs a recent sign-in, ends other sessions and goes on with this one', async () => {
        const person = await server.person()
        const [auth, other] = [await signedIn(person), await signedIn(person)]
        const path = '/identitytoolkit.googleapis.com/v1/accounts:update'
        const otherToken = await tokenOf(other)
        const answer = await server.post(path, {
          idToken: await tokenOf(auth),
          password: newPassword,
          currentPassword: person.password,
          returnSecureToken: true,
        })
        await expect(server.identity.verify(String(answer.body.idToken))).resolves.toMatchObject({
          uid: person.uid,
        })
        await expect(server.identity.verify(otherToken)).rejects.toMatchObject({
          code: 'TOKEN_EXPIRED',
        })
        server.pass(5 * time.minute + 2000)
        expect(
          (await server.post(path, { idToken: answer.body.idToken, password: person.password }))
            .body,
        ).toMatchObject({ error: { message: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' } })
      })

      test('its address and name are not changed from outside', async () => {
        const person = await server.person()
        const idToken = await tokenOf(await signedIn(person))
        for (const change of [
          { email: 'other@riverside.example' },
          { displayName: 'X' },
          { localId: 'someone-else' },
          { disableUser: false },
        ]) {
          expect(
            (
              await server.post('/identitytoolkit.googleapis.com/v1/accounts:update', {
                idToken,
                ...change,
              })
            ).body,
          ).toMatchObject({ error: { message: 'OPERATION_NOT_ALLOWED' } })
        }
      })

      test('a token alone sets no password: the present one is asked for, five times at most, and the change is mailed', async () => {
        const path = '/identitytoolkit.googleapis.com/v1/accounts:update'
        const person = await server.person()
        const idToken = await tokenOf(await signedIn(person))
        const change = async (currentPassword?: string) =>
          (await server.post(path, { idToken, password: newPassword, currentPassword })).body
        expect(await change()).toMatchObject({ error: { message: 'INVALID_LOGIN_CREDENTIALS' } })
        for (let wrong = 0; wrong < 4; wrong += 1)
          expect(await change('a wrong one')).toMatchObject({
            error: { message: 'INVALID_LOGIN_CREDENTIALS' },
          })
        expect(await change(person.password)).toMatchObject({
          error: { message: 'TOO_MANY_ATTEMPTS_TRY_LATER' },
        })
        expect(await server.portal().signInWithPassword(person.email, person.password)).toEqual({
          kind: 'success',
        })
        const other = await server.person()
        await server.post(path, {
          idToken: await tokenOf(await signedIn(other)),
          password: newPassword,
          currentPassword: other.password,
        })
        const mail = server.mails.findLast(({ to }) => to === other.email)
        expect(mail?.subject).toBe('Your Lamplight password was changed')
        expect(mail?.text).not.toMatch(/https?:/)
      })

      test('with a second factor a new password needs a code, each once', async () => {
        const path = '/identitytoolkit.googleapis.com/v1/accounts:update'
        const person = await server.person({ totp: true })
        server.toNewStep()
        const auth = server.portal()
        await auth.answerChallenge(
          await challengeOf(auth, person),
          codeAt(person.secret, server.now()),
        )
        const idToken = await tokenOf(auth)
        const change = async (verificationCode?: string) =>
          (
            await server.post(path, {
              idToken,
              password: newPassword,
              currentPassword: person.password,
              verificationCode,
            })
          ).body
        expect(await change()).toMatchObject({ error: { message: 'INVALID_CODE' } })
        expect(await change(codeAt(person.secret, server.now()))).toMatchObject({
          error: { message: 'INVALID_CODE' },
        })
        server.pass(time.step)
        expect(await change(codeAt(person.secret, server.now()))).toMatchObject({
          localId: person.uid,
        })
      })

      test('is not deleted from outside, not by its user either', async () => {
        const person = await server.person()
        const idToken = await tokenOf(await signedIn(person))
        expect(
          (await server.post('/identitytoolkit.googleapis.com/v1/accounts:delete', { idToken }))
            .status,
        ).toBe(404)
        expect(await server.identity.hasAccount(person.uid)).toBe(true)
      })

      test('one address has one account', async () => {
        const person = await server.person()
        await expect(
          server.identity.createAccount({
            email: person.email.toUpperCase(),
            password: 'lantern-harbour-violet',
          }),
        ).rejects.toMatchObject({ code: 'EMAIL_EXISTS' })
      })
    })
  },
)
