import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPokeHub, type PokeHub } from '../../server/pokes/hub'
import { RequireSecondFactorDocument } from '../../schema/generated/documents/user'
import { codeOf, startServer, type Answer, type Ask, type TestServer } from './client'
import { onPglite } from './engines'
import { buildWorld, now } from './world'

const meQuery = '{ me { id lacksSecondFactor actingOrganization { requiresSecondFactor } } }'
const board = '{ virtualWardPatients(take: 5, skip: 0) { total } }'
const internalPath = '/Prod/graphql-internal'

// A second factor as a duty (S10): of an organisation's members, and of internal staff.
onPglite(buildWorld, (opened) => {
  let server: TestServer
  /** The users who signed in with a second factor; how Firebase and the own server name it. */
  let factors: Readonly<Record<string, string>> = {}
  let actedBy: string | null = null
  let hub: PokeHub
  const start = (staffNeedSecondFactor: boolean): Promise<TestServer> =>
    startServer(opened.database, {
      clock: { now: () => now },
      pokes: hub,
      staffNeedSecondFactor,
      verify: async (token) => {
        const uid = token.replace('token-', '')
        const secondFactor = factors[uid]
        return {
          uid,
          email: null,
          authTime: now / 1000,
          claims: actedBy === null ? {} : { loggedInAs: actedBy },
          ...(secondFactor === undefined ? {} : { secondFactor }),
        }
      },
    })
  const duty = (is: boolean, id = 'w') =>
    opened.database.asSystem((trx) =>
      trx
        .updateTable('organization')
        .set({ requires_second_factor: is })
        .where('id', '=', id)
        .execute(),
    )
  const logOf = (id: string) =>
    opened.database.kysely
      .selectFrom('action_log')
      .select(['action', 'actor_id', 'details'])
      .where('organization_id', '=', id)
      .where('action', '=', 'requireSecondFactor')
      .orderBy('seq')
      .execute()
  const refusal = (answer: Answer) => [codeOf(answer), answer.errors[0]?.extensions?.reason]
  const lacking = ['FORBIDDEN', 'SECOND_FACTOR']
  const lacks = async (as: string, options: Ask = {}) =>
    (
      (await server.ask(meQuery, { as, ...options })).data as {
        readonly me: { readonly lacksSecondFactor: boolean }
      }
    ).me.lacksSecondFactor
  const ask = (as: string, required: boolean) =>
    server.ask(RequireSecondFactorDocument.text, { as, variables: { required } })
  beforeAll(async () => {
    hub = createPokeHub(opened.database)
    server = await start(false)
  })
  afterAll(() => hub.close())
  beforeEach(async () => {
    factors = {}
    actedBy = null
    for (const id of ['w', 'h', 'i']) await duty(false, id)
  })

  describe('the members of an organisation that requires one', () => {
    test('C2 are told so, and are answered nothing else until they signed in with it', async () => {
      await duty(true)
      expect(await lacks('nurse')).toBe(true)
      expect(refusal(await server.ask(board, { as: 'nurse' }))).toEqual(lacking)
      factors = { nurse: 'totp' }
      expect(await lacks('nurse')).toBe(false)
      expect(codeOf(await server.ask(board, { as: 'nurse' }))).toBe('ok')
    })

    test('C2 whatever the provider calls it, Firebase’s telephone included', async () => {
      await duty(true)
      factors = { nurse: 'phone' }
      expect(codeOf(await server.ask(board, { as: 'nurse' }))).toBe('ok')
    })

    test('C2 are sent no live updates, and are read no check-up by REST', async () => {
      await duty(true)
      const of = async (path: string, init: object = {}) =>
        (await server.fetch(path, { as: 'nurse', ...init })).status
      expect(await of('/Prod/events')).toBe(403)
      expect(
        await of('/Prod/getCheckup', {
          method: 'POST',
          body: JSON.stringify({ checkupId: 'x' }),
          headers: { 'content-type': 'application/json' },
        }),
      ).toBe(403)
    })

    test('work on in an organisation that does not', async () => {
      await duty(true, 'h')
      expect(await lacks('multi', { in: 'h' })).toBe(true)
      expect(await lacks('multi', { in: 'w' })).toBe(false)
      expect(codeOf(await server.ask(board, { as: 'multi', in: 'w' }))).toBe('ok')
      // The way there is open.
      expect(
        codeOf(await server.ask('{ userOrganizations { id } }', { as: 'multi', in: 'h' })),
      ).toBe('ok')
    })

    test('are not patients: their own login goes on', async () => {
      await duty(true)
      expect(await lacks('selfcare')).toBe(false)
    })

    test('are acted as by staff, who were asked for their own', async () => {
      await duty(true)
      actedBy = 'staff'
      expect(codeOf(await server.ask(board, { as: 'nurse' }))).toBe('ok')
    })

    test('and of a repeat they are answered nothing either', async () => {
      const again = () =>
        server.ask('mutation { addToWatchList(patientId: "a1") { id } }', {
          as: 'nurse',
          key: 'factor-watch-1',
        })
      expect(codeOf(await again())).toBe('ok')
      await duty(true)
      expect(codeOf(await again())).not.toBe('ok')
    })
  })

  describe('who says so', () => {
    test('is an administrator who has one; both changes are in the log', async () => {
      const before = (await logOf('w')).length
      expect(refusal(await ask('admin', true))).toEqual(['CONFLICT', 'SECOND_FACTOR_FIRST'])
      factors = { admin: 'totp' }
      expect((await ask('admin', true)).data).toEqual({ requireSecondFactor: true })
      const { data } = await server.ask(meQuery, { as: 'admin' })
      expect(data?.['me']).toMatchObject({ actingOrganization: { requiresSecondFactor: true } })
      expect((await ask('admin', false)).data).toEqual({ requireSecondFactor: false })
      expect((await logOf('w')).slice(before)).toEqual([
        { action: 'requireSecondFactor', actor_id: 'admin', details: { required: true } },
        { action: 'requireSecondFactor', actor_id: 'admin', details: { required: false } },
      ])
      expect(await lacks('nurse')).toBe(false)
    })

    test('is nobody who may not change users', async () => {
      factors = { nurse: 'totp', reader: 'totp' }
      for (const as of ['nurse', 'reader']) expect(codeOf(await ask(as, true))).toBe('FORBIDDEN')
    })

    test('are internal staff, of any organisation, in its log and their own', async () => {
      const answer = await server.ask(
        'mutation { setSecondFactorDuty(organizationId: "h", required: true) { requiresSecondFactor } }',
        { as: 'staff', path: internalPath },
      )
      expect(answer.data).toEqual({ setSecondFactorDuty: { requiresSecondFactor: true } })
      for (const id of ['h', 'i'])
        expect((await logOf(id)).at(-1)).toMatchObject({
          actor_id: 'staff',
          details: { required: true },
        })
      expect(
        codeOf(
          await server.ask(
            'mutation { setSecondFactorDuty(organizationId: "h", required: false) { id } }',
            { as: 'admin', path: internalPath },
          ),
        ),
      ).toBe('FORBIDDEN')
    })
  })

  describe('internal staff', () => {
    const organizations = '{ organizations(take: 1, skip: 0) { total } }'

    test('C2 must have one outside of a demonstration, in their own organisation and any other', async () => {
      const strict = await start(true)
      const look = (as: string) => strict.ask(organizations, { as, path: internalPath })
      expect(refusal(await look('staff'))).toEqual(lacking)
      expect(codeOf(await strict.ask(board, { as: 'nurse' }))).toBe('ok')
      factors = { staff: 'totp' }
      expect(codeOf(await look('staff'))).toBe('ok')
    })

    test('sign in with the published password alone in a demonstration', async () => {
      const answer = await server.ask(organizations, { as: 'staff', path: internalPath })
      expect(codeOf(answer)).toBe('ok')
    })
  })
})
