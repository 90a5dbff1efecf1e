import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NhsNumberDetailsDocument } from '../../schema/generated/documents/nhs-number'
import { traceDue } from '../../server/outside/trace'
import { createPds, type Trace, type Traced, type TraceResult } from '../../server/outside/pds'
import { createPdsDirectory } from '../../server/outside/pds-directory'
import { codeOf, startServer, type Ask, type TestServer } from './client'
import { onBothEngines } from './engines'
import { buildWorld, now } from './world'

const asked: Traced = {
  nhsNumber: '9434765919',
  firstName: 'Zoë',
  lastName: "O'Neill",
  birthDate: '1940-02-29',
  gender: 'female',
}
const patient = (over: object = {}) => ({
  resourceType: 'Patient',
  id: asked.nhsNumber,
  birthDate: asked.birthDate,
  gender: 'female',
  name: [{ use: 'usual', family: 'ONEILL', given: ['ZOE'] }],
  ...over,
})
const outcome = (code: string) => ({
  resourceType: 'OperationOutcome',
  issue: [{ severity: 'error', code: 'processing', details: { coding: [{ code }] } }],
})
const clock = { now: () => now }
const pdsThat = (status: number, body: unknown) =>
  createPds({ url: 'https://pds', clock, ask: async () => Response.json(body, { status }) })

describe('the directory of NHS numbers', () => {
  for (const [what, status, body, result] of [
    ['the same person, however written', 200, patient(), { kind: 'Found' }],
    ['another number', 200, patient({ id: '9000000009' }), { kind: 'Superseded' }],
    [
      'another birth date',
      200,
      patient({ birthDate: '1941-01-01' }),
      { kind: 'Mismatch', fields: ['birthDate'] },
    ],
    [
      'another name and sex',
      200,
      patient({ gender: 'male', name: [{ family: 'Brown', given: ['Bert'] }] }),
      { kind: 'Mismatch', fields: ['firstName', 'lastName', 'gender'] },
    ],
    [
      'middle names with the first one',
      200,
      patient({ name: [{ use: 'usual', family: 'ONEILL', given: ['Zoe', 'Ann'] }] }),
      { kind: 'Found' },
    ],
    [
      'another first name',
      200,
      patient({ name: [{ use: 'usual', family: 'ONEILL', given: ['Ann', 'Zoe'] }] }),
      { kind: 'Mismatch', fields: ['firstName'] },
    ],
    [
      'a number and nothing else',
      200,
      { resourceType: 'Patient', id: asked.nhsNumber },
      { kind: 'Incomplete', fields: ['firstName', 'lastName', 'birthDate', 'gender'] },
    ],
    [
      'an unknown sex',
      200,
      patient({ gender: 'unknown' }),
      { kind: 'Incomplete', fields: ['gender'] },
    ],
    [
      'an unknown sex and another birth date',
      200,
      patient({ gender: 'unknown', birthDate: '1941-01-01' }),
      { kind: 'Mismatch', fields: ['birthDate'] },
    ],
    [
      'a death',
      200,
      patient({ deceasedDateTime: '2020-10-22T00:00:00+00:00' }),
      { kind: 'Died', fields: [] },
    ],
    [
      'the death of somebody else',
      200,
      patient({ deceasedBoolean: true, birthDate: '1941-01-01', gender: undefined }),
      { kind: 'Died', fields: ['birthDate'] },
    ],
    ['that somebody lives', 200, patient({ deceasedBoolean: false }), { kind: 'Found' }],
    [
      'another number of somebody who died',
      200,
      patient({ id: '9000000009', deceasedBoolean: true }),
      { kind: 'Superseded' },
    ],
    ['that there is none', 404, outcome('RESOURCE_NOT_FOUND'), { kind: 'NotFound' }],
    ['that it was made invalid', 404, outcome('INVALIDATED_RESOURCE'), { kind: 'NotFound' }],
  ] as const)
    test(`that tells ${what}: ${result.kind}`, async () => {
      expect(await pdsThat(status, body)(asked)).toEqual(result)
    })

  for (const [what, status, body] of [
    ['a wrong address', 404, { message: 'no such page' }],
    ['too many requests', 429, outcome('TOO_MANY_REQUESTS')],
    ['an outage', 503, outcome('SERVICE_UNAVAILABLE')],
    ['a wrong key', 401, outcome('ACCESS_DENIED')],
    ['something else', 200, { hello: 'world' }],
  ] as const)
    test(`${what} is no answer, and never Not Found`, async () => {
      expect((await pdsThat(status, body)(asked)).kind).toBe('unanswered')
    })

  test('a line that breaks is no answer', async () => {
    const pds = createPds({ url: 'https://pds', clock, ask: () => Promise.reject(new Error('x')) })
    expect((await pds(asked)).kind).toBe('unanswered')
  })

  test('a signed assertion is changed for a token, which is kept until it ends', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const calls: { url: string; init: RequestInit | undefined }[] = []
    let nowMs = now
    const pds = createPds({
      url: 'https://pds',
      clock: { now: () => nowMs },
      access: { tokenUrl: 'https://token', apiKey: 'key', keyId: 'k1', privateKey },
      ask: async (url, init) => {
        calls.push({ url: url as string, init })
        return Response.json(
          url === 'https://token' ? { access_token: 'T', expires_in: '600' } : patient(),
        )
      },
    })
    expect(await pds(asked)).toEqual({ kind: 'Found' })
    await pds(asked)
    nowMs += 600_000
    await pds(asked)
    expect(calls.map(({ url }) => url.replace(/^https:\/\/pds.*/, 'pds'))).toEqual([
      'https://token',
      'pds',
      'pds',
      'https://token',
      'pds',
    ])
    const [claims] = [
      String(new URLSearchParams(String(calls[0]?.init?.body)).get('client_assertion')),
    ]
      .map((jwt) => jwt.split('.').map((part) => Buffer.from(part, 'base64url').toString()))
      .map(([head = '', body = '']) => ({ ...JSON.parse(head), ...JSON.parse(body) }))
    expect(claims).toMatchObject({ alg: 'RS512', kid: 'k1', iss: 'key', aud: 'https://token' })
    expect(new Headers(calls[1]?.init?.headers).get('authorization')).toBe('Bearer T')
  })
})

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database)
  })
  const { asSystem } = {
    asSystem: ((fn) => opened.database.asSystem(fn)) as typeof opened.database.asSystem,
  }
  beforeEach(async () => {
    await asSystem((trx) => trx.deleteFrom('identifier_trace').execute())
    await asSystem((trx) =>
      trx
        .updateTable('patient')
        .set({ is_test: false, last_name: "O'Neill" })
        .where('id', '=', 'a1')
        .execute(),
    )
  })
  let nowMs = now
  const run = async (answer: (asked: Traced) => TraceResult | Promise<TraceResult>) => {
    const numbers: string[] = []
    const trace: Trace = async (one) => {
      numbers.push(one.nhsNumber)
      return answer(one)
    }
    await traceDue({
      database: opened.database,
      clock: { now: () => nowMs },
      asksDatabase: false,
      trace,
      log: { error: () => {} },
    })
    return numbers.toSorted()
  }
  const details = async (id = 'a1', options: Ask = {}) => {
    const answer = await server.ask(NhsNumberDetailsDocument.text, {
      as: 'manager',
      variables: { patientId: id },
      ...options,
    })
    return answer.errors.length > 0
      ? codeOf(answer)
      : (answer.data?.['nhsNumberResponseDetails'] as Record<string, unknown>)
  }

  test('who writes about a patient meanwhile keeps nobody from tracing them', async () => {
    // One connection waits for nobody.
    if (opened.url === null) return
    const numbers = await opened.database.asSystem(async (trx) => {
      await sql`select 1 from patient where id = 'a1' for key share`.execute(trx)
      return run(() => ({ kind: 'Found' }))
    })
    expect(numbers).toContain('9434765919')
  })

  test('a number that nobody was asked about is Not traced, not Not Found', async () => {
    expect(await details()).toEqual({
      nhsNumber: '9434765919',
      latestRetrievalTime: null,
      editable: true,
      latestStatus: { status: 'NotTraced', fields: [] },
    })
  })

  test('O379 each number is asked about once, and the answer is told with its time', async () => {
    expect(await run(() => ({ kind: 'Found' }))).toEqual(['9434765919', '9449305552', '9990000018'])
    expect(await details()).toMatchObject({
      latestRetrievalTime: new Date(now).toISOString(),
      latestStatus: { status: 'Found', fields: [] },
    })
    expect(await run(() => ({ kind: 'NotFound' }))).toEqual([])
  })

  for (const kind of ['NotFound', 'Superseded'] as const)
    test(`${kind} is told`, async () => {
      await run(() => ({ kind }))
      expect(await details()).toMatchObject({ latestStatus: { status: kind } })
    })

  test('a mismatch names the fields', async () => {
    await run(() => ({ kind: 'Mismatch', fields: ['birthDate', 'gender'] }))
    expect(await details()).toMatchObject({
      latestStatus: { status: 'Mismatch', fields: ['birthDate', 'gender'] },
    })
  })

  for (const [kind, fields] of [
    ['Died', ['birthDate']],
    ['Incomplete', ['gender']],
  ] as const)
    test(`${kind} is told with its fields`, async () => {
      await run(() => ({ kind, fields }))
      expect(await details()).toMatchObject({ latestStatus: { status: kind, fields } })
    })

  test('without an answer it is Pending, and asked again later, each time after longer', async () => {
    const never = () => ({ kind: 'unanswered', problem: 'HTTP 503' }) as const
    expect((await run(never)).length).toBe(3)
    expect(await details()).toMatchObject({
      latestRetrievalTime: null,
      latestStatus: { status: 'Pending' },
    })
    expect(await run(never)).toEqual([])
    nowMs = now + 61_000
    expect((await run(never)).length).toBe(3)
    nowMs += 61_000
    expect(await run(never)).toEqual([])
    nowMs = now
  })

  test('a test patient is never asked about', async () => {
    await asSystem((trx) =>
      trx.updateTable('patient').set({ is_test: true }).where('id', '=', 'a1').execute(),
    )
    expect(await run(() => ({ kind: 'Found' }))).not.toContain('9434765919')
    expect(await details()).toMatchObject({ latestStatus: { status: 'NotTraced' } })
  })

  test('an answer about other details says nothing, and the new ones are asked about', async () => {
    await run(() => ({ kind: 'Found' }))
    await asSystem((trx) =>
      trx.updateTable('patient').set({ last_name: 'Other' }).where('id', '=', 'a1').execute(),
    )
    expect(await details()).toMatchObject({ latestStatus: { status: 'NotTraced' } })
    expect(await run(() => ({ kind: 'Mismatch', fields: ['lastName'] }))).toEqual(['9434765919'])
    expect(await details()).toMatchObject({ latestStatus: { status: 'Mismatch' } })
  })

  test('an answer that comes once the details are others says nothing of them', async () => {
    const change = (lastName: string) =>
      asSystem((trx) =>
        trx.updateTable('patient').set({ last_name: lastName }).where('id', '=', 'a1').execute(),
      )
    await run(async ({ nhsNumber }) => {
      if (nhsNumber === '9434765919') {
        await change('Meanwhile')
        // What another server asks in between.
        await run(() => ({ kind: 'unanswered', problem: 'HTTP 503' }))
      }
      return { kind: 'Found' }
    })
    expect(await details()).toMatchObject({ latestStatus: { status: 'Pending' } })
  })

  test('two servers at once ask about each number once', async () => {
    const both = await Promise.all([run(() => ({ kind: 'Found' })), run(() => ({ kind: 'Found' }))])
    expect(both.flat().toSorted()).toEqual(['9434765919', '9449305552', '9990000018'])
  })

  test('a server that is killed while it asks does not lose the number', async () => {
    await expect(
      run(() => {
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    expect((await run(() => ({ kind: 'Found' }))).length).toBe(2)
    nowMs = now + 61_000
    expect((await run(() => ({ kind: 'Found' }))).length).toBe(1)
    nowMs = now
  })

  test('O379 who may not edit, and another organisation, cannot change the number', async () => {
    expect(await details('a1', { as: 'reader' })).toMatchObject({ editable: false })
    expect(await details('h1', { as: 'gp' })).toMatchObject({ editable: false })
    expect(await details('h1')).toBe('NOT_FOUND')
    expect(await details('b1', { as: 'nurse' })).toBe('NOT_FOUND')
  })

  test("the demonstration's directory answers as PDS does, about its own people alone", async () => {
    const pds = createPds({
      url: 'https://pds.invalid',
      clock,
      ask: createPdsDirectory(opened.database),
    })
    const kinds = new Set<string>()
    const set = (value: string) =>
      asSystem((trx) =>
        trx
          .updateTable('patient')
          .set({ national_identifier_value: value })
          .where('id', '=', 'a1')
          .execute(),
      )
    for (let at = 0; at < 23; at += 1) {
      const nhsNumber = String(9_434_765_919 + at)
      await set(nhsNumber)
      kinds.add((await pds({ ...asked, nhsNumber })).kind)
    }
    await set(asked.nhsNumber)
    expect([...kinds].toSorted()).toEqual([
      'Found',
      'Mismatch',
      'NotFound',
      'Superseded',
      'unanswered',
    ])
    expect(await pds({ ...asked, nhsNumber: '4010232137' })).toEqual({ kind: 'NotFound' })
  })
})
