import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unstorableMessage } from '../../src/domain/text/storable'
import { codeOf, startServer } from './client'
import type { TestServer } from './client'
import { onBothEngines } from './engines'
import { startIdentityServer } from './identity/identity-server'
import type { IdentityServer } from './identity/identity-server'
import { at, buildWorld } from './world'

const url = '/Prod/graphql'
const add =
  'mutation ($p: ID!, $text: String!, $c: DateTime, $g: ID) { addPatientNote(PatientId: $p, text: $text, capturedAt: $c, generatedNoteId: $g) { id capturedAt } }'
const bad = ['a\0b', '\ud800', 'x\udc00y']
const day = 24 * 60

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let identity: IdentityServer
  beforeAll(async () => {
    server = await startServer(opened.database)
    identity = await startIdentityServer(opened.database)
  })
  afterAll(() => identity.close())
  const post = (body: unknown, more: { as?: string; in?: string; path?: string } = {}) =>
    server.fetch(more.path ?? url, {
      method: 'POST',
      as: more.as ?? 'nurse',
      ...(more.in === undefined ? {} : { in: more.in }),
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  test('a variable that cannot be stored is refused by name, whatever the operation', async () => {
    for (const text of bad) {
      for (const [query, variables, path] of [
        [add, { p: 'a1', text }, 'text'],
        [add, { p: 'a1', text: 'Fine', g: text }, 'g'],
        ['query ($id: ID!) { patient(patientId: $id) { id } }', { id: text }, 'id'],
        ['query ($id: ID!) { checkup(id: $id) { id } }', { id: text }, 'id'],
      ] as const) {
        const answer = await server.ask(query, { as: 'nurse', variables })
        expect([codeOf(answer), answer.errors[0]?.extensions?.argErrors]).toEqual([
          'BAD_USER_INPUT',
          [{ path, message: unstorableMessage }],
        ])
      }
    }
  })

  test('so is one that is written in the document, and an id longer than any is', async () => {
    const literal = await server.ask(String.raw`{ patient(patientId: "a\u0000") { id } }`, {
      as: 'nurse',
    })
    expect([codeOf(literal), literal.errors[0]?.extensions?.argErrors]).toEqual([
      'BAD_USER_INPUT',
      [{ path: 'patientId', message: unstorableMessage }],
    ])
    const long = 'x'.repeat(601)
    expect(
      codeOf(await server.ask(`{ patient(patientId: "${long}") { id } }`, { as: 'nurse' })),
    ).toBe('BAD_USER_INPUT')
    const answer = await server.ask('query ($id: ID!) { checkup(id: $id) { id } }', {
      as: 'nurse',
      variables: { id: long },
    })
    expect(answer.errors[0]?.extensions?.argErrors).toEqual([
      { path: 'id', message: 'Must have 600 characters or fewer' },
    ])
    expect(
      codeOf(
        await server.ask('query ($id: ID!) { checkup(id: $id) { id } }', {
          as: 'nurse',
          variables: { id: 'x'.repeat(600) },
        }),
      ),
    ).toBe('NOT_FOUND')
  })

  test('REST bodies, query strings and identity endpoints answer 400', async () => {
    expect((await post({ checkupId: 'c\0' }, { path: '/Prod/getCheckup' })).status).toBe(400)
    expect((await server.fetch('/Prod/organizations?search=%00', { as: 'nurse' })).status).toBe(400)
    for (const text of bad) {
      for (const [call, body] of [
        [
          'signInWithPassword',
          { email: `${text}@example.test`, password: 'lantern-harbour-violet' },
        ],
        ['sendOobCode', { requestType: 'PASSWORD_RESET', email: text }],
        ['resetPassword', { oobCode: text }],
        ['lookup', { idToken: text }],
      ] as const) {
        const answer = await identity.post(
          `/identitytoolkit.googleapis.com/v1/accounts:${call}`,
          body,
        )
        expect([call, answer.status, answer.body]).toEqual([
          call,
          400,
          { error: expect.objectContaining({ code: 400, message: 'INVALID_REQUEST' }) as object },
        ])
      }
    }
  })

  test('no JSON body with such a text anywhere is a fault of the server', async () => {
    const dirty = fc
      .tuple(fc.string(), fc.constantFrom(...bad), fc.string())
      .map((parts) => parts.join(''))
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        dirty,
        fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
        fc.dictionary(
          fc.oneof(fc.constantFrom('query', 'variables', 'email', 'checkupId'), dirty),
          tie('value'),
          { minKeys: 1, maxKeys: 3 },
        ),
      ),
    })).value
    await fc.assert(
      fc.asyncProperty(json, async (body) => {
        for (const path of [url, '/Prod/getCheckup'])
          expect((await post(body, { path })).status).toBeLessThan(500)
        const answer = await post({
          query: 'query ($id: ID!) { patient(patientId: $id) { id } }',
          variables: { id: body },
          extensions: { idempotencyKey: body },
        })
        expect(answer.status).toBeLessThan(500)
        expect(await answer.text()).not.toContain('INTERNAL')
        for (const call of ['signInWithPassword', 'sendOobCode'])
          expect(
            (
              await identity.post(`/identitytoolkit.googleapis.com/v1/accounts:${call}`, {
                email: body,
                password: body,
                requestType: 'PASSWORD_RESET',
              })
            ).status,
          ).toBe(400)
      }),
      { numRuns: 40 },
    )
  })

  test('a body that is not JSON is refused without a word of it', async () => {
    const answer = await post('{"query": CANARY patient name')
    const text = await answer.text()
    expect(answer.status).toBe(400)
    expect(text).not.toMatch(/CANARY|originalError|Unexpected token/)
  })

  test('a generated id is bounded, and a note is at most 90 days old', async () => {
    const ask = (variables: object) =>
      server.ask(add, { as: 'nurse', variables: { p: 'a1', text: 'Seen', ...variables } })
    for (const g of ['x'.repeat(65), 'a b', ''])
      expect((await ask({ g })).errors[0]?.extensions?.argErrors?.[0]?.path, g).toBe(
        'generatedNoteId',
      )
    expect(codeOf(await ask({ g: 'x'.repeat(64) }))).toBe('ok')
    for (const c of ['0001-01-01T00:00:00.000Z', at(90 * day + 1)])
      expect((await ask({ c })).errors[0]?.extensions?.argErrors, c).toEqual([
        { path: 'capturedAt', message: 'Must be within the last 90 days' },
      ])
    expect((await ask({ c: at(90 * day) })).data).toMatchObject({
      addPatientNote: { capturedAt: at(90 * day) },
    })
    expect((await ask({ c: at(-6) })).data).toMatchObject({ addPatientNote: { capturedAt: at(0) } })
  })

  test('the same note sent ten times at once is written once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        server.ask(add, {
          as: 'nurse',
          key: 'note-parallel',
          variables: { p: 'a1', text: 'In parallel' },
        }),
      ),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer.data)))).toHaveLength(1)
    expect(answers.flatMap((answer) => answer.errors)).toEqual([])
    expect(
      await opened.database.kysely
        .selectFrom('patient_note')
        .select('id')
        .where('id', '=', 'note-parallel')
        .execute(),
    ).toHaveLength(1)
  })

  test('a key that is another organisation’s note answers like any key used before', async () => {
    const ask = (text: string, key: string) =>
      server.ask(add, { as: 'nurse', key, variables: { p: 'a1', text } })
    await ask('First', 'used-before')
    const own = await ask('Second', 'used-before')
    await opened.database.kysely
      .insertInto('patient_note')
      .values({
        id: 'foreign-note-1',
        organization_id: 'h',
        patient_id: 'h2',
        text: 'Theirs',
        captured_at: at(9),
        created_at: at(9),
        created_by: 'carer',
        revision: 900,
      })
      .execute()
    const foreign = await ask('Mine', 'foreign-note-1')
    expect(foreign).toEqual(own)
    expect(foreign.errors[0]?.message).not.toContain('note')
  })

  test('a page ends with all rows of its last instant, so that paging skips none', async () => {
    const instant = at(60)
    await opened.database.kysely
      .insertInto('patient_note')
      .values(
        Array.from({ length: 60 }, (_, n) => ({
          id: `tied-${n}`,
          organization_id: 'w',
          patient_id: 'b1',
          text: 'Tied',
          captured_at: instant,
          created_at: instant,
          created_by: 'nurse',
          revision: 1000 + n,
        })),
      )
      .execute()
    await opened.database.kysely
      .insertInto('patient_note')
      .values({
        id: 'older',
        organization_id: 'w',
        patient_id: 'b1',
        text: 'Older',
        captured_at: at(61),
        created_at: instant,
        created_by: 'nurse',
        revision: 1100,
      })
      .execute()
    const page = async (before: string | null) =>
      (
        await server.ask(
          'query ($b: DateTime) { patientNotes(patientId: "b1", take: 50, before: $b) { notes { id capturedAt } } }',
          { as: 'admin', variables: { b: before } },
        )
      ).data?.patientNotes as { notes: { id: string; capturedAt: string }[] }
    const first = await page(null)
    expect(first.notes).toHaveLength(60)
    expect(first.notes.map(({ id }) => id)).toEqual(
      first.notes
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    )
    expect((await page(instant)).notes.map(({ id }) => id)).toEqual(['older'])
  })

  test('A5 acting as a foreign organisation is 403, and FORBIDDEN in its place of a batch', async () => {
    const single = await post({ query: '{ me { id } }' }, { in: 'h' })
    expect([single.status, await single.json()]).toMatchObject([
      403,
      { errors: [{ extensions: { code: 'FORBIDDEN' } }] },
    ])
    const batch = await post([{ query: '{ me { id } }' }, { query: '{ __typename }' }], { in: 'h' })
    expect(await batch.json()).toMatchObject([
      { errors: [{ extensions: { code: 'FORBIDDEN' } }] },
      { data: { __typename: 'Query' } },
    ])
    expect(batch.status).toBe(200)
  })
})
