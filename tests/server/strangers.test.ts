import { beforeEach, describe, expect, test } from 'vitest'
import { Hono } from 'hono'
import { startServer, type TestServer } from './client'
import { onPglite } from './engines'
import { buildWorld } from './world'

const most = 3

// What strangers ask is counted by address, before anything of it is read.
onPglite(buildWorld, (opened) => {
  let server: TestServer
  const ask = (path: string, from: string, as?: string, body = '{"query":"{ me { id } }"}') =>
    server.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body,
      ...(as === undefined ? {} : { as }),
    })
  const file = (from: string) =>
    server.fetch('/Prod/checkups/file?address=x', { headers: { 'x-forwarded-for': from } })
  /** The statuses of so many requests, one after the other. */
  const statuses = async (times: number, one: () => Promise<Response>): Promise<number[]> => {
    const all: number[] = []
    for (let turn = 0; turn < times; turn += 1) all.push((await one()).status)
    return all
  }
  beforeEach(async () => {
    server = await startServer(opened.database, {
      strangersPerMinute: most,
      trustedProxies: 1,
      identityRoutes: new Hono().post('/identitytoolkit.googleapis.com/*', (c) => c.json({})),
    })
  })

  describe('from one address', () => {
    test('a page that renews its session is told so that it keeps it, and a sign-in that it is too much', async () => {
      const from = '203.0.113.9'
      const renewal = () => ask('/securetoken.googleapis.com/v1/token', from)
      await statuses(most, renewal)
      const [renewed, signedIn] = [
        await renewal(),
        await ask('/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword', from),
      ]
      expect([renewed.status, signedIn.status]).toEqual([429, 429])
      expect(await renewed.json()).toEqual({ message: 'TOO_MANY_ATTEMPTS_TRY_LATER' })
      expect(await signedIn.json()).toMatchObject({
        error: { message: 'TOO_MANY_ATTEMPTS_TRY_LATER' },
      })
    })

    for (const path of ['/Prod/graphql', '/Prod/graphql-internal'])
      test(`${path} without a token is answered ${most} times in a minute`, async () => {
        expect(await statuses(most + 2, () => ask(path, '203.0.113.1'))).toEqual([
          401, 401, 401, 429, 429,
        ])
        const refused = await ask(path, '203.0.113.1', undefined, 'x'.repeat(2_000_000))
        expect(refused.status).toBe(429)
        const wait = Number(refused.headers.get('retry-after'))
        expect(wait).toBeGreaterThan(0)
        expect(wait).toBeLessThanOrEqual(60)
        expect(await refused.json()).toMatchObject({
          errors: [{ extensions: { code: 'TOO_MANY' } }],
        })
        expect((await ask(path, '203.0.113.2')).status).toBe(401)
      })

    test('a token that is refused counts as none, and who is signed in is heard all the same', async () => {
      // What cannot be a token, and what could be one and is of nobody.
      for (const [from, token] of [
        ['203.0.113.3', '*'],
        ['203.0.113.1', '1'],
      ] as const)
        expect(await statuses(most + 1, () => ask('/Prod/graphql', from, token))).toEqual([
          401, 401, 401, 429,
        ])
      expect((await ask('/Prod/graphql', '203.0.113.1')).status).toBe(429)
      const nurse = await ask('/Prod/graphql', '203.0.113.1', 'nurse')
      expect(await nurse.json()).toMatchObject({ data: { me: { id: 'nurse' } } })
      expect(await statuses(most + 2, () => ask('/Prod/graphql', '203.0.113.9', 'nurse'))).toEqual(
        Array.from({ length: most + 2 }, () => 200),
      )
    })

    test('sign-in is answered so often, in the words of Identity Toolkit', async () => {
      const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword'
      expect(await statuses(most, () => ask(path, '203.0.113.1'))).toEqual([200, 200, 200])
      const refused = await ask(path, '203.0.113.1')
      expect([refused.status, await refused.json()]).toMatchObject([
        429,
        { error: { message: 'TOO_MANY_ATTEMPTS_TRY_LATER' } },
      ])
      expect(refused.headers.get('retry-after')).not.toBeNull()
      // Each kind has a number of its own.
      expect((await file('203.0.113.1')).status).toBe(403)
    })

    test('files are answered so often', async () => {
      expect(await statuses(most + 1, () => file('203.0.113.1'))).toEqual([403, 403, 403, 429])
      expect((await file('203.0.113.2')).status).toBe(403)
    })
  })

  test('what a sender writes into X-Forwarded-For makes no other address of it', async () => {
    let n = 0
    const invented = () => ask('/Prod/graphql', `198.51.100.${(n += 1)}, 203.0.113.1`)
    expect(await statuses(most + 1, invented)).toEqual([401, 401, 401, 429])
  })
})
