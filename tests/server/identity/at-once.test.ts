import { afterAll, expect, test } from 'vitest'
import { factorOf, useCode } from '../../../server/identity/factors'
import { secretBox } from '../../../server/secret-box'
import { onBothEngines } from '../engines'
import { codeAt, startIdentityServer, type IdentityServer } from './identity-server'

let server: IdentityServer

// What is sent from several sides at once is decided by locks of the database: PGlite has one
// connection, and proves them not.
onBothEngines(
  async (database) => {
    server = await startIdentityServer(database)
  },
  () => {
    afterAll(() => server.close())

    test('of two resets with one code at once one wins', async () => {
      const person = await server.person()
      await server.portal().sendPasswordReset(person.email)
      const { code } = await server.mailedCode(person.email)
      const results = await Promise.all(
        ['meadow-walnut-kettle', 'another-walnut-kettle'].map((password) =>
          server.portal().confirmReset(code, password),
        ),
      )
      expect(results.map(({ kind }) => kind).toSorted()).toEqual(['invalid', 'success'])
    })

    test('the same right code sent at once from fifty sides, over five challenges, gets in once', async () => {
      server.toNewStep()
      const person = await server.person({ totp: true })
      const code = codeAt(person.secret, server.now())
      const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword'
      const challenges = await Promise.all(
        Array.from({ length: 5 }, () =>
          server.post(path, { email: person.email, password: person.password }),
        ),
      )
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => {
          const body = challenges[index % 5]?.body
          return server.post('/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:finalize', {
            mfaPendingCredential: body?.mfaPendingCredential,
            mfaEnrollmentId: (body?.mfaInfo as { mfaEnrollmentId: string }[] | undefined)?.[0]
              ?.mfaEnrollmentId,
            totpVerificationInfo: { verificationCode: code },
          })
        }),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    })

    test('a code checked at once by many against what they read before any of them wrote is used once', async () => {
      server.toNewStep()
      const { uid, secret } = await server.person({ totp: true })
      const context = {
        database: server.database,
        clock: { now: server.now },
        secrets: secretBox(new Uint8Array(32)),
      }
      const factor = await factorOf(context, uid)
      if (factor === undefined) throw new Error('No factor')
      const used = await Promise.all(
        Array.from({ length: 50 }, () => useCode(context, factor, codeAt(secret, server.now()))),
      )
      expect(used.filter(Boolean)).toHaveLength(1)
    })
  },
)
