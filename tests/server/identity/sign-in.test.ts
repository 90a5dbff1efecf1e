import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createAttempts } from '../../../server/identity/attempts'
import { IdentityError } from '../../../server/identity/errors'
import {
  challengeOf,
  codeAt,
  startIdentityServer,
  time,
  tokenOf,
  wrongCodeAt,
  type IdentityServer,
} from './identity-server'
import { onPglite } from '../engines'
import { sealedTokens } from '../../sealed-tokens'

let server: IdentityServer

onPglite(
  async (database) => {
    server = await startIdentityServer(database)
  },
  () => {
    afterAll(() => server.close())

    describe('signing in with a password', () => {
      test('P236 P241 P314 the right password signs in, and the token is the account’s', async () => {
        const person = await server.person()
        const auth = server.portal()
        expect(await auth.state()).toBe('signed-out')
        expect(await auth.signInWithPassword(person.email, person.password)).toEqual({
          kind: 'success',
        })
        expect(await auth.state()).toBe('signed-in')
        const verified = await server.identity.verify(await tokenOf(auth))
        expect(verified).toMatchObject({ uid: person.uid, email: person.email })
        expect(verified.secondFactor).toBeUndefined()
        await auth.signOut()
        expect(await auth.state()).toBe('signed-out')
        expect(await auth.idToken()).toBeNull()
      })

      test('the address may be written in capitals and with space around it', async () => {
        const person = await server.person()
        expect(
          await server
            .portal()
            .signInWithPassword(` ${person.email.toUpperCase()} `, person.password),
        ).toEqual({ kind: 'success' })
      })

      test('P328 a wrong password and an unknown address are IncorrectPassword, with one and the same answer', async () => {
        const person = await server.person()
        expect(
          await server.portal().signInWithPassword(person.email, 'something-else-entirely'),
        ).toEqual({ kind: 'IncorrectPassword' })
        expect(
          await server.portal().signInWithPassword('nobody@riverside.example', person.password),
        ).toEqual({ kind: 'IncorrectPassword' })
        const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword'
        const wrong = await server.post(path, {
          email: person.email,
          password: 'something-else-entirely',
        })
        const unknown = await server.post(path, {
          email: 'nobody.else@riverside.example',
          password: 'something-else-entirely',
        })
        expect(wrong).toEqual(unknown)
        expect(wrong).toEqual({
          status: 400,
          body: {
            error: {
              code: 400,
              message: 'INVALID_LOGIN_CREDENTIALS',
              errors: [
                { message: 'INVALID_LOGIN_CREDENTIALS', domain: 'global', reason: 'invalid' },
              ],
            },
          },
        })
      })

      test('five tries in a quarter of an hour: the sixth is refused even with the right password, for known and unknown alike', async () => {
        const person = await server.person()
        for (const email of [person.email, 'stranger@riverside.example']) {
          const answers = []
          for (let turn = 0; turn < 6; turn += 1)
            answers.push(
              (
                await server
                  .portal()
                  .signInWithPassword(email, turn === 5 ? person.password : 'not-the-right-one')
              ).kind,
            )
          expect(answers).toEqual([
            ...Array.from({ length: 5 }, () => 'IncorrectPassword'),
            'problem',
          ])
        }
        const refused = await server.portal().signInWithPassword(person.email, person.password)
        expect(refused).toMatchObject({ kind: 'problem', problem: { kind: 'too-many' } })
      })

      test('a try is held against somebody for a quarter of an hour: at 14 minutes the sixth is refused, at 15 it is taken', async () => {
        const attempts = createAttempts(server.database)
        const began = Date.now()
        const minutesLater = (minutes: number) =>
          vi.spyOn(Date, 'now').mockReturnValue(began + minutes * time.minute)
        onTestFinished(() => {
          vi.restoreAllMocks()
        })
        const spent = (subject: string): Promise<unknown> =>
          attempts.spend('code', subject).then(
            () => 'taken',
            (thrown: unknown) => (thrown instanceof IdentityError ? thrown.code : thrown),
          )
        minutesLater(0)
        for (let turn = 0; turn < 5; turn += 1) expect(await spent('slow-guesser')).toBe('taken')
        expect(await spent('slow-guesser')).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
        minutesLater(14)
        expect(await spent('slow-guesser')).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
        minutesLater(15)
        expect(await spent('slow-guesser')).toBe('taken')
      })

      test('a disabled account does not sign in, and its running session ends', async () => {
        const person = await server.person()
        const auth = server.portal()
        await auth.signInWithPassword(person.email, person.password)
        await server.identity.setDisabled(person.uid, true)
        expect(await auth.idToken(true)).toBeNull()
        expect(
          await server.portal().signInWithPassword(person.email, person.password),
        ).toMatchObject({ kind: 'problem' })
      })

      test('nobody makes an account from outside', async () => {
        const answer = await server.post('/identitytoolkit.googleapis.com/v1/accounts:signUp', {
          email: 'new@riverside.example',
          password: 'lantern-harbour-violet',
          returnSecureToken: true,
        })
        expect(answer.body).toMatchObject({ error: { message: 'ADMIN_ONLY_OPERATION' } })
        expect(
          await server
            .portal()
            .signInWithPassword('new@riverside.example', 'lantern-harbour-violet'),
        ).toEqual({ kind: 'IncorrectPassword' })
      })

      test('a network that is gone is a problem of kind network, not a wrong password', async () => {
        const { createAuth } = await import('../../../src/platform/auth')
        const auth = createAuth(
          {
            apiKey: 'any-key',
            projectId: 'nowhere',
            emulatorOrigin: 'http://127.0.0.1:9',
            appName: 'nowhere',
          },
          sealedTokens(),
        )
        expect(await auth.signInWithPassword('a@b.example', 'x')).toMatchObject({
          kind: 'problem',
          problem: { kind: 'network' },
        })
      })

      test('bad input is refused with a clear error and leaves no fault behind', async () => {
        const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword'
        for (const body of [
          null,
          [],
          7,
          {},
          { email: 7, password: 'x' },
          { email: 'a@b.example' },
          { email: 'a@b.example', password: 'x'.repeat(5000) },
        ]) {
          expect(await server.post(path, body)).toMatchObject({
            status: 400,
            body: { error: { message: 'INVALID_REQUEST' } },
          })
        }
        expect(
          (
            await fetch(`${server.origin}${path}`, {
              method: 'POST',
              body: '{',
              headers: { 'Content-Type': 'application/json' },
            })
          ).status,
        ).toBe(400)
        expect(
          (
            await fetch(`${server.origin}${path}`, {
              method: 'POST',
              body: 'a=b',
              headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
            })
          ).status,
        ).toBe(415)
        expect((await server.post(path, { email: 'x'.repeat(20_000), password: 'y' })).status).toBe(
          413,
        )
        expect(
          (await server.post('/identitytoolkit.googleapis.com/v1/accounts:constructor', {})).status,
        ).toBe(404)
        expect((await server.post('/identitytoolkit.googleapis.com/toString', {})).status).toBe(404)
        expect(server.faults).toEqual([])
      })
    })

    describe('the one-time step', () => {
      test('P236 P237 P240 P314 with a second factor the password starts the step, and the right code ends it', async () => {
        const person = await server.person({ totp: true })
        const auth = server.portal()
        const challenge = await challengeOf(auth, person)
        expect(await auth.idToken()).toBeNull()
        expect(await auth.answerChallenge(challenge, codeAt(person.secret, server.now()))).toEqual({
          kind: 'success',
        })
        expect(await auth.state()).toBe('signed-in-with-second-step')
        expect((await server.identity.verify(await tokenOf(auth))).secondFactor).toBe('totp')
        expect((await server.identity.verify((await auth.idToken(true)) ?? '')).secondFactor).toBe(
          'totp',
        )
      })

      test('P326 a wrong code is InvalidVerificationCode, and the right one still works after it', async () => {
        const person = await server.person({ totp: true })
        const auth = server.portal()
        const challenge = await challengeOf(auth, person)
        for (const code of [
          wrongCodeAt(person.secret, server.now()),
          'abcdef',
          '12345',
          ' 123456',
        ]) {
          expect(await auth.answerChallenge(challenge, code)).toEqual({
            kind: 'InvalidVerificationCode',
          })
        }
        expect(await auth.answerChallenge(challenge, codeAt(person.secret, server.now()))).toEqual({
          kind: 'success',
        })
      })

      test('codes one step early or late are taken, two steps are not', async () => {
        server.toNewStep()
        const person = await server.person({ totp: true })
        const auth = server.portal()
        const answer = async (steps: number) =>
          auth.answerChallenge(
            await challengeOf(auth, person),
            codeAt(person.secret, server.now() + steps * time.step),
          )
        expect(await answer(-2)).toEqual({ kind: 'InvalidVerificationCode' })
        expect(await answer(2)).toEqual({ kind: 'InvalidVerificationCode' })
        expect(await answer(-1)).toEqual({ kind: 'success' })
        expect(await answer(1)).toEqual({ kind: 'success' })
      })

      test('a code works once: shown again, or an earlier one after it, it is refused', async () => {
        server.toNewStep()
        const person = await server.person({ totp: true })
        const now = server.now()
        const code = codeAt(person.secret, now)
        const auth = server.portal()
        expect(await auth.answerChallenge(await challengeOf(auth, person), code)).toEqual({
          kind: 'success',
        })
        const other = server.portal()
        expect(await other.answerChallenge(await challengeOf(other, person), code)).toEqual({
          kind: 'InvalidVerificationCode',
        })
        expect(
          await other.answerChallenge(
            await challengeOf(other, person),
            codeAt(person.secret, now - time.step),
          ),
        ).toEqual({ kind: 'InvalidVerificationCode' })
      })

      test('P237 P325 a challenge that took too long is Timeout', async () => {
        const person = await server.person({ totp: true })
        const auth = server.portal()
        const challenge = await challengeOf(auth, person)
        server.pass(5 * time.minute + 1)
        expect(await auth.answerChallenge(challenge, codeAt(person.secret, server.now()))).toEqual({
          kind: 'Timeout',
        })
      })

      test('of two hundred tries at most five are evaluated, also over many challenges', async () => {
        const person = await server.person({ totp: true })
        const begin = () =>
          server.post('/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword', {
            email: person.email,
            password: person.password,
          })
        const first = (await begin()).body
        const second = (await begin()).body
        const mfaEnrollmentId = (first.mfaInfo as { mfaEnrollmentId: string }[])[0]?.mfaEnrollmentId
        const messages: unknown[] = []
        for (let turn = 0; turn < 200; turn += 50) {
          const answers = await Promise.all(
            Array.from({ length: 50 }, (_, index) =>
              server.post('/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:finalize', {
                mfaPendingCredential: (index % 2 === 0 ? first : second).mfaPendingCredential,
                mfaEnrollmentId,
                totpVerificationInfo: {
                  verificationCode: wrongCodeAt(person.secret, server.now()),
                },
              }),
            ),
          )
          messages.push(...answers.map(({ body }) => (body.error as { message: string }).message))
        }
        expect(messages.filter((message) => message === 'INVALID_CODE').length).toBeLessThanOrEqual(
          5,
        )
        expect(
          messages.filter((message) => message === 'TOO_MANY_ATTEMPTS_TRY_LATER').length,
        ).toBeGreaterThanOrEqual(195)
        const auth = server.portal()
        expect(
          await auth.answerChallenge(
            await challengeOf(auth, person),
            codeAt(person.secret, server.now()),
          ),
        ).toMatchObject({ kind: 'problem', problem: { kind: 'too-many' } })
      })
    })
  },
)
