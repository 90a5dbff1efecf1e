import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql'
import type { GraphQLArgument, GraphQLInputType, GraphQLObjectType } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { internalSdl, publicSdl } from '../../schema/generated/sdl'
import { shareTokenHash } from '../../server/graphql/sharing'
import type { Database } from '../../server/db/database'
import { callChannel } from '../../server/areas/video-call'
import { createCallHub } from '../../server/pokes/call-hub'
import { createPokeHub } from '../../server/pokes/hub'
import { codeOf, startServer } from '../server/client'
import type { Answer, TestServer } from '../server/client'
import { onPglite } from '../server/engines'
import { at, buildWorld } from '../server/world'

/** A value that the contract takes: whose it is decides the server. */
const valueOf = (type: GraphQLInputType, patientId: string): string => {
  if (isNonNullType(type)) return valueOf(type.ofType, patientId)
  if (isListType(type)) return `[${valueOf(type.ofType, patientId)}]`
  if (isEnumType(type)) return type.getValues()[0]?.name ?? ''
  if (isInputObjectType(type))
    return `{ ${Object.values(type.getFields())
      .filter((field) => isNonNullType(field.type))
      .map((field) => `${field.name}: ${valueOf(field.type, patientId)}`)
      .join(', ')} }`
  if (!isScalarType(type)) throw new Error(String(type))
  const values: Readonly<Record<string, string>> = {
    Int: '1',
    Float: '1',
    Boolean: 'true',
    DateTime: '"2026-03-02T11:00:00.000Z"',
    Date: '"2026-03-02"',
    JSON: '{}',
    Cursor: '"x"',
    ID: `"${patientId}"`,
    String: '"x"',
  }
  const value = values[type.name]
  if (value === undefined) throw new Error(`No value of ${type.name}`)
  return value
}
const documentOf = (
  kind: 'query' | 'mutation',
  name: string,
  field: { readonly type: unknown; readonly args: readonly GraphQLArgument[] },
  patientId: string,
): string => {
  const args = field.args
    .filter(({ type }) => isNonNullType(type))
    .map((arg) => `${arg.name}: ${valueOf(arg.type, patientId)}`)
  const isLeaf = isScalarType(getNamedType(field.type as GraphQLObjectType))
  return `${kind} { ${name}${args.length === 0 ? '' : `(${args.join(', ')})`}${isLeaf ? '' : ' { __typename }'} }`
}
const documentsOf = (sdl: string, patientId: string): readonly (readonly [string, string])[] => {
  const schema = buildSchema(sdl)
  return (['query', 'mutation'] as const).flatMap((kind) =>
    Object.entries(
      (kind === 'query' ? schema.getQueryType() : schema.getMutationType())?.getFields() ?? {},
    ).map(
      ([name, field]) => [`${kind} ${name}`, documentOf(kind, name, field, patientId)] as const,
    ),
  )
}

/** What an answer holds; a field that was refused is null. */
const told = ({ data }: Answer): readonly unknown[] =>
  Object.values(data ?? {}).filter((value) => value !== null)

const pull = (scope: string): string =>
  `{ syncPull(in: { group: "group-of-a-link", epoch: "EPOCH", cursors: [{ scope: "${scope}" }] }) { revokedScopes scopes { scope put { __typename } } } }`
const older = (scope: string): string =>
  `{ syncOlder(in: { scope: "${scope}", type: Checkup, before: "2027-01-01T00:00:00.000Z" }) { rows { __typename } } }`

/** By hand: all that a link of patient a1 is answered, and the document of each. Every other field is refused. */
const allowed: Readonly<Record<string, string>> = {
  me: '{ me { id } }',
  patient: '{ patient(patientId: "a1") { id } }',
  checkup: '{ checkup(id: "c-a1") { id } }',
  checkupsByPatient: '{ checkupsByPatient(patientId: "a1") { total } }',
  checkupFiles: '{ checkupFiles(checkupId: "c-a1") { url } }',
  patientNotes: '{ patientNotes(patientId: "a1") { total } }',
  checkupNotes: '{ checkupNotes(checkupId: "c-a1") { id } }',
  actionLogs: '{ actionLogs(patientId: "a1") { entries { id } } }',
  monitoringChunks:
    '{ monitoringChunks(patientId: "a1", from: "2026-03-01T00:00:00.000Z", to: "2026-03-02T00:00:00.000Z") { asOf } }',
  continuousMonitoring: '{ continuousMonitoring(patientId: "a1", numPrevBuckets: 3) { from } }',
  continuousMonitoringSession: '{ continuousMonitoringSession(patientId: "a1") { id } }',
  waveformReadingsMetadata:
    '{ waveformReadingsMetadata(patientId: "a1", type: SingleECG) { earliestReading } }',
  waveform:
    '{ waveform(patientId: "a1", type: SingleECG, end: "2026-03-02T12:00:00.000Z") { recordedAt } }',
  waveformEvents:
    '{ waveformEvents(patientId: "a1", type: SingleECG, start: "2026-03-02T11:00:00.000Z", end: "2026-03-02T12:00:00.000Z") { id } }',
  syncPull: pull('PATIENT:a1'),
  syncOlder: older('PATIENT:a1'),
}

/**
 * By hand: what every route of the server's API answers to a link that works. 200: its patient's alone. Public ones ask nobody, and
 * take no token.
 */
const routes: Readonly<Record<string, readonly [path: string, status: number, body?: string]>> = {
  'GET /Prod/organizations': ['/Prod/organizations', 403],
  'GET /Prod/ably/auth': ['/Prod/ably/auth', 403],
  'GET /Prod/events': ['/Prod/events', 403],
  'POST /Prod/getCheckup': ['/Prod/getCheckup', 200, '{"checkupId":"c-a1"}'],
  'GET /Prod/waveforms/:patientId/:type': [
    '/Prod/waveforms/a1/SingleECG?end=2026-03-02T12:00:00.000Z',
    200,
  ],
  // An address that was made for somebody, or a signature of a device: the token is not read.
  'GET /Prod/documents/file': ['/Prod/documents/file?address=x', 403],
  'GET /Prod/checkups/file': ['/Prod/checkups/file?address=x', 403],
  'POST /Prod/sync/deliver': ['/Prod/sync/deliver', 400, '{}'],
  'POST /Prod/sync/told': ['/Prod/sync/told', 400, '{}'],
  'POST /Prod/calls/received': ['/Prod/calls/received', 400, '{}'],
  'POST /Prod/calls/moved': ['/Prod/calls/moved', 400, '{}'],
  'POST /Prod/toolbar/account': ['/Prod/toolbar/account', 400, '{}'],
  'POST /Prod/toolbar/sign-in': ['/Prod/toolbar/sign-in', 400, '{}'],
  // For a token of another kind: a link is none.
  'GET /Prod/video-calls/room': ['/Prod/video-calls/room', 401],
  'POST /Prod/video-calls/join': ['/Prod/video-calls/join', 401, '{}'],
  'POST /Prod/video-calls/say': ['/Prod/video-calls/say', 401, '{}'],
  'GET /Prod/integration/v1/patients': ['/Prod/integration/v1/patients', 401],
  'GET /Prod/integration/v1/checkups': ['/Prod/integration/v1/checkups', 401],
  'GET /Prod/integration/v1/alerts': ['/Prod/integration/v1/alerts', 401],
  // Public.
  'GET /Prod/maintenance': ['/Prod/maintenance', 200],
  'GET /Prod/version.json': ['/Prod/version.json', 200],
  'POST /Prod/policy-reports': ['/Prod/policy-reports', 204, '{}'],
  'POST /Prod/portal-reports': ['/Prod/portal-reports', 400, '{}'],
}

const tokens = {
  good: 'g'.repeat(43),
  expired: 'e'.repeat(43),
  deleted: 'd'.repeat(43),
  elsewhere: 'h'.repeat(43),
  unknown: 'u'.repeat(43),
}
const build = async (database: Database): Promise<void> => {
  await buildWorld(database)
  const { kysely } = database
  const flags = {
    wards: true,
    integrationApi: true,
    cleoIntegrationApi: true,
    continuousMonitoring: true,
    ecgWaveformAnalysis: true,
    patientChat: true,
    referrals: true,
  }
  for (const id of ['w', 'h'])
    await kysely
      .updateTable('organization')
      .set({ features: JSON.stringify(flags) })
      .where('id', '=', id)
      .execute()
  await kysely
    .updateTable('user_organization')
    .set({ roles: '["Organisation Admin"]' })
    .where('user_id', '=', 'carer')
    .execute()
  const link = (of: keyof typeof tokens, organizationId: 'w' | 'h') => ({
    id: `link-${of}`,
    organization_id: organizationId,
    patient_id: organizationId === 'w' ? 'a1' : 'h1',
    user_id: organizationId === 'w' ? 'admin' : 'carer',
    token_hash: shareTokenHash(tokens[of]),
    created_at: at(120),
    expires_at: of === 'expired' ? at(0) : at(-60),
    deleted_at: of === 'deleted' ? at(1) : null,
  })
  await kysely
    .insertInto('share_token')
    .values([link('good', 'w'), link('expired', 'w'), link('deleted', 'w'), link('elsewhere', 'h')])
    .execute()
}

onPglite(build, (opened) => {
  let server: TestServer
  let epoch = ''
  let stop: () => unknown = () => undefined
  afterAll(() => stop())
  beforeAll(async () => {
    const pokes = createPokeHub(opened.database)
    const callHub = createCallHub(opened.database, callChannel)
    stop = () => Promise.all([pokes.close(), callHub.close()])
    server = await startServer(opened.database, { pokes, callHub })
    const said = await server.ask(
      pull('PATIENT:a1').replace('revokedScopes', 'epoch revokedScopes'),
      {
        as: 'admin',
      },
    )
    epoch = (said.data as { syncPull: { epoch: string } }).syncPull.epoch
  })
  const ask = async (
    token: string,
    query: string,
    path = '/Prod/graphql',
    extensions: object | null = null,
  ): Promise<Answer> => {
    const response = await server.app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Share ${token}` },
      body: JSON.stringify({ query: query.replace('EPOCH', epoch), extensions }),
    })
    const body = (await response.json()) as Partial<Answer>
    return { status: response.status, data: body.data ?? null, errors: body.errors ?? [] }
  }

  test('P011 C007 a link is answered its patient’s record, and is refused every other field of the contract', async () => {
    const seen: string[] = []
    for (const [field, document] of documentsOf(publicSdl, 'a1')) {
      const [kind, name = ''] = field.split(' ')
      const own = kind === 'query' ? allowed[name] : undefined
      const answer = await ask(tokens.good, own ?? document)
      if (own === undefined)
        expect([codeOf(answer), told(answer)], field).toEqual(['FORBIDDEN', []])
      else {
        expect(answer.errors, field).toEqual([])
        seen.push(name)
      }
    }
    expect(seen.toSorted()).toEqual(Object.keys(allowed).toSorted())
    for (const [field, document] of documentsOf(internalSdl, 'a1')) {
      const answer = await ask(tokens.good, document, '/Prod/graphql-internal')
      expect([codeOf(answer), told(answer)], field).toEqual(['FORBIDDEN', []])
    }
  })

  test('no mutation is done for a link, under an idempotency key either', async () => {
    for (const [field, document] of documentsOf(publicSdl, 'a1')) {
      if (!field.startsWith('mutation')) continue
      const answer = await ask(tokens.good, document, '/Prod/graphql', {
        idempotencyKey: 'key-of-a-link',
      })
      expect(codeOf(answer), field).toBe('FORBIDDEN')
    }
    const { kysely } = opened.database
    expect(await kysely.selectFrom('client_mutation').selectAll().execute()).toEqual([])
  })

  test('of another patient, of the same organisation or another one, nothing is answered', async () => {
    for (const patientId of ['a2', 'b1', 'n1', 'h1', 'p1', 'none']) {
      for (const [field, document] of Object.entries(allowed)) {
        if (['me', 'syncPull', 'syncOlder'].includes(field)) continue
        const answer = await ask(tokens.good, document.replaceAll('a1"', `${patientId}"`))
        expect([codeOf(answer), told(answer)], `${field} ${patientId}`).toEqual(['NOT_FOUND', []])
      }
      const scope = `PATIENT:${patientId}`
      expect((await ask(tokens.good, pull(scope))).data, scope).toEqual({
        syncPull: { revokedScopes: [scope], scopes: [] },
      })
      expect((await ask(tokens.good, older(scope))).data, scope).toEqual({ syncOlder: null })
    }
    for (const scope of ['ROSTER:w', 'ME:w', 'ROSTER:h', 'ME:h'])
      expect((await ask(tokens.good, pull(scope))).data, scope).toEqual({
        syncPull: { revokedScopes: [scope], scopes: [] },
      })
    const isOwn = await ask(tokens.good, pull('PATIENT:a1'))
    expect(
      (isOwn.data as { syncPull: { scopes: { put: object[] }[] } }).syncPull.scopes[0]?.put.flatMap(
        (row) => Object.values(row),
      ),
    ).toEqual(['Patient', 'Checkup', 'Checkup', 'MonitoringChunk'])
    expect(codeOf(await ask(tokens.elsewhere, '{ patient(patientId: "h1") { id } }'))).toBe('ok')
    expect(codeOf(await ask(tokens.elsewhere, '{ patient(patientId: "a1") { id } }'))).toBe(
      'NOT_FOUND',
    )
  })

  test('a link that is over, deleted or unknown is refused everywhere, with status 401', async () => {
    for (const token of [tokens.expired, tokens.deleted, tokens.unknown]) {
      for (const [path, sdl] of [
        ['/Prod/graphql', publicSdl],
        ['/Prod/graphql-internal', internalSdl],
      ] as const)
        for (const [field, document] of documentsOf(sdl, 'a1')) {
          const name = field.split(' ')[1] ?? ''
          const answer = await ask(token, allowed[name] ?? document, path)
          expect([answer.status, codeOf(answer), answer.data], field).toEqual([
            401,
            'UNAUTHORIZED',
            null,
          ])
        }
    }
  })

  test('every route of the server answers a link as it is written down, and a link that is over with 401', async () => {
    const known = [
      ...new Set(
        server.app.routes
          .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/Prod/'))
          .map(({ method, path }) => `${method} ${path}`),
      ),
    ].filter((route) => !route.startsWith('ALL'))
    expect(known.toSorted()).toEqual(Object.keys(routes).toSorted())
    const asking = async (route: string, token: string): Promise<number> => {
      const [path = '', , body] = routes[route] ?? []
      const response = await server.app.request(path, {
        method: route.split(' ')[0] ?? '',
        headers: { 'content-type': 'application/json', authorization: `Share ${token}` },
        ...(body === undefined ? {} : { body }),
      })
      return response.status
    }
    for (const route of known) {
      const [, status = 0] = routes[route] ?? []
      expect(await asking(route, tokens.good), route).toBe(status)
      const asksToken = ['organizations', 'ably', 'events', 'getCheckup', 'waveforms'].some(
        (part) => route.includes(part),
      )
      for (const token of [tokens.expired, tokens.deleted, tokens.unknown])
        expect(await asking(route, token), route).toBe(asksToken ? 401 : status)
    }
  })

  test('what a link is told of its patient: nothing of the work of the staff, and nothing that is masked', async () => {
    await opened.database.asSystem(async (trx) => {
      for (const [field, value] of [
        ['keySafe', { code: '4711' }],
        ['nextOfKin', { name: 'Jo' }],
        ['escalation', { plan: 'Hospital' }],
      ] as const)
        await trx
          .insertInto('patient_critical_information')
          .values({
            id: `critical-${field}`,
            created_at: at(5),
            organization_id: 'w',
            patient_id: 'a1',
            field,
            value: JSON.stringify(value),
            captured_at: at(5),
            created_by: 'nurse',
            revision: 1,
          })
          .execute()
    })
    const query =
      '{ patient(patientId: "a1") { criticalInformation { field } tasks { id } handovers { id } contacts { id } repeats { id } noAnswerProcedure } }'
    const answer = await ask(tokens.good, query)
    expect(answer.errors).toEqual([])
    expect(answer.data).toEqual({
      patient: {
        criticalInformation: [{ field: 'escalation' }],
        tasks: [],
        handovers: [],
        contacts: [],
        repeats: [],
        noAnswerProcedure: null,
      },
    })
    const staff = await server.ask(query, { as: 'admin' })
    expect(JSON.stringify(staff.data)).toContain('keySafe')
    const me = await ask(
      tokens.good,
      '{ me { firstName lastName email roles wards { id } organizations { id } actingOrganization { id roles { name } defaultCarePathway { id } } } }',
    )
    expect(me.data?.['me']).toEqual({
      firstName: null,
      lastName: null,
      email: '',
      roles: [],
      wards: [],
      organizations: [{ id: 'w' }],
      actingOrganization: { id: 'w', roles: [], defaultCarePathway: null },
    })
  })
})
