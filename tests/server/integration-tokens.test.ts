import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import {
  getNamedType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
} from 'graphql'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import {
  ActiveIntegrationTokenDocument,
  CreateEhrIntegrationTokenDocument,
  RemoveEhrIntegrationTokenDocument,
} from '../../schema/generated/documents/integration-token'
import { internalSdl, publicSdl } from '../../schema/generated/sdl'
import type { Database } from '../../server/db/database'
import { nextRevision } from '../../server/db/revision'
import { integrationRoutesOf } from '../../server/http/integration'
import { createIdentity } from '../../server/identity'
import {
  integrationReadings,
  integrationRoutes,
  type IntegrationRoute,
} from '../../src/domain/integration-token/reading'
import { codeOf, startServer, type Answer, type Ask, type TestServer } from './client'
import { onBothEngines, onPglite } from './engines'
import { box } from './ingest/device'
import { addCheckup, addPatient, at, buildWorld, now } from './world'

const flags = {
  wards: true,
  ehrIntegrations: true,
  ehrIntegrationsNourish: true,
  integrationApi: true,
}
const setFlags = (database: Database, organizationId: string, all: object): Promise<unknown> =>
  database.asSystem((trx) =>
    trx
      .updateTable('organization')
      .set({ features: JSON.stringify(all) })
      .where('id', '=', organizationId)
      .execute(),
  )
const buildTokens = async (database: Database): Promise<void> => {
  await buildWorld(database)
  for (const id of ['w', 'h']) await setFlags(database, id, flags)
}

const input = { integrationTokenType: 'CareRecord' }
interface Summary {
  readonly id: string
  readonly createdAt: string
  readonly createdBy: { readonly email: string | null } | null
  readonly lastUsedAt: string | null
}
const valueIn = <Value>(answer: Answer): Value => Object.values(answer.data ?? {})[0] as Value
const summary = (server: TestServer, options: Ask = {}) =>
  server.ask(ActiveIntegrationTokenDocument.text, { as: 'admin', variables: { input }, ...options })
const create = (server: TestServer, options: Ask = {}) =>
  server.ask(CreateEhrIntegrationTokenDocument.text, {
    as: 'admin',
    variables: { input },
    ...options,
  })
const remove = (server: TestServer, id: string, options: Ask = {}) =>
  server.ask(RemoveEhrIntegrationTokenDocument.text, {
    as: 'admin',
    variables: { input: { id } },
    ...options,
  })
interface Made {
  readonly id: string
  readonly plainTextToken: string | null
  readonly token: Summary
}
const made = async (server: TestServer): Promise<Made & { readonly text: string }> => {
  const value = valueIn<Made>(await create(server))
  return { ...value, text: value.plainTextToken ?? '' }
}
const bearer = (text: string) => ({ headers: { authorization: `Bearer ${text}` } })
const read = (server: TestServer, route: string, text: string, since?: string) =>
  server.fetch(
    `/Prod/integration/v1/${route}${since === undefined ? '' : `?since=${since}`}`,
    bearer(text),
  )
interface Page {
  readonly next: string
  readonly more: boolean
  readonly [route: string]: unknown
}
const itemsOf = async (response: Response, route: IntegrationRoute) => {
  expect(response.status).toBe(200)
  const page = (await response.json()) as Page
  return { ...page, items: page[route] as readonly { readonly id: string }[] }
}
const idsOf = async (server: TestServer, route: IntegrationRoute, text: string, since?: string) =>
  (await itemsOf(await read(server, route, text, since), route)).items.map(({ id }) => id)

const withoutTokens = (database: Database): Promise<unknown> =>
  database.asSystem(async (trx) => {
    await trx.deleteFrom('integration_token_use').execute()
    await trx.deleteFrom('integration_token').execute()
  })
const actions = async (database: Database, id: string) =>
  (
    await database.kysely
      .selectFrom('action_log')
      .select(['action', 'actor_id', 'entity_type', 'entity_id', 'details', 'patient_id'])
      .where('entity_id', '=', id)
      .orderBy('seq')
      .execute()
  ).map((row) => ({ ...row }))

onBothEngines(buildTokens, (opened) => {
  let server: TestServer
  let time = now
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => time }, secrets: box })
  })
  beforeEach(async () => {
    time = now
    await withoutTokens(opened.database)
  })

  test('C005 C302 C403 C526 an administrator makes a token: its text comes back once, and from then on it is active', async () => {
    expect(valueIn(await summary(server))).toBeNull()
    const answer = await create(server, { key: 'make-the-token' })
    expect(answer.errors).toEqual([])
    const { id, plainTextToken, token } = valueIn<Made>(answer)
    expect(plainTextToken).toMatch(/^lit_[\w-]{43}$/)
    expect(token).toMatchObject({ id, createdAt: at(0), lastUsedAt: null })
    expect(valueIn(await summary(server))).toEqual(token)
    const again = await create(server, { key: 'make-the-token' })
    expect(valueIn<Made>(again)).toMatchObject({ id, plainTextToken: null })
    expect(Object.keys(valueIn<Made>(answer).token)).not.toContain('plainTextToken')
  })

  test('C301 C519 the summary says when the token was made and by whom, with the e-mail of who has no name', async () => {
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('user_account')
        .set({ first_name: '', last_name: '' })
        .where('id', '=', 'admin')
        .execute(),
    )
    onTestFinished(async () => {
      await opened.database.asSystem((trx) =>
        trx
          .updateTable('user_account')
          .set({ first_name: 'ADMIN', last_name: 'Tester' })
          .where('id', '=', 'admin')
          .execute(),
      )
    })
    await made(server)
    const told = valueIn<Summary>(await summary(server))
    expect(told.createdAt).toBe(at(0))
    expect(told.createdBy?.email).toBe('admin@example.test')
    expect(ActiveIntegrationTokenDocument.text).toContain('getActiveTokenForOrganizationSummary(')
  })

  test('at rest there is a hash of the token alone, nowhere its text', async () => {
    const { text } = await made(server)
    const row = await opened.database.kysely
      .selectFrom('integration_token')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(text.slice(4))
    await read(server, 'patients', text)
    for (const table of ['client_mutation', 'action_log', 'integration_token_use']) {
      const { rows } = await sql`select t::text as row from ${sql.table(table)} t`.execute(
        opened.database.kysely,
      )
      expect(JSON.stringify(rows), table).not.toContain(text.slice(4))
    }
    expect(server.logged.join('\n')).not.toContain(text.slice(4))
  })

  test('an organisation has one active token of a type, also where two are made at once', async () => {
    const answers = await Promise.all([create(server), create(server)])
    expect(answers.map(codeOf).toSorted()).toEqual(['CONFLICT', 'ok'])
    const refused = answers.find((one) => codeOf(one) === 'CONFLICT')
    expect(refused?.errors[0]).toMatchObject({
      message: 'There is an active token already. Remove it before you generate another',
      extensions: { reason: 'INTEGRATION_TOKEN_ACTIVE' },
    })
  })

  test('C527 a token that was removed is refused at its next call, and another can be made', async () => {
    const first = await made(server)
    expect((await read(server, 'patients', first.text)).status).toBe(200)
    const removed = await remove(server, first.id)
    expect([codeOf(removed), valueIn<Summary>(removed).id]).toEqual(['ok', first.id])
    for (const route of integrationRoutes) {
      const refused = await read(server, route, first.text)
      expect(refused.status).toBe(401)
      expect(refused.headers.get('www-authenticate')).toBe('Bearer')
      expect(await refused.json()).toEqual({ message: 'Unauthorized', code: 'UNAUTHORIZED' })
    }
    expect(valueIn(await summary(server))).toBeNull()
    const second = await made(server)
    expect((await read(server, 'patients', second.text)).status).toBe(200)
    expect((await read(server, 'patients', first.text)).status).toBe(401)
    // Once more it is the same, and not what was made meanwhile.
    expect(codeOf(await remove(server, first.id))).toBe('ok')
    expect(valueIn<Summary>(await summary(server)).id).toBe(second.id)
  })

  test('another organisation neither sees nor removes it', async () => {
    const { id, text } = await made(server)
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('user_organization')
        .set({ roles: JSON.stringify(['Organisation Admin']) })
        .where('user_id', '=', 'carer')
        .execute(),
    )
    expect(valueIn(await summary(server, { as: 'carer' }))).toBeNull()
    expect(codeOf(await remove(server, id, { as: 'carer' }))).toBe('NOT_FOUND')
    expect((await read(server, 'patients', text)).status).toBe(200)
  })

  test('making, removing and the first use of a day and route are in the action log; each use counts, and the last is told', async () => {
    const { id, text } = await made(server)
    for (const minutes of [0, 1, 2]) {
      time = now + minutes * 60_000
      await read(server, 'patients', text)
    }
    await read(server, 'alerts', text)
    time = now + 24 * 3_600_000
    await read(server, 'patients', text)
    // What was refused is no use.
    await read(server, 'patients', text, 'nonsense')
    expect(valueIn<Summary>(await summary(server)).lastUsedAt).toBe(at(-24 * 60))
    await remove(server, id)
    const entry = { entity_type: 'integrationToken', entity_id: id, patient_id: null }
    const used = (route: string) => ({
      ...entry,
      action: 'readByIntegrationToken',
      actor_id: null,
      details: { route },
    })
    expect(await actions(opened.database, id)).toEqual([
      { ...entry, action: 'createEhrIntegrationToken', actor_id: 'admin', details: {} },
      used('patients'),
      used('alerts'),
      used('patients'),
      { ...entry, action: 'removeEhrIntegrationToken', actor_id: 'admin', details: {} },
    ])
    const uses = await opened.database.kysely
      .selectFrom('integration_token_use')
      .select(['day', 'route', 'calls', 'last_at'])
      .orderBy('day')
      .orderBy('route')
      .execute()
    expect(uses.map(({ route, calls, last_at }) => [route, calls, last_at])).toEqual([
      ['alerts', 1, at(-2)],
      ['patients', 3, at(-2)],
      ['patients', 1, at(-24 * 60)],
    ])
  })

  test('it reads patients who are admitted now, their check-ups and alerts, with the fields of the contract', async () => {
    const { text } = await made(server)
    expect(await idsOf(server, 'patients', text)).toEqual(['a1', 'a2', 'b1'])
    expect(await idsOf(server, 'checkups', text)).toEqual(['c-a1', 'c-a1-old', 'c-b1'])
    expect(await idsOf(server, 'alerts', text)).toEqual(['alert-a1'])
    for (const route of integrationRoutes) {
      const response = await read(server, route, text)
      expect(response.headers.get('cache-control')).toBe('no-store')
      const { items } = await itemsOf(response, route)
      for (const item of items) {
        const schema: z.ZodObject = z.strictObject(integrationReadings[route].shape)
        expect(schema.safeParse(item).error).toBeUndefined()
      }
    }
    const { items } = await itemsOf(await read(server, 'patients', text), 'patients')
    expect(items[0]).toMatchObject({
      firstName: 'Zoë',
      lastName: "O'Neill",
      birthDate: '1940-02-29',
      nationalIdentifier: { type: 'NhsNumber', value: '9434765919' },
      wardAdmission: {
        ward: { id: 'ward-A', name: 'Ward A' },
        patientFlags: [{ type: 'OnOxygen', active: true }],
      },
    })
  })

  test('never a discharged patient, one on no ward, a removed one, a test patient, or another organisation’s', async () => {
    const { text } = await made(server)
    await opened.database.asSystem(async (trx) => {
      for (const id of ['gone', 'removed', 'tested', 'theirs'])
        await addPatient(trx, { id, of: id === 'theirs' ? 'h' : 'w', first: id, last: 'X' })
      const admit = (id: string, organizationId: string) =>
        trx
          .insertInto('ward_admission')
          .values({
            id: `stay-${id}`,
            patient_id: id,
            organization_id: organizationId,
            ward_id: 'ward-A',
            care_pathway_id: 'pathway-w',
            admitted_at: at(100),
            created_at: at(100),
            revision: 1,
          })
          .execute()
      await trx
        .insertInto('patient_organization')
        .values({ patient_id: 'theirs', organization_id: 'w', linked_at: at(9) })
        .execute()
      for (const id of ['gone', 'removed', 'tested']) await admit(id, 'w')
      await admit('theirs', 'h')
      for (const id of ['gone', 'removed', 'tested', 'theirs'])
        await addCheckup(trx, {
          id: `c-${id}`,
          organizationId: 'w',
          patientId: id,
          endedAt: at(10),
          total: 1,
        })
    })
    const seen = async () => [
      ...(await idsOf(server, 'patients', text)),
      ...(await idsOf(server, 'checkups', text)),
    ]
    for (const id of ['gone', 'removed', 'tested']) expect(await seen()).toContain(id)
    await opened.database.asSystem(async (trx) => {
      await sql`update ward_admission set discharged_at = ${at(1)} where id = 'stay-gone'`.execute(
        trx,
      )
      await sql`update patient set deleted_at = ${at(1)} where id = 'removed'`.execute(trx)
      await sql`update patient set is_test = true where id = 'tested'`.execute(trx)
    })
    const left = await seen()
    for (const id of ['gone', 'removed', 'tested', 'theirs', 'n1', 'h1', 'p1'])
      for (const one of [id, `c-${id}`]) expect(left).not.toContain(one)
    await opened.database.asSystem((trx) =>
      sql`update ward_admission set discharged_at = ${at(1)} where id = 'stay-theirs'`.execute(trx),
    )
  })

  test('what another organisation took of the patient is not told', async () => {
    const { text } = await made(server)
    await opened.database.asSystem(async (trx) => {
      await trx
        .insertInto('patient_organization')
        .values({ patient_id: 'a2', organization_id: 'h', linked_at: at(9) })
        .execute()
      await addCheckup(trx, {
        id: 'c-foreign',
        organizationId: 'h',
        patientId: 'a2',
        endedAt: at(5),
        total: 2,
      })
    })
    expect(await idsOf(server, 'checkups', text)).not.toContain('c-foreign')
  })

  test('a change that is being written while somebody reads is told once it is there', async () => {
    if (opened.url === null) return // PGlite has one connection
    const { text } = await made(server)
    const { next } = await itemsOf(await read(server, 'checkups', text), 'checkups')
    const during = await opened.database.asSystem(async (trx) => {
      await addCheckup(trx, {
        id: 'c-late',
        organizationId: 'w',
        patientId: 'b1',
        endedAt: at(4),
        total: 2,
      })
      return itemsOf(await read(server, 'checkups', text, next), 'checkups')
    })
    expect(during.items).toEqual([])
    expect(await idsOf(server, 'checkups', text, during.next)).toEqual(['c-late'])
  })
})

onPglite(buildTokens, (opened) => {
  let server: TestServer
  let text: string
  beforeAll(async () => {
    // The real verifier: what it makes of a token that is none of its own is the subject.
    const identity = createIdentity({
      database: opened.database,
      clock: { now: () => now },
      secrets: box,
      config: { projectId: 'lamplight-test', portalUrl: 'https://portal.example' },
      mailer: { send: () => Promise.resolve() },
    })
    const maker = await startServer(opened.database, { secrets: box })
    ;({ text } = await made(maker))
    server = await startServer(opened.database, {
      secrets: box,
      verify: identity.verify,
      identityRoutes: identity.routes,
    })
  })

  describe('what a token does not open', () => {
    const dummy = (type: GraphQLInputType): string => {
      if (isNonNullType(type)) return dummy(type.ofType)
      if (isListType(type)) return `[${dummy(type.ofType)}]`
      if (isEnumType(type)) return type.getValues()[0]?.name ?? ''
      if (isInputObjectType(type))
        return `{ ${Object.values(type.getFields())
          .filter((field) => isNonNullType(field.type))
          .map((field) => `${field.name}: ${dummy(field.type)}`)
          .join(', ')} }`
      const scalar: Readonly<Record<string, string>> = {
        Int: '1',
        Float: '1',
        Boolean: 'true',
        Date: '"2026-03-01"',
        DateTime: '"2026-03-01T00:00:00.000Z"',
      }
      return scalar[type.name] ?? '"a1"'
    }
    const leaf = (type: GraphQLOutputType): string => {
      const named = getNamedType(type)
      return isObjectType(named) ? '{ __typename }' : 'getFields' in named ? '{ __typename }' : ''
    }
    const documentOf = (kind: string, field: GraphQLField<unknown, unknown>): string => {
      const args = field.args
        .filter((one) => isNonNullType(one.type))
        .map((one) => `${one.name}: ${dummy(one.type)}`)
      return `${kind} { ${field.name}${args.length === 0 ? '' : `(${args.join(', ')})`} ${leaf(field.type)} }`
    }
    const all = [
      ['/Prod/graphql', publicSdl],
      ['/Prod/graphql-internal', internalSdl],
    ].flatMap(([path = '', sdl = '']) => {
      const schema = buildSchema(sdl)
      return [
        ['query', schema.getQueryType()] as const,
        ['mutation', schema.getMutationType()] as const,
      ].flatMap(([kind, type]) =>
        Object.values(type?.getFields() ?? {}).map((field) => ({
          path,
          name: field.name,
          query: documentOf(kind, field),
        })),
      )
    })

    test('no field of Query and Mutation answers to it', async () => {
      expect(all.length).toBeGreaterThan(150)
      for (const { path, name, query } of all) {
        const response = await server.fetch(path, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${text}`,
            'x-acting-organization-id': 'w',
          },
          body: JSON.stringify({ query }),
        })
        const answer = (await response.json()) as Answer
        expect([name, codeOf(answer)]).toEqual([name, 'UNAUTHORIZED'])
        expect(Object.values(answer.data ?? {}).filter((value) => value !== null)).toEqual([])
      }
    })

    test('no other route answers to it anything that it does not answer to everybody', async () => {
      const routes = server.app.routes.filter(
        ({ path, method }) => method !== 'ALL' && !path.includes('*'),
      )
      const asked = new Set<string>()
      for (const { method, path } of routes) {
        const address = path.replaceAll(/:\w+(\{[^}]*\})?/g, 'a1')
        if (path.startsWith('/Prod/integration/v1/') || asked.has(`${method} ${address}`)) continue
        asked.add(`${method} ${address}`)
        const send = (headers: Record<string, string>) =>
          server.fetch(address, {
            method,
            headers: { 'content-type': 'application/json', ...headers },
            ...(method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }),
          })
        const [shown, stranger] = [
          await send({ authorization: `Bearer ${text}`, 'x-api-key': text }),
          await send({}),
        ]
        expect([address, shown.status]).toEqual([address, stranger.status])
        await Promise.all([shown.body?.cancel(), stranger.body?.cancel()])
      }
      expect(asked.size).toBeGreaterThan(15)
    })

    test.each(integrationRoutes)('%s is read and never written', async (route) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const response = await server.fetch(`/Prod/integration/v1/${route}`, {
          method,
          ...bearer(text),
        })
        expect([method, response.status]).toEqual([method, 405])
      }
      for (const more of ['/a1', '/', 's'])
        expect((await read(server, `${route}${more}`, text)).status).toBe(404)
    })
  })

  test('without a token, with another one, a user’s or half of it there is no answer', async () => {
    const shown: readonly Readonly<Record<string, string>>[] = [
      {},
      { authorization: 'Bearer lit_' },
      { authorization: 'Bearer token-admin' },
      { authorization: `Bearer ${text.slice(0, -1)}` },
      { authorization: `Basic ${text}` },
      { authorization: text },
      { 'x-api-key': text },
    ]
    for (const headers of shown) {
      const response = await server.fetch('/Prod/integration/v1/patients', { headers })
      expect([headers, response.status]).toEqual([headers, 401])
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    expect((await server.fetch(`/Prod/integration/v1/patients?token=${text}`)).status).toBe(401)
  })

  test('what is asked beside since, or a since that is no answer’s, is refused', async () => {
    const refused = async (query: string) => {
      const response = await server.fetch(`/Prod/integration/v1/patients?${query}`, bearer(text))
      const { code } = (await response.json()) as { code: string }
      return [response.status, code]
    }
    const of = (more: object) =>
      Buffer.from(
        JSON.stringify({
          of: 'patients',
          organization: 'w',
          epoch: '',
          has: {},
          round: null,
          ...more,
        }),
      ).toString('base64url')
    expect(await refused('take=5')).toEqual([400, 'BAD_USER_INPUT'])
    expect(await refused('since=a&since=b')).toEqual([400, 'BAD_USER_INPUT'])
    expect(await refused(`since=${of({})}&patientId=h1`)).toEqual([400, 'BAD_USER_INPUT'])
    const unknown = [
      '1',
      of({ of: 'checkups' }),
      of({ organization: 'h' }),
      of({ epoch: 'of before' }),
      of({ has: { w: -1 } }),
      of({ more: 1 }),
      'x'.repeat(30_000),
    ]
    for (const since of unknown) expect(await refused(`since=${since}`)).toEqual([409, 'CONFLICT'])
    expect((await read(server, 'patients', text, of({}))).status).toBe(200)
  })

  test('an organisation that lost a flag is read no more', async () => {
    for (const flag of ['ehrIntegrations', 'ehrIntegrationsNourish']) {
      await setFlags(opened.database, 'w', { ...flags, [flag]: false })
      expect((await read(server, 'patients', text)).status).toBe(403)
    }
    await setFlags(opened.database, 'w', flags)
    expect((await read(server, 'patients', text)).status).toBe(200)
  })

  test('a token is answered so often in a minute, and then told when to come back', async () => {
    const app = integrationRoutesOf({
      database: opened.database,
      clock: { now: () => now },
      strangers: (_c, next) => next(),
      perMinute: 2,
    })
    const ask = () => app.request('/integration/v1/alerts', bearer(text))
    const answers = [await ask(), await ask(), await ask()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('an address that guesses tokens is refused after its number of the minute', async () => {
    const guarded = await startServer(opened.database, { strangersPerMinute: 3 })
    const statuses: number[] = []
    for (const guess of ['a', 'b', 'c', 'd'])
      statuses.push((await read(guarded, 'patients', `lit_${guess}`)).status)
    expect(statuses).toEqual([401, 401, 401, 429])
  })

  test('no address of a member of staff leaves with what they did', async () => {
    await opened.database.asSystem(async (trx) => {
      await trx
        .updateTable('user_account')
        .set({ first_name: '', last_name: '' })
        .where('id', '=', 'nurse')
        .execute()
      await trx
        .updateTable('checkup')
        .set({
          created_by: 'nurse',
          revision: await nextRevision(trx, 'w'),
        })
        .where('id', '=', 'c-b1')
        .execute()
    })
    const response = await read(server, 'checkups', text)
    expect(await response.clone().text()).not.toContain('@example.test')
    const { items } = await itemsOf(response, 'checkups')
    expect(items.find(({ id }) => id === 'c-b1')).toMatchObject({ createdBy: { id: 'nurse' } })
  })
})
