import { sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import { readConfig } from '../../../server/config'
import { createAddressOf, networkOf } from '../../../server/http/address'
import { commonPasswords } from '../../../server/identity/common-passwords'
import { createHashQueue } from '../../../server/identity/hash-queue'
import { hashOf } from '../../../server/identity/secrets'
import { requireGoodPassword } from '../../../server/identity/password-rule'
import {
  codeAt,
  startIdentityServer,
  time,
  wrongCodeAt,
  type IdentityServer,
  type Person,
} from './identity-server'
import { onPglite } from '../engines'

let server: IdentityServer

const refused = 'TOO_MANY_ATTEMPTS_TRY_LATER'
const wrong = 'INVALID_LOGIN_CREDENTIALS'
/** A stranger's wrong passwords, one after the other. */
const guess = async (email: string, from: string, times: number): Promise<readonly string[]> => {
  const words: string[] = []
  for (let turn = 0; turn < times; turn += 1)
    words.push((await server.try({ email, password: 'not-the-right-one', from })).word)
  return words
}
const signIn = ({ email, password }: Person, from: string, cookie?: string) =>
  server.try({ email, password, from, cookie })

onPglite(
  async (database) => {
    server = await startIdentityServer(database)
  },
  () => {
    afterAll(() => server.close())

    describe('a stranger who guesses', () => {
      test('keeps nobody out who comes from another address', async () => {
        const nurse = await server.person()
        expect(await guess(nurse.email, '203.0.113.1', 7)).toEqual([
          ...Array.from({ length: 5 }, () => wrong),
          refused,
          refused,
        ])
        expect((await signIn(nurse, '203.0.113.1')).word).toBe(refused)
        expect((await signIn(nurse, '198.51.100.1')).word).toBe('signed in')
      })

      test('keeps nobody out of a device on which they signed in before, from the same address too', async () => {
        const nurse = await server.person()
        const { cookie } = await signIn(nurse, '203.0.113.2')
        await guess(nurse.email, '203.0.113.2', 7)
        expect((await signIn(nurse, '203.0.113.2')).word).toBe(refused)
        expect((await signIn(nurse, '203.0.113.2', cookie)).word).toBe('signed in')
      })

      test('and who has many addresses is stopped at fifty, while the known device goes on', async () => {
        const nurse = await server.person()
        const { cookie } = await signIn(nurse, '203.0.113.3')
        const words: string[] = []
        for (let turn = 0; turn < 12; turn += 1)
          words.push(...(await guess(nurse.email, `198.51.100.${turn + 10}`, 5)))
        expect(words.filter((word) => word === wrong)).toHaveLength(50)
        expect((await signIn(nurse, '192.0.2.77')).word).toBe(refused)
        expect((await signIn(nurse, '192.0.2.77', cookie)).word).toBe('signed in')
      })

      test('sprays a hundred accounts from one address, and no more', async () => {
        const words: string[] = []
        for (let turn = 0; turn < 103; turn += 1)
          words.push(...(await guess(`sprayed-${turn}@riverside.example`, '203.0.113.4', 1)))
        expect(words.filter((word) => word === wrong)).toHaveLength(100)
        expect(words.slice(100)).toEqual([refused, refused, refused])
      })

      test('right passwords use up no tries of a shared address', async () => {
        const nurse = await server.person()
        await guess('nobody-in-particular@riverside.example', '203.0.113.5', 1)
        for (let turn = 0; turn < 8; turn += 1)
          expect((await signIn(nurse, '203.0.113.5')).word).toBe('signed in')
        const counted = await sql<{ points: number }>`select points from identity_attempt
          where key = ${`address:password-${hashOf('203.0.113.5')}`}`.execute(
          server.database.kysely,
        )
        expect(counted.rows).toEqual([{ points: 1 }])
      })

      test('does not shut the way by mail either', async () => {
        const nurse = await server.person()
        const ask = (from: string) =>
          fetch(
            `${server.origin}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=any-key`,
            {
              method: 'POST',
              headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
              body: JSON.stringify({ requestType: 'PASSWORD_RESET', email: nurse.email }),
            },
          ).then(({ status }) => status)
        for (let turn = 0; turn < 5; turn += 1) expect(await ask('203.0.113.6')).toBe(200)
        expect(await ask('203.0.113.6')).toBe(400)
        expect(await ask('198.51.100.6')).toBe(200)
      })
    })

    describe('a stranger who has the password', () => {
      const post = async (
        path: string,
        body: object,
        { from, cookie }: { readonly from: string; readonly cookie?: string | undefined },
      ) => {
        const answer = await fetch(`${server.origin}/identitytoolkit.googleapis.com/${path}`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'X-Forwarded-For': from,
            ...(cookie === undefined ? {} : { Cookie: cookie }),
          },
          body: JSON.stringify(body),
        })
        return {
          body: (await answer.json()) as {
            readonly error?: { readonly message: string }
            readonly mfaPendingCredential?: string
            readonly mfaInfo?: readonly { readonly mfaEnrollmentId: string }[]
          },
          cookie: answer.headers.getSetCookie()[0]?.split(';')[0],
        }
      }
      /** The password, then a code. @returns the answer's word, and the device's cookie */
      const stepIn = async (
        { email, password }: Person,
        code: string,
        place: { readonly from: string; readonly cookie?: string | undefined },
      ) => {
        const { body: begun } = await post(
          'v1/accounts:signInWithPassword',
          { email, password },
          place,
        )
        const { body, cookie } = await post(
          'v2/accounts/mfaSignIn:finalize',
          {
            mfaPendingCredential: begun.mfaPendingCredential,
            mfaEnrollmentId: begun.mfaInfo?.[0]?.mfaEnrollmentId,
            totpVerificationInfo: { verificationCode: code },
          },
          place,
        )
        return { word: body.error?.message ?? 'signed in', cookie }
      }

      test('and guesses codes keeps the owner out neither of a known device, nor, from one address, of a new one', async () => {
        const nurse = await server.person({ totp: true })
        /** The owner, with a code of a later step than the last. */
        const own = (from: string, cookie?: string) => {
          server.toNewStep()
          return stepIn(nurse, codeAt(nurse.secret, server.now()), { from, cookie })
        }
        const guessCodes = async (from: string, times: number) => {
          const words: string[] = []
          for (let turn = 0; turn < times; turn += 1)
            words.push(
              (await stepIn(nurse, wrongCodeAt(nurse.secret, server.now()), { from })).word,
            )
          return words
        }
        const { word, cookie } = await own('203.0.113.20')
        expect(word).toBe('signed in')
        expect(await guessCodes('198.51.100.20', 7)).toEqual([
          ...Array.from({ length: 5 }, () => 'INVALID_CODE'),
          refused,
          refused,
        ])
        expect((await own('198.51.100.20')).word).toBe(refused)
        expect((await own('198.51.100.20', cookie)).word).toBe('signed in')
        expect((await own('203.0.113.21')).word).toBe('signed in')

        // From many addresses: ten codes of strange devices in all.
        const words = [
          ...(await guessCodes('198.51.100.21', 5)),
          ...(await guessCodes('198.51.100.22', 5)),
        ]
        expect(words.filter((one) => one === 'INVALID_CODE')).toHaveLength(5)
        expect((await own('203.0.113.22')).word).toBe(refused)
        expect((await own('203.0.113.22', cookie)).word).toBe('signed in')
      })
    })

    describe('the cookie of a device', () => {
      test('is for this server alone, and no script reads it', async () => {
        const nurse = await server.person()
        const answer = await fetch(
          `${server.origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k`,
          {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ email: nurse.email, password: nurse.password }),
          },
        )
        expect(
          answer.headers.getSetCookie().map((one) => one.replace(/=[\w-]{43};/, '=KEY;')),
        ).toEqual(
          ['identitytoolkit', 'securetoken'].map(
            (api) =>
              `lamplight-device-key=KEY; Max-Age=15552000; Path=/${api}.googleapis.com; HttpOnly; Secure; SameSite=Strict`,
          ),
        )
      })

      test('is not given for a wrong password, nor before the second step', async () => {
        const nurse = await server.person({ totp: true })
        const [one, two] = [
          await server.try({
            email: nurse.email,
            password: 'not-the-right-one',
            from: '192.0.2.1',
          }),
          await signIn(nurse, '192.0.2.1'),
        ]
        expect([one.cookie, two.cookie]).toEqual([undefined, undefined])
      })

      test('serves everybody who signed in on that device, and nobody else', async () => {
        const [first, second, other] = [
          await server.person(),
          await server.person(),
          await server.person(),
        ]
        const { cookie } = await signIn(first, '192.0.2.2')
        expect((await signIn(second, '192.0.2.2', cookie)).cookie).toBe(cookie)
        for (const { email } of [first, second, other]) await guess(email, '192.0.2.2', 6)
        expect((await signIn(first, '192.0.2.2', cookie)).word).toBe('signed in')
        expect((await signIn(second, '192.0.2.2', cookie)).word).toBe('signed in')
        expect((await signIn(other, '192.0.2.2', cookie)).word).toBe(refused)
      })

      test('gives ten tries in a quarter of an hour, and ends after 180 days', async () => {
        const nurse = await server.person()
        const { cookie } = await signIn(nurse, '192.0.2.3')
        const words: string[] = []
        for (let turn = 0; turn < 11; turn += 1)
          words.push(
            (
              await server.try({
                email: nurse.email,
                password: 'not-the-right-one',
                from: '192.0.2.3',
                cookie,
              })
            ).word,
          )
        expect(words).toEqual([...Array.from({ length: 10 }, () => wrong), refused])
        server.pass(181 * 24 * time.hour)
        expect((await signIn(nurse, '192.0.2.3', cookie)).word).toBe('signed in')
        onTestFinished(() => server.pass(-181 * 24 * time.hour))
      })
    })

    describe('a refusal of ours', () => {
      test('costs no try', async () => {
        const nurse = await server.person()
        const broken = vi.spyOn(server.database.kysely, 'withTables').mockImplementation(() => {
          throw new Error('The database is away')
        })
        const words = await guess(nurse.email, '192.0.2.4', 9)
        broken.mockRestore()
        server.faults.length = 0
        expect(new Set(words)).toEqual(new Set(['INTERNAL_ERROR']))
        expect(await guess(nurse.email, '192.0.2.4', 6)).toEqual([
          ...Array.from({ length: 5 }, () => wrong),
          refused,
        ])
      })

      test('eighty strangers at once make nobody be refused, and a nurse waits for two of them', async () => {
        const finished: string[] = []
        const queued = createHashQueue({ atOnce: 2, mostWaiting: 1_000, mostOfOne: 50 })
        const hash = (name: string, isKnown: boolean, address: string): Promise<unknown> =>
          queued({ isKnown, address }, async () => {
            await Promise.resolve()
            finished.push(name)
          }).catch((thrown: unknown) => finished.push(`${name}: ${String(thrown)}`))
        const all = [
          ...Array.from({ length: 45 }, (_, at) => hash(`flood ${at}`, false, 'one')),
          ...Array.from({ length: 35 }, (_, at) => hash(`other ${at}`, false, `from ${at}`)),
          hash('stranger at home', false, 'home'),
          hash('nurse', true, 'ward'),
        ]
        await Promise.all(all)
        expect(finished).toHaveLength(82)
        expect(finished.filter((one) => one.includes('SERVER_BUSY'))).toEqual([])
        expect(finished.indexOf('nurse')).toBeLessThan(4)
        expect(finished.indexOf('stranger at home')).toBeLessThan(42)
      })

      test('a queue that is full refuses who filled it, by a word of its own', async () => {
        const queued = createHashQueue({ atOnce: 1, mostWaiting: 5, mostOfOne: 2 })
        const one = (address: string, isKnown = false): Promise<string> =>
          queued({ isKnown, address }, () => Promise.resolve('done')).catch((thrown: unknown) =>
            thrown instanceof Error ? thrown.message : 'unknown',
          )
        const words = await Promise.all([
          one('a'),
          one('a'),
          one('a'),
          one('a'),
          one('b'),
          one('ward', true),
        ])
        expect(words).toEqual(['done', 'done', 'done', 'SERVER_BUSY', 'done', 'done'])
      })
    })

    describe('a password', () => {
      const said = (password: string, names: readonly string[] = []): string => {
        try {
          requireGoodPassword(password, 'grace.hopper@riverside.example', names)
          return 'good'
        } catch (thrown) {
          return thrown instanceof Error ? thrown.message : 'unknown'
        }
      }
      const guessed = 'WEAK_PASSWORD : Password is too easy to guess'
      const named = 'WEAK_PASSWORD : Password must not be made of a name'

      test('none of the 10,000 commonest is taken', () => {
        expect(commonPasswords.size).toBe(10_000)
        expect([...commonPasswords].filter((common) => said(common) === 'good')).toEqual([])
      })

      for (const password of [
        'winterwinter',
        'liverpoolfc1',
        'passw0rd12345',
        'P@ssw0rd-2026',
        'qwertyqwerty',
        'letmein12345',
        '123456789012',
        'Summer2026!!',
        'Summer-20261234',
      ])
        test(`${password}: one common password and little beside is too easy`, () => {
          expect(said(password)).toBe(guessed)
        })

      test('the names of service, organisation and user are refused', () => {
        expect(said('Lamplight2026')).toBe(named)
        expect(said('L4mplight-2026')).toBe(named)
        expect(said('Eastgate12345', ['Eastgate Hospital'])).toBe(named)
        expect(said('eastgatehospital1', ['Eastgate Hospital'])).toBe(named)
        expect(said('Oyelaran!2026', ['Oyelaran'])).toBe(named)
        for (const password of [
          'riversidevirtual1',
          'RiversideVW2026',
          'nhsnhsnhs1234',
          'VirtualWard-2026',
        ])
          expect(said(password, ['Riverside Health']), password).toBe(named)
      })

      test('long ones of several words are good, and a common word in them is no fault', () => {
        expect(said('lantern-harbour-violet', ['Riverside Health'])).toBe('good')
        expect(said('a-winter-of-nine-geese', ['Riverside Health'])).toBe('good')
        expect(said('Xq7#violet-R2d', ['Riverside Health'])).toBe('good')
      })

      test('a new one is held against the names of its user', async () => {
        const nurse = await server.person()
        await server.database.kysely
          .updateTable('user_account')
          .set({ last_name: 'Featherstonehaugh' })
          .where('id', '=', nurse.uid)
          .execute()
        await expect(server.identity.setPassword(nurse.uid, 'Featherstonehaugh1')).rejects.toThrow(
          'must not be made of a name',
        )
        await expect(
          server.identity.setPassword(nurse.uid, 'seven-brown-herons'),
        ).resolves.toBeUndefined()
      })
    })

    describe('the address of a sender', () => {
      test('behind a proxy of ours is the one that it heard, whatever the sender wrote before it', async () => {
        const nurse = await server.person()
        for (let turn = 0; turn < 5; turn += 1)
          await guess(nurse.email, `10.0.0.${turn}, 203.0.113.50`, 1)
        expect((await guess(nurse.email, '10.0.0.99, 203.0.113.50', 1))[0]).toBe(refused)
        expect(readConfig({ TRUSTED_PROXIES: '2' }).trustedProxies).toBe(2)
        expect(readConfig({}).trustedProxies).toBe(0)
      })

      test('the port that a proxy adds makes no new address, and what is none is not believed', () => {
        const read = createAddressOf(1)
        const from = (header: string) =>
          read({ req: { header: () => header } } as unknown as Parameters<typeof read>[0])
        expect(from('203.0.113.5:51234')).toBe('203.0.113.5')
        expect(from('203.0.113.5')).toBe('203.0.113.5')
        expect(from('[2001:db8:1:2::9]:443')).toBe('2001:db8:1:2')
        expect(from('2001:db8:1:2::9')).toBe('2001:db8:1:2')
        expect(from('nobody')).toBe('unknown')
      })

      test('is a network: an IPv6 customer has one, an IPv4 address in IPv6 is itself', () => {
        expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
        expect(networkOf('2001:0db8:0001:0002::9')).toBe('2001:db8:1:2')
        expect(networkOf('::1')).toBe('0:0:0:0')
        expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9')
        expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
      })
    })
  },
)
