import { gunzipSync } from 'node:zlib'
import { serverAudits } from 'graphql-http'
import { beforeAll, describe, expect, test } from 'vitest'
import { documentLimits } from '../../server/graphql/limits'
import { IdentityError } from '../../server/identity/errors'
import { KeysUnreachableError } from '../../server/identity/verify'
import { codeOf, startServer } from './client'
import type { GraphqlError, TestServer } from './client'
import { onPglite } from './engines'
import { buildWorld } from './world'

const url = '/Prod/graphql'
const json = { 'content-type': 'application/json' }

onPglite(buildWorld, (opened) => {
  let server: TestServer
  let open: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database)
    open = await startServer(opened.database, { openGraphql: true })
  })
  const post = (body: unknown, as?: string, headers: Record<string, string> = json) =>
    server.fetch(url, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(as === undefined ? {} : { as }),
    })
  const batch = (length: number, query = '{ me { id } }') =>
    Array.from({ length }, () => ({ query }))

  describe('graphql-http audits', () => {
    const run = (target: TestServer) =>
      Promise.all(
        serverAudits({
          url: `http://server${url}`,
          fetchFn: (input: string, init?: RequestInit) => {
            const headers = new Headers(init?.headers)
            headers.set('authorization', 'Bearer token-nurse')
            return target.app.request(input, { ...init, headers })
          },
        }).map((audit) => audit.fn()),
      )

    test('all 61 pass while the endpoint is open to developers', async () => {
      const results = await run(open)
      expect(
        results
          .filter((result) => result.status !== 'ok')
          .map((result) => `${result.id} ${result.name}`),
      ).toEqual([])
      expect(results).toHaveLength(61)
    })

    test('all 61 pass on the endpoint as it is started', async () => {
      const results = await run(server)
      expect(
        results
          .filter((result) => result.status !== 'ok')
          .map((result) => `${result.id} ${result.name}`),
      ).toEqual([])
      expect(results).toHaveLength(61)
    })
  })

  test('of what a stranger sends nothing is validated or coerced, but for what touches no data', async () => {
    const filter = 'query ($f: PatientListFilter) { patients(filter: $f) { total } }'
    for (const [query, variables] of [
      ['{ noSuchField }', {}],
      ['{ me {', {}],
      ['{ patients(filter: ALL) { total } }', {}],
      [filter, { f: 'ALL' }],
      [filter, { f: Array.from({ length: 10_000 }, () => 'x') }],
    ] as const) {
      const answer = await server.ask(query, { variables })
      expect([answer.status, answer.data, answer.errors.map(({ message }) => message)]).toEqual([
        401,
        null,
        ['Unauthorized'],
      ])
    }
    expect((await server.ask('{ __typename }')).data).toEqual({ __typename: 'Query' })
  })

  test('P302 a POST of JSON with a bearer token is answered', async () => {
    const answer = await post({ query: '{ me { id } }' }, 'nurse')
    expect([answer.status, await answer.json()]).toEqual([200, { data: { me: { id: 'nurse' } } }])
  })

  test('an answer is compressed where that is understood, and says the same', async () => {
    const listed =
      '{ patients(filter: all) { patients { id firstName lastName birthDate } total } }'
    const asked = batch(10, listed)
    const plain = await post(asked, 'admin')
    const short = await post(asked, 'admin', { ...json, 'accept-encoding': 'gzip, br' })
    expect([plain, short].map(({ headers }) => headers.get('content-encoding'))).toEqual([
      null,
      'gzip',
    ])
    expect(short.headers.get('vary')).toContain('Accept-Encoding')
    const read = gunzipSync(new Uint8Array(await short.arrayBuffer()))
    expect(JSON.parse(read.toString())).toEqual(await plain.json())
  })

  test('without a believed token the answer is Unauthorized, with status 401', async () => {
    for (const headers of [
      json,
      { ...json, authorization: 'Bearer wrong' },
      { ...json, authorization: 'token-nurse' },
      { ...json, authorization: 'Bearer ' },
    ]) {
      const answer = await post({ query: '{ me { id } }' }, undefined, headers)
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({
        errors: [{ message: 'Unauthorized', extensions: { code: 'UNAUTHORIZED' } }],
      })
    }
  })

  test('a batch of ten operations is answered in order, of eleven refused', async () => {
    const ten = await post(batch(10), 'nurse')
    expect(ten.status).toBe(200)
    expect(await ten.json()).toEqual(
      Array.from({ length: 10 }, () => ({ data: { me: { id: 'nurse' } } })),
    )
    expect((await post(batch(11), 'nurse')).status).toBe(413)
  })

  test('in a batch each operation has its own answer, key and error', async () => {
    const add = (id: string) =>
      `mutation { addPatientNote(PatientId: "${id}", text: "batched") { id } }`
    const answer = await post(
      [
        { query: add('a1'), extensions: { idempotencyKey: 'batch-0001' } },
        { query: '{ patient(patientId: "none") { id } }' },
        { query: add('a1'), extensions: { idempotencyKey: 'batch-0002' } },
      ],
      'nurse',
    )
    expect(answer.status).toBe(200)
    const [first, second, third] = (await answer.json()) as {
      data: unknown
      errors?: GraphqlError[]
    }[]
    expect([first?.data, third?.data]).toEqual([
      { addPatientNote: { id: 'batch-0001' } },
      { addPatientNote: { id: 'batch-0002' } },
    ])
    expect(second?.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
  })

  test('url-encoded, multipart, text, GraphQL text and GET are refused and do nothing', async () => {
    const mutation = 'mutation { addPatientNote(PatientId: "a1", text: "forged") { id } }'
    const form = new FormData()
    form.set('operations', JSON.stringify({ query: mutation }))
    const multipart = await server.fetch(url, { method: 'POST', body: form, as: 'nurse' })
    const get = async (query: string) =>
      (await server.fetch(`${url}?${query}`, { as: 'nurse' })).status
    for (const query of [
      '{me{id}}',
      '{__typename me{id}}',
      '{__schema{types{name}}}',
      mutation,
      'mutation{__typename}',
      '{...f} fragment f on Query{me{id}}',
      'query a{__typename} query b{me{id}}',
      '{',
      '',
    ])
      expect(await get(`query=${encodeURIComponent(query)}`), query).toBe(405)
    expect(await get('')).toBe(405)
    const statuses = [
      (
        await post(new URLSearchParams({ query: mutation }).toString(), 'nurse', {
          'content-type': 'application/x-www-form-urlencoded',
        })
      ).status,
      multipart.status,
      (await post({ query: mutation }, 'nurse', { 'content-type': 'text/plain' })).status,
      (await post(mutation, 'nurse', { 'content-type': 'application/graphql' })).status,
      (await server.fetch(`${url}?query=${encodeURIComponent('{me{id}}')}`, { as: 'nurse' }))
        .status,
      (await server.fetch(url, { method: 'PUT', as: 'nurse' })).status,
    ]
    expect(statuses).toEqual([415, 415, 415, 415, 405, 405])
    expect(
      await opened.database.kysely
        .selectFrom('patient_note')
        .select('id')
        .where('text', '=', 'forged')
        .execute(),
    ).toEqual([])
  })

  test('neither the schema nor its names are told', async () => {
    for (const query of [
      '{ __schema { types { name } } }',
      '{ __type(name: "Query") { name } __schema { types { name } } }',
      'query ($n: String!) { __type(name: $n) { name } ... on Query { __schema { types { name } } } }',
    ]) {
      const answer = await server.ask(query, { as: 'nurse', variables: { n: 'Query' } })
      expect([answer.data, answer.errors.length > 0], query).toEqual([null, true])
    }
    // A type that exists answers as one that does not, however it is asked for.
    for (const name of ['Query', 'Patient', 'String', 'NoSuchType']) {
      const [spread, variable] = [
        '{ ...f } fragment f on Query { a: __type(name: "%") { name fields { name } } }',
        'query ($n: String!) { a: __type(name: $n) { name fields { name } } }',
      ]
      for (const query of [spread?.replace('%', name) ?? '', variable ?? '']) {
        const answer = await server.ask(query, { as: 'nurse', variables: { n: name } })
        expect([answer.status, answer.data, answer.errors], query).toEqual([200, { a: null }, []])
      }
    }
    const typo = await server.ask('{ patien(patientId: "a1") { id } virtualWardPatient { id } }', {
      as: 'nurse',
    })
    expect(JSON.stringify(typo.errors)).not.toContain('Did you mean')
    const page = await server.fetch(url, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(405)
  })

  test('documents that are too deep, too wide, aliased too often or too long are refused before anything runs', async () => {
    const alias = (count: number) =>
      `{ ${Array.from({ length: count }, (_, n) => `a${n}: __typename`).join(' ')} }`
    expect(codeOf(await server.ask(alias(documentLimits.aliases), { as: 'nurse' }))).toBe('ok')
    expect(
      (await server.ask(alias(documentLimits.aliases + 1), { as: 'nurse' })).errors[0]?.message,
    ).toBe('The operation has more than 8 aliases')
    const wide = `{ ${Array.from({ length: 11 }, () => '__typename').join(' ')} }`
    expect((await server.ask(wide, { as: 'nurse' })).errors[0]?.message).toBe(
      'The operation has more than 10 fields at its root',
    )
    const spread = `query { ...a ...a ...a } fragment a on Query { ${alias(3).slice(1, -1)} }`
    expect((await server.ask(spread, { as: 'nurse' })).errors[0]?.message).toBe(
      'The operation has more than 8 aliases',
    )
    const ring = await server.ask(
      '{ ...a } fragment a on Query { me { id } ...b } fragment b on Query { ...a }',
      { as: 'nurse' },
    )
    expect(ring.errors.length).toBeGreaterThan(0)
    const deep = await open.ask(
      `{ __schema { ${'types { fields { type { ofType { ofType { ofType { ofType { name } } } } } } }'} } }`,
      { as: 'nurse' },
    )
    expect(deep.errors[0]?.message).toBe('The operation has more than 8 levels')
    const long = await server.ask(`{ me { ${'id '.repeat(1500)} } }`, { as: 'nurse' })
    expect(long.errors[0]?.message).toContain('1500 tokens')
  })

  test('bodies that are no request are refused without a trace of the inside', async () => {
    for (const body of [
      '',
      '{',
      'null',
      '42',
      '{"query":1}',
      '{"query":"{me{id}}","variables":"x"}',
      `{"query":"${'x'.repeat(2 * 1024 * 1024)}"}`,
    ]) {
      const answer = await post(body, 'nurse')
      expect(answer.status, body.slice(0, 20)).toBeGreaterThanOrEqual(400)
      expect(answer.status, body.slice(0, 20)).toBeLessThan(500)
      expect(await answer.text()).not.toMatch(/node_modules|\.ts:|at \w+ \(/)
    }
  })

  test('values of a wrong type are refused by name of the argument or type, never by a stack', async () => {
    const cases: readonly [string, Record<string, unknown>][] = [
      ['query ($v: Int!) { virtualWardPatients(take: $v, skip: 0) { total } }', { v: 'x' }],
      ['query ($v: ID!) { patient(patientId: $v) { id } }', { v: { a: 1 } }],
      [
        'query ($v: DateTime) { patientNotes(patientId: "a1", before: $v) { total } }',
        { v: 'yesterday' },
      ],
      ['query ($v: DateTime) { patientNotes(patientId: "a1", before: $v) { total } }', { v: 5 }],
      [
        'query ($v: [VirtualWardSort!]) { virtualWardPatients(take: 1, skip: 0, sort: $v) { total } }',
        { v: [{ field: 'password', direction: 'ASC' }] },
      ],
    ]
    for (const [query, variables] of cases) {
      const answer = await server.ask(query, { as: 'nurse', variables })
      expect(answer.errors.length, query).toBeGreaterThan(0)
      expect(JSON.stringify(answer)).not.toMatch(/node_modules|select |syntax error/i)
    }
  })

  test('a failure of ours is masked: the caller learns nothing, the log no values', async () => {
    const broken = await startServer(opened.database, {
      database: {
        ...opened.database,
        asOrganization: () =>
          Promise.reject(
            Object.assign(new Error('secret-detail of table patient'), { code: '22P02' }),
          ),
        asSystem: (fn) => opened.database.asSystem(fn),
      },
    })
    const answer = await broken.ask('{ patient(patientId: "a1") { id } }', { as: 'nurse' })
    expect(answer.errors).toMatchObject([
      { message: 'Internal server error', extensions: { code: 'INTERNAL' } },
    ])
    expect(JSON.stringify(answer)).not.toContain('secret-detail')
    expect(broken.logged.join('')).toContain('"code":"22P02"')
    expect(broken.logged.join('')).not.toContain('secret-detail')
  })

  test('a token that cannot be checked is a failure of ours: nobody is signed out by it', async () => {
    for (const [fault, code, status] of [
      [new KeysUnreachableError(new Error('secret-detail')), 'INTERNAL', 503],
      [Object.assign(new Error('secret-detail'), { code: '57P01' }), 'INTERNAL', 503],
      [new IdentityError('TOKEN_EXPIRED'), 'UNAUTHORIZED', 401],
      [new IdentityError('USER_DISABLED'), 'UNAUTHORIZED', 401],
    ] as const) {
      const faulty = await startServer(opened.database, { verify: () => Promise.reject(fault) })
      const answer = await faulty.ask('{ me { id } }', { as: 'nurse' })
      expect([codeOf(answer), answer.status]).toEqual([code, status])
      for (const [path, init] of [
        ['/Prod/organizations', {}],
        ['/Prod/getCheckup', { method: 'POST', headers: json, body: '{"checkupId":"c-a1"}' }],
      ] as const) {
        const rest = await faulty.fetch(path, { ...init, as: 'nurse' })
        expect([rest.status, ((await rest.json()) as { code: string }).code]).toEqual([
          status,
          code,
        ])
      }
      expect(JSON.stringify(answer) + faulty.logged.join('')).not.toContain('secret-detail')
    }
  })

  test('sign-in-like operations are counted one by one, also inside a batch', async () => {
    const strict = await startServer(opened.database, { signInsPerMinute: 12 })
    const send = async () =>
      (await (
        await strict.fetch(url, {
          method: 'POST',
          headers: json,
          as: 'nurse',
          body: JSON.stringify(batch(10, 'mutation { didLogin { id } }')),
        })
      ).json()) as { errors?: GraphqlError[] }[]
    expect((await send()).filter((answer) => answer.errors !== undefined)).toHaveLength(0)
    const second = await send()
    expect(
      second.filter((answer) => answer.errors?.[0]?.extensions?.code === 'TOO_MANY'),
    ).toHaveLength(8)
    const single = await strict.ask('mutation { didLogin { id } }', { as: 'nurse' })
    expect(single.status).toBe(429)
    expect(codeOf(await strict.ask('mutation { didLogin { id } }', { as: 'reader' }))).toBe('ok')
  })
})
