import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IdentityTables } from '../../../server/db/tables'
import { passDeviceKeysOn } from '../../../server/identity/device-keys'
import { deviceName } from '../../../server/identity/device-name'
import { onBothEngines } from '../engines'
import {
  startIdentityServer,
  time,
  tokenOf,
  type IdentityServer,
  type Person,
} from './identity-server'

interface Tokens {
  readonly idToken: string
  readonly refreshToken: string
}
interface Listed {
  readonly id: string
  readonly device: string
  readonly isThisOne: boolean
}

onBothEngines(
  async () => undefined,
  (opened) => {
    let server: IdentityServer
    beforeAll(async () => {
      server = await startIdentityServer(opened.database)
    })
    afterAll(() => server.close())

    const toolkit = '/identitytoolkit.googleapis.com/'
    const signIn = async (person: Person): Promise<Tokens> =>
      (
        await server.post(`${toolkit}v1/accounts:signInWithPassword`, {
          email: person.email,
          password: person.password,
        })
      ).body as unknown as Tokens
    const refresh = async (refreshToken: string, cookie?: string): Promise<Tokens | string> => {
      const answer = await fetch(`${server.origin}/securetoken.googleapis.com/v1/token?key=k`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          ...(cookie === undefined ? {} : { Cookie: cookie }),
        },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
      })
      const body = (await answer.json()) as {
        id_token: string
        refresh_token: string
        error?: { message: string }
      }
      return body.error?.message ?? { idToken: body.id_token, refreshToken: body.refresh_token }
    }
    const good = async (refreshToken: string): Promise<Tokens> => {
      const tokens = await refresh(refreshToken)
      if (typeof tokens === 'string') throw new Error(`Refused: ${tokens}`)
      return tokens
    }
    const isBelieved = (idToken: string): Promise<boolean> =>
      server.identity.verify(idToken).then(
        () => true,
        () => false,
      )
    const list = async ({ idToken }: Tokens): Promise<readonly Listed[]> =>
      (await server.post(`${toolkit}lamplight/sessions:list`, { idToken })).body
        .sessions as readonly Listed[]
    const end = async ({ idToken }: Tokens, sessionId: string | null) =>
      (await server.post(`${toolkit}lamplight/sessions:end`, { idToken, sessionId })).body

    describe('sign-out', () => {
      test('ends the session at the server: neither its ID token nor its refresh token is good', async () => {
        const person = await server.person()
        const other = await signIn(person)
        const auth = server.portal()
        await auth.signInWithPassword(person.email, person.password)
        const idToken = await tokenOf(auth)
        await auth.signOut()
        await expect.poll(() => isBelieved(idToken)).toBe(false)
        expect(await list(other)).toHaveLength(1)
        expect(await isBelieved(other.idToken)).toBe(true)
        const raw = await signIn(person)
        await server.post(`${toolkit}lamplight/sessions:signOut`, {
          refreshToken: raw.refreshToken,
        })
        expect([await isBelieved(raw.idToken), await refresh(raw.refreshToken)]).toEqual([
          false,
          'INVALID_ID_TOKEN',
        ])
      })

      test('ends what was made for it: a sign-in goes on for as long as its session does', async () => {
        const person = await server.person()
        const [mine, other] = [await signIn(person), await signIn(person)]
        const signInOf = ({ idToken }: Tokens) => {
          const claims = decodeJwt(idToken) as { sid: string; auth_time: number; sub: string }
          return [claims.sub, { sessionId: claims.sid, authTime: claims.auth_time }] as const
        }
        const goesOn = (tokens: Tokens) => server.identity.isSignedIn(...signInOf(tokens))
        expect([await goesOn(mine), await goesOn(other)]).toEqual([true, true])
        await server.post(`${toolkit}lamplight/sessions:signOut`, {
          refreshToken: mine.refreshToken,
        })
        expect([await goesOn(mine), await goesOn(other)]).toEqual([false, true])
        const [uid] = signInOf(other)
        await server.identity.endSessions(uid)
        expect(await goesOn(other)).toBe(false)
        expect(await server.identity.isSignedIn('nobody', { sessionId: null, authTime: 0 })).toBe(
          false,
        )
      })

      test('is the user’s own: no device is told that somebody ended it', async () => {
        const person = await server.person()
        const raw = await signIn(person)
        await server.post(`${toolkit}lamplight/sessions:signOut`, {
          refreshToken: raw.refreshToken,
        })
        await expect(server.identity.verify(raw.idToken)).rejects.not.toMatchObject({
          name: 'EndedSignInError',
        })
      })
    })

    describe('a refresh token', () => {
      test('is replaced at each use; one shown again after its successor was ends the session', async () => {
        const first = await signIn(await server.person())
        const second = await good(first.refreshToken)
        expect(second.refreshToken).not.toBe(first.refreshToken)
        const third = await good(second.refreshToken)
        server.pass(2 * time.minute)
        expect(await refresh(first.refreshToken)).toBe('INVALID_ID_TOKEN')
        expect(await refresh(third.refreshToken)).toBe('INVALID_ID_TOKEN')
        expect(await isBelieved(third.idToken)).toBe(false)
      })

      test('is good again while its successor never came back: the answer may be lost', async () => {
        const first = await signIn(await server.person())
        await good(first.refreshToken)
        server.pass(time.hour)
        const again = await good(first.refreshToken)
        expect(await isBelieved(again.idToken)).toBe(true)
      })

      test('may be shown by two tabs within a minute', async () => {
        const first = await signIn(await server.person())
        const [one, two] = await Promise.all([good(first.refreshToken), good(first.refreshToken)])
        const after = await good(one.refreshToken)
        server.pass(time.minute / 2)
        await good(first.refreshToken)
        await good(two.refreshToken)
        expect(await isBelieved(after.idToken)).toBe(true)
      })
    })

    describe('a session belongs to a device', () => {
      const signInWith = async (person: Person, cookie?: string) => {
        const answer = await fetch(`${server.origin}${toolkit}v1/accounts:signInWithPassword`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            ...(cookie === undefined ? {} : { Cookie: cookie }),
          },
          body: JSON.stringify({ email: person.email, password: person.password }),
        })
        const cookies = answer.headers.getSetCookie()
        return {
          tokens: (await answer.json()) as Tokens,
          cookie: cookies[0]?.split(';')[0] ?? '',
          paths: cookies.map((one) => /Path=([^;]*)/.exec(one)?.[1]),
        }
      }

      test('whose cookie it was begun with: a copied token renews nothing elsewhere', async () => {
        const person = await server.person()
        const { cookie, paths } = await signInWith(person)
        expect(paths).toEqual(['/identitytoolkit.googleapis.com', '/securetoken.googleapis.com'])
        const { tokens, paths: again } = await signInWith(person, cookie)
        expect(again).toEqual(paths)
        const stranger = `lamplight-device-key=${'x'.repeat(43)}`
        expect(await refresh(tokens.refreshToken)).toBe('INVALID_ID_TOKEN')
        expect(await refresh(tokens.refreshToken, stranger)).toBe('INVALID_ID_TOKEN')
        const next = await refresh(tokens.refreshToken, cookie)
        if (typeof next === 'string') throw new Error(next)
        expect(await isBelieved(next.idToken)).toBe(true)
      })

      test('or the first one that shows its cookie', async () => {
        const person = await server.person()
        const { tokens, cookie } = await signInWith(person)
        const next = await refresh(tokens.refreshToken, cookie)
        if (typeof next === 'string') throw new Error(next)
        expect(await refresh(next.refreshToken)).toBe('INVALID_ID_TOKEN')
        expect(typeof (await refresh(next.refreshToken, cookie))).toBe('object')
      })
    })

    describe('a browser', () => {
      /** A browser's cookies, by path as it sends them. */
      const browser = () => {
        const jar = new Map<string, { readonly path: string; readonly pair: string }>()
        const send = async (path: string, init: { type: string; body: string }) => {
          const answer = await fetch(`${server.origin}${path}`, {
            method: 'POST',
            headers: {
              'Content-Type': init.type,
              'Sec-Fetch-Site': 'same-origin',
              Cookie: [...jar.values()]
                .filter((one) => path.startsWith(one.path))
                .map((one) => one.pair)
                .join('; '),
            },
            body: init.body,
          })
          const given = answer.headers.getSetCookie()
          for (const one of given) {
            const cookiePath = /Path=([^;]*)/.exec(one)?.[1] ?? ''
            const pair = one.split(';')[0] ?? ''
            const name = `${cookiePath} ${pair.split('=')[0] ?? ''}`
            if (one.includes('Max-Age=0')) jar.delete(name)
            else jar.set(name, { path: cookiePath, pair })
          }
          const body = (await answer.json()) as Record<string, unknown>
          return { body, given }
        }
        const json = (path: string, body: object) =>
          send(`${toolkit}${path}`, { type: 'application/json', body: JSON.stringify(body) })
        return {
          jar,
          signIn: async ({ email, password }: Person) => {
            const { body, given } = await json('v1/accounts:signInWithPassword', {
              email,
              password,
            })
            return { ...(body as unknown as Tokens), body, given }
          },
          refresh: async (shown: string) =>
            (
              await send('/securetoken.googleapis.com/v1/token', {
                type: 'application/x-www-form-urlencoded',
                body: String(
                  new URLSearchParams({ grant_type: 'refresh_token', refresh_token: shown }),
                ),
              })
            ).body as { id_token?: string; refresh_token?: string; error?: { message: string } },
          signOut: (shown: string) => json('lamplight/sessions:signOut', { refreshToken: shown }),
          tokens: () =>
            [...jar.values()].filter(({ pair }) => pair.startsWith('lamplight-session-')),
        }
      }

      test('has its refresh token in a cookie that no script reads, sent where one is taken and nowhere else', async () => {
        const tab = browser()
        const { idToken, refreshToken, body, given } = await tab.signIn(await server.person())
        expect(refreshToken).toBe(decodeJwt(idToken)['sid'])
        const ours = given.filter((one) => one.startsWith(`lamplight-session-${refreshToken}=`))
        expect(ours.map((one) => one.split('; ').slice(1).toSorted())).toEqual(
          ['/securetoken.googleapis.com/v1/token', `${toolkit}lamplight/sessions:signOut`].map(
            (path) => ['HttpOnly', `Path=${path}`, 'SameSite=Strict', 'Secure'],
          ),
        )
        const token = tab.tokens()[0]?.pair.split('=')[1] ?? ''
        expect(token).toHaveLength(43)
        expect(JSON.stringify(body)).not.toContain(token)

        const next = await tab.refresh(refreshToken)
        expect(await isBelieved(next.id_token ?? '')).toBe(true)
        expect(next.refresh_token).toBe(refreshToken)
        const after = tab.tokens()[0]?.pair.split('=')[1] ?? ''
        expect(after).not.toBe(token)
        expect(JSON.stringify(next)).not.toContain(after)
        // What the scripts have renews nothing without the cookie.
        expect(await refresh(refreshToken)).toBe('INVALID_ID_TOKEN')
      })

      test('whose token was stored by an earlier release goes on with a cookie', async () => {
        const stored = await signIn(await server.person())
        const tab = browser()
        const next = await tab.refresh(stored.refreshToken)
        expect(next.refresh_token).toBe(decodeJwt(stored.idToken)['sid'])
        expect(tab.tokens()).toHaveLength(2)
        expect((await tab.refresh(next.refresh_token ?? '')).id_token).toBeDefined()
      })

      test('has one for each of its sessions, of two users in two tabs as well, and forgets that of the one that signs out', async () => {
        const tabs = browser()
        const [ada, bob] = [await server.person(), await server.person()]
        const [first, second] = [await tabs.signIn(ada), await tabs.signIn(bob)]
        const renewed = [
          await tabs.refresh(first.refreshToken),
          await tabs.refresh(second.refreshToken),
        ]
        expect(renewed.map(({ id_token: token = '' }) => decodeJwt(token).sub)).toEqual([
          ada.uid,
          bob.uid,
        ])
        await tabs.signOut(first.refreshToken)
        expect(await isBelieved(first.idToken)).toBe(false)
        expect(tabs.tokens()).toHaveLength(2)
        expect((await tabs.refresh(first.refreshToken)).error?.message).toBe('INVALID_ID_TOKEN')
        expect((await tabs.refresh(second.refreshToken)).id_token).toBeDefined()
      })

      test('forgets one that is over when it is shown, and those of tabs that were closed at the next renewal', async () => {
        const tabs = browser()
        const person = await server.person()
        const closed = await tabs.signIn(person)
        const mine = await tabs.signIn(person)
        await end(mine, decodeJwt(closed.idToken)['sid'] as string)
        expect(tabs.tokens()).toHaveLength(4)
        await tabs.refresh(mine.refreshToken)
        expect(tabs.tokens()).toHaveLength(2)
        await server.identity.endSessions(person.uid)
        expect((await tabs.refresh(mine.refreshToken)).error?.message).toBe('TOKEN_EXPIRED')
        expect(tabs.tokens()).toHaveLength(0)
      })
    })

    describe('the sessions of a user', () => {
      test('are listed with their devices, and ended one by one or all others at once', async () => {
        const person = await server.person()
        const [mine, lost, old] = [await signIn(person), await signIn(person), await signIn(person)]
        const listed = await list(mine)
        expect(listed).toHaveLength(3)
        expect(listed.filter(({ isThisOne }) => isThisOne)).toHaveLength(1)
        const [lostOne] = (await list(lost)).filter(({ isThisOne }) => isThisOne)
        expect(await end(mine, lostOne?.id ?? '')).toEqual({ ended: 1 })
        await expect(server.identity.verify(lost.idToken)).rejects.toMatchObject({
          name: 'EndedSignInError',
        })
        expect(await refresh(lost.refreshToken)).toBe('TOKEN_EXPIRED')
        expect(await isBelieved(old.idToken)).toBe(true)
        expect(await end(mine, null)).toEqual({ ended: 1 })
        expect([await isBelieved(old.idToken), await isBelieved(mine.idToken)]).toEqual([
          false,
          true,
        ])
      })

      test('are nobody else’s to see or end', async () => {
        const theirs = await signIn(await server.person())
        const mine = await signIn(await server.person())
        const [session] = await list(theirs)
        expect(await list(mine)).toHaveLength(1)
        expect(await end(mine, session?.id ?? '')).toEqual({ ended: 0 })
        expect(await isBelieved(theirs.idToken)).toBe(true)
      })

      test('end with a new password', async () => {
        const person = await server.person()
        const mine = await signIn(person)
        await server.identity.setPassword(person.uid, 'another-lantern-here')
        expect(await refresh(mine.refreshToken)).toBe('TOKEN_EXPIRED')
      })
    })

    describe('a browser in which a user is called', () => {
      const sessionOf = ({ idToken }: Tokens) => String(decodeJwt(idToken)['sid'])
      /** A new sign-in whose browser is called. */
      const called = async (person: Person): Promise<Tokens> => {
        const tokens = await signIn(person)
        await opened.database.asSystem((trx) =>
          trx
            .insertInto('push_subscription')
            .values({
              id: randomUUID(),
              user_id: person.uid,
              identity_session_id: sessionOf(tokens),
              endpoint_name: randomUUID(),
              sealed: '',
              made_at: new Date(server.now()).toISOString(),
            })
            .execute(),
        )
        return tokens
      }
      const calledOf = async ({ uid }: Person) =>
        (
          await opened.database.kysely
            .selectFrom('push_subscription')
            .select('identity_session_id')
            .where('user_id', '=', uid)
            .execute()
        ).map((row) => row.identity_session_id)

      test('is called no more after a sign-out there, but on while its page is locked', async () => {
        const person = await server.person()
        const [mine, other] = [await called(person), await called(person)]
        const out = (leaves: boolean) =>
          server.post(`${toolkit}lamplight/sessions:signOut`, {
            refreshToken: (leaves ? mine : other).refreshToken,
            leaves,
          })
        await out(false)
        expect((await calledOf(person)).toSorted()).toEqual([mine, other].map(sessionOf).toSorted())
        await out(true)
        expect(await calledOf(person)).toEqual([sessionOf(other)])
      })

      test('is called no more once its sign-in is ended from elsewhere, alone or with all others', async () => {
        const person = await server.person()
        const [mine, lost, old] = [await called(person), await called(person), await called(person)]
        await end(mine, sessionOf(lost))
        expect((await calledOf(person)).toSorted()).toEqual([mine, old].map(sessionOf).toSorted())
        await end(mine, null)
        expect(await calledOf(person)).toEqual([sessionOf(mine)])
        await server.identity.setPassword(person.uid, 'another-lantern-here')
        expect(await calledOf(person)).toEqual([])
      })

      test('is called no more once two people have its refresh token', async () => {
        const person = await server.person()
        const first = await called(person)
        const second = await good(first.refreshToken)
        await good(second.refreshToken)
        server.pass(2 * time.minute)
        await refresh(first.refreshToken)
        expect(await calledOf(person)).toEqual([])
      })

      test('is called on where its sign-in goes on as another one', async () => {
        const person = await server.person()
        const mine = await called(person)
        const before = sessionOf(mine)
        await opened.database.asSystem((trx) =>
          passDeviceKeysOn(trx.withTables<IdentityTables>(), before, 'the one that follows'),
        )
        expect(await calledOf(person)).toEqual(['the one that follows'])
      })
    })

    test('a browser is named by what its user would call it', () => {
      expect(
        [
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Edg/141.0',
          'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
          'Mozilla/5.0 (Linux; Android 15; SM-X210) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36',
          'curl/8.5.0',
        ].map(deviceName),
      ).toEqual(['Edge, Windows', 'Safari, iPad', 'Chrome, Android', ''])
    })
  },
)
