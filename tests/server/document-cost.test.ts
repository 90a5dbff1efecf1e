import { readFileSync } from 'node:fs'
import { parse } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { costOfDocument, documentLimits, refusalOf } from '../../server/graphql/limits'
import { codeOf, startServer } from './client'
import type { TestServer } from './client'
import { onPglite } from './engines'
import { buildWorld } from './world'

const json = { 'content-type': 'application/json' }

/** `width` spreads at each of `levels` levels: read one by one they are width^levels. */
const spreads = (width: number, levels: number): string =>
  `query { me { ...F0 } } ${Array.from(
    { length: levels + 1 },
    (_, level) =>
      `fragment F${level} on Me { ${
        level < levels ? Array.from({ length: width }, () => `...F${level + 1}`).join(' ') : 'id'
      } }`,
  ).join(' ')}`

/** What is asked for, told only behind ten fragments. */
const behindTen = (fields: string): string =>
  `query { ...F0 } ${Array.from({ length: 10 }, (_, level) => `fragment F${level} on Query { ...F${level + 1} }`).join(' ')} fragment F10 on Query { ${fields} }`

const boards = (count: number): string =>
  Array.from(
    { length: count },
    (_, n) => `b${n}: virtualWardPatients(take: 50, skip: 0) { total }`,
  ).join(' ')

const timed = async <T>(work: () => T | Promise<T>): Promise<readonly [T, number]> => {
  const began = performance.now()
  const done = await work()
  return [done, performance.now() - began]
}

describe('the cost of a document', () => {
  test('30 spreads at each of 8 levels are counted within 50 ms', async () => {
    const document = parse(spreads(30, 8), { maxTokens: documentLimits.tokens })
    const [cost, ms] = await timed(() => costOfDocument(document))
    expect(ms).toBeLessThan(50)
    expect(refusalOf(cost)).toBe('The operation has more than 5000 fields')
  })

  test('what is behind fragments is counted as if it were written there', () => {
    for (const [written, message] of [
      [boards(9), 'The operation has more than 8 aliases'],
      ['__typename '.repeat(11), 'The operation has more than 10 fields at its root'],
      [`${'me { '.repeat(9)} id ${'}'.repeat(9)}`, 'The operation has more than 8 levels'],
    ] as const) {
      expect(refusalOf(costOfDocument(parse(`{ ${written} }`)))).toBe(message)
      expect(refusalOf(costOfDocument(parse(behindTen(written))))).toBe(message)
    }
    expect(costOfDocument(parse(behindTen(boards(3))))).toEqual(
      costOfDocument(parse(`{ ${boards(3)} }`)),
    )
  })

  test('a ring of fragments ends', () => {
    const ring = parse(
      '{ ...a } fragment a on Query { me { id } ...b } fragment b on Query { ...a }',
    )
    expect(costOfDocument(ring)).toMatchObject({ fields: 2 })
  })

  test('no document of the portal comes near a bound', () => {
    const portal = parse(readFileSync('tests/server/contract/3.15.graphql', 'utf8'))
    expect(portal.definitions.length).toBeGreaterThan(30)
    const cost = costOfDocument(portal)
    expect(refusalOf(cost)).toBeNull()
    expect(cost.fields).toBeGreaterThan(50)
    expect(cost.fields).toBeLessThan(documentLimits.fields / 2)
  })
})

onPglite(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database)
  })
  const post = (target: TestServer, body: unknown, as?: string, path = '/Prod/graphql') =>
    target.fetch(path, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(body),
      ...(as === undefined ? {} : { as }),
    })

  test('30^8 spreads of a user: ten of them are refused at once and /health answers meanwhile', async () => {
    const each: number[] = []
    for (const width of [29, 28, 27, 26, 25])
      each.push((await timed(() => post(server, { query: spreads(width, 8) }, 'nurse')))[1])
    expect(Math.min(...each)).toBeLessThan(50)
    for (const path of ['/Prod/graphql', '/Prod/graphql-internal']) {
      const attack = post(
        server,
        Array.from({ length: 10 }, (_, n) => ({ query: spreads(30 - n, 8) })),
        'nurse',
        path,
      )
      const [health, ms] = await timed(() => server.fetch('/health'))
      expect(health.status).toBe(200)
      expect(ms).toBeLessThan(500)
      const [answer, attackMs] = await timed(() => attack)
      expect(attackMs).toBeLessThan(500)
      expect(JSON.stringify(await answer.json()).match(/more than 5000 fields/g)).toHaveLength(10)
    }
  })

  const filled = (part: string, length = 1_000_000): string =>
    part.repeat(Math.floor(length / part.length))
  const ofText = (text: string) => ({
    query: `{ patients(filter: ALL, take: "${text}") { total } }`,
  })
  const ofVariable = (patientId: unknown) => ({
    query: 'query ($id: ID!) { patient(patientId: $id) { id } }',
    variables: { id: patientId },
  })
  /** The least time of several answers to a body, milliseconds. */
  const leastOf = async (body: string, path: string): Promise<number> => {
    const each: number[] = []
    for (let time = 0; time < 8; time += 1) {
      const [answer, ms] = await timed(() =>
        server.fetch(path, { method: 'POST', headers: json, body, as: 'nurse' }),
      )
      each.push(ms)
      expect(answer.status, path).toBeLessThan(500)
      expect((await answer.text()).length, path).toBeLessThan(66_000)
    }
    return Math.min(...each)
  }
  // How many times as long as a harmless text of that length: a machine that is slow or busy takes
  // longer for both. On an idle one a megabyte of text takes 10 ms.
  test.each([
    [
      'a literal that is quoted, of the words of a suggestion',
      JSON.stringify(ofText(filled(' Did you mean '))),
      8,
    ],
    [
      'one as long as a document may be',
      JSON.stringify(ofText(filled(' Did you mean ', 32_000))),
      8,
    ],
    ['a name that is not there', JSON.stringify({ query: `{ ${filled('a')} }` }), 8],
    [
      'variables of 60,000 wrong inputs',
      JSON.stringify(ofVariable(Array.from({ length: 60_000 }, () => ({ a: 1 })))),
      20,
    ],
    [
      'variables nested half a million deep',
      JSON.stringify(ofVariable(0)).replace(
        /0\}\}$/,
        `${'['.repeat(490_000)}${']'.repeat(490_000)}}}`,
      ),
      100,
    ],
  ])(
    'B1 a megabyte without a token is answered about as fast as any other, and briefly: %s',
    async (_what, body, most) => {
      for (const path of ['/Prod/graphql', '/Prod/graphql-internal']) {
        const harmless = await leastOf(JSON.stringify(ofVariable(filled('a', body.length))), path)
        expect((await leastOf(body, path)) / harmless, path).toBeLessThan(most)
      }
    },
  )

  test('forty boards behind ten fragments are refused as forty boards are', async () => {
    for (const query of [`{ ${boards(40)} }`, behindTen(boards(40))]) {
      const answer = await server.ask(query, { as: 'nurse' })
      expect([answer.data, answer.errors[0]?.message], query.slice(0, 30)).toEqual([
        null,
        'The operation has more than 8 aliases',
      ])
    }
  })

  test('two mutations behind one spread with one key: neither is done', async () => {
    const note = (text: string) => `addPatientNote(PatientId: "a1", text: "${text}") { id }`
    const answer = await server.ask(
      `mutation { ...both } fragment both on Mutation { one: ${note('first of two')} two: ${note('second of two')} }`,
      { as: 'nurse', key: 'two-behind-one' },
    )
    expect(answer.errors.map((error) => error.extensions?.code)).toEqual(['BAD_USER_INPUT'])
    expect(
      await opened.database.kysely
        .selectFrom('patient_note')
        .select('id')
        .where('text', 'like', '% of two')
        .execute(),
    ).toEqual([])
  })

  test('operations are counted for each user and minute, those of a batch one by one', async () => {
    const strict = await startServer(opened.database, { perMinute: { operations: 15, rows: 100 } })
    const ten = Array.from({ length: 10 }, () => ({ query: '{ me { id } }' }))
    const refused = async (as: string) =>
      ((await (await post(strict, ten, as)).json()) as { errors?: unknown[] }[]).filter((answer) =>
        JSON.stringify(answer.errors ?? '').includes('TOO_MANY'),
      ).length
    expect(await refused('nurse')).toBe(0)
    expect(await refused('nurse')).toBe(5)
    expect(await refused('reader')).toBe(0)
    expect(
      (
        await strict.fetch('/Prod/getCheckup', {
          method: 'POST',
          headers: json,
          body: '{"checkupId":"c-a1"}',
          as: 'nurse',
        })
      ).status,
    ).toBe(429)
  })

  test('pages are counted by the rows they may hold', async () => {
    const strict = await startServer(opened.database, { perMinute: { operations: 100, rows: 120 } })
    const board = (take: number) =>
      strict.ask('query ($take: Int!) { virtualWardPatients(take: $take, skip: 0) { total } }', {
        as: 'nurse',
        variables: { take },
      })
    expect(codeOf(await board(50))).toBe('ok')
    expect(codeOf(await board(50))).toBe('ok')
    expect(codeOf(await board(20))).toBe('ok')
    const over = await board(10)
    expect([over.status, codeOf(over)]).toEqual([429, 'TOO_MANY'])
    expect(codeOf(await strict.ask('{ me { id } }', { as: 'nurse' }))).toBe('ok')
  })
})
