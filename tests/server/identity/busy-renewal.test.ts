import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DatabaseBusy } from '../../../server/db/database-busy'
import { onPglite } from '../engines'
import { startIdentityServer, type IdentityServer } from './identity-server'

/** Fails what the Firebase SDK would read as the end of a session. */
const isReadByTheSdk = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'error' in body

onPglite(
  async () => undefined,
  (opened) => {
    let server: IdentityServer
    beforeAll(async () => {
      server = await startIdentityServer(opened.database)
    })
    afterAll(() => server.close())

    const post = async (path: string, body: string, type: string) => {
      const answer = await fetch(`${server.origin}/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': type },
        body,
      })
      return { status: answer.status, body: (await answer.json()) as unknown }
    }
    const renewal = (token: string) =>
      post(
        'securetoken.googleapis.com/v1/token',
        `grant_type=refresh_token&refresh_token=${token}`,
        'application/x-www-form-urlencoded',
      )
    const json = (path: string) =>
      post(
        `identitytoolkit.googleapis.com/v1/accounts:${path}`,
        '{"idToken":"x","email":"a@b.example","password":"x"}',
        'application/json',
      )

    test.each([
      ['busy', 503, new DatabaseBusy()],
      ['at fault', 500, new Error('The database is away')],
    ])(
      'a page that is loaded while the server is %s keeps its session',
      async (_, status, thrown) => {
        const broken = vi.spyOn(server.database.kysely, 'withTables').mockImplementation(() => {
          throw thrown
        })
        const answers = [await renewal('x'), await json('signInWithPassword')]
        broken.mockRestore()
        server.faults.length = 0
        expect(answers.map((answer) => answer.status)).toEqual([status, status])
        expect(answers.map(({ body }) => isReadByTheSdk(body))).toEqual([false, true])
      },
    )

    test('a session that is over is told to the page', async () => {
      const [token, lookup] = [await renewal('x'), await json('lookup')]
      expect([token.status, lookup.status]).toEqual([400, 400])
      expect([isReadByTheSdk(token.body), isReadByTheSdk(lookup.body)]).toEqual([true, true])
    })
  },
)
