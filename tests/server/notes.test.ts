import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, startServer } from './client'
import type { TestServer } from './client'
import { onPglite } from './engines'
import { at, buildWorld } from './world'

const add = `mutation ($p: ID!, $t: String!, $c: DateTime, $k: ID, $g: ID) {
  addPatientNote(PatientId: $p, text: $t, capturedAt: $c, checkupId: $k, generatedNoteId: $g) {
    id revision patientId text capturedAt createdAt createdBy { id firstName lastName } organization { id name } checkup { id endedAt } } }`
const list = `query ($p: ID!, $take: Int, $before: DateTime) { patientNotes(patientId: $p, take: $take, before: $before) {
  total asOf notes { id text capturedAt createdBy { id firstName } organization { id name } checkup { id } } } }`

onPglite(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database)
  })
  const count = async (id: string): Promise<number> =>
    (
      await opened.database.kysely
        .selectFrom('patient_note')
        .select('id')
        .where('id', '=', id)
        .execute()
    ).length
  const notesOf = async (patient: string, as: string) =>
    (await server.ask(list, { as, variables: { p: patient } })).data?.patientNotes as {
      total: number
      notes: { id: string; text: string; capturedAt: string }[]
    }

  test('C547 C160 C276 P199 addPatientNote writes a note with author, organisation and check-up, and keeps a generated id', async () => {
    const answer = await server.ask(add, {
      as: 'nurse',
      key: 'note-0001',
      variables: { p: 'a1', t: '  Walked to the window  ', c: at(5), k: 'c-a1', g: 'gen-1' },
    })
    expect(answer.errors).toEqual([])
    expect(answer.data?.addPatientNote).toMatchObject({
      id: 'note-0001',
      patientId: 'a1',
      text: 'Walked to the window',
      capturedAt: at(5),
      createdAt: at(0),
      createdBy: { id: 'nurse', firstName: 'NURSE', lastName: 'Tester' },
      organization: { id: 'w', name: 'West Ward' },
      checkup: { id: 'c-a1', endedAt: at(30) },
    })
    const row = await opened.database.kysely
      .selectFrom('patient_note')
      .selectAll()
      .where('id', '=', 'note-0001')
      .executeTakeFirstOrThrow()
    expect(row.generated_note_id).toBe('gen-1')
  })

  describe('a resend after a lost answer, when the right was lost in between', () => {
    const asOwner = (statement: string) =>
      opened.database.asSystem((trx) => sql.raw(statement).execute(trx))
    const cases: readonly (readonly [string, string, string, string])[] = [
      [
        'the role',
        `update user_organization set roles = '["Read Only"]' where user_id = 'care' and organization_id = 'w'`,
        `update user_organization set roles = '["Care Assistant"]' where user_id = 'care' and organization_id = 'w'`,
        'FORBIDDEN',
      ],
      [
        'the membership',
        `update user_organization set deleted_at = '${at(0)}' where user_id = 'care'`,
        `update user_organization set deleted_at = null where user_id = 'care'`,
        'FORBIDDEN',
      ],
      [
        'the ward',
        `delete from ward_staff where user_id = 'care'`,
        `insert into ward_staff (ward_id, user_id, organization_id, assigned_at) values ('ward-A', 'care', 'w', '${at(100)}')`,
        'NOT_FOUND',
      ],
    ]
    test.each(cases)(
      '%s: it is told as done, shown to who still sees it, and nothing new is written',
      async (what, lose, regain, refusal) => {
        const key = `lost-${what.replaceAll(' ', '-')}`
        const send = (more: Partial<{ key: string; in: string; as: string; t: string }> = {}) =>
          server.ask(add, {
            as: more.as ?? 'care',
            key: more.key ?? key,
            ...(more.in === undefined ? {} : { in: more.in }),
            variables: { p: 'a1', t: more.t ?? 'Written in time' },
          })
        const first = await send()
        expect(first.errors).toEqual([])
        await asOwner(lose)
        try {
          for (const again of [await send(), await send({ in: 'w' })])
            if (what === 'the role') {
              expect(again.errors).toEqual([])
              expect(again.data).toEqual(first.data)
            } else {
              expect([codeOf(again), again.errors[0]?.extensions?.reason]).toEqual([
                'NOT_FOUND',
                'DONE',
              ])
              expect(again.data).toBeNull()
            }
          // Another key, another text or another user under the same key are judged by what is
          // right now.
          expect(codeOf(await send({ key: `${key}-new` }))).toBe(refusal)
          // (The ward alone leaves her a member who may write: the key is hers, and used.)
          expect(codeOf(await send({ t: 'Something else' }))).toBe(
            refusal === 'NOT_FOUND' ? 'CONFLICT' : refusal,
          )
          expect(codeOf(await send({ as: 'reader' }))).toBe('FORBIDDEN')
          expect(await count(key)).toBe(1)
        } finally {
          await asOwner(regain)
        }
      },
    )

    test('a removed user is not signed in: nothing is told', async () => {
      const send = () =>
        server.ask(add, { as: 'owl', key: 'lost-account', variables: { p: 'a1', t: 'Before' } })
      expect(codeOf(await send())).toBe('ok')
      await asOwner(`update user_account set deleted_at = '${at(0)}' where id = 'owl'`)
      expect(codeOf(await send())).toBe('UNAUTHORIZED')
      await asOwner(`update user_account set deleted_at = null where id = 'owl'`)
    })
  })

  test('a note sent again with its key is written once and answered alike', async () => {
    const send = () =>
      server.ask(add, { as: 'nurse', key: 'note-twice', variables: { p: 'a1', t: 'Once only' } })
    const first = await send()
    const second = await send()
    expect(second.data).toEqual(first.data)
    expect(second.errors).toEqual([])
    expect(await count('note-twice')).toBe(1)
    const log = await opened.database.kysely
      .selectFrom('action_log')
      .select('seq')
      .where('entity_id', '=', 'note-twice')
      .execute()
    expect(log).toHaveLength(1)
  })

  test('a key that was used for something else is refused and nothing is written', async () => {
    await server.ask(add, { as: 'nurse', key: 'note-reused', variables: { p: 'a1', t: 'First' } })
    const before = await notesOf('a1', 'nurse')
    const answer = await server.ask(add, {
      as: 'nurse',
      key: 'note-reused',
      variables: { p: 'a1', t: 'Second' },
    })
    expect(codeOf(answer)).toBe('CONFLICT')
    expect(answer.errors[0]?.extensions?.reason).toBe('ID_REUSED')
    expect((await notesOf('a1', 'nurse')).total).toBe(before.total)
    const stranger = await server.ask(add, {
      as: 'carer',
      key: 'note-reused',
      variables: { p: 'h1', t: 'Other user' },
    })
    expect(stranger.errors[0]?.extensions?.reason).toBe('ID_REUSED')
  })

  test('a refused note leaves its key free: corrected and sent again it is written', async () => {
    expect(
      codeOf(
        await server.ask(add, {
          as: 'nurse',
          key: 'note-corrected',
          variables: { p: 'a1', t: ' ' },
        }),
      ),
    ).toBe('BAD_USER_INPUT')
    expect(
      codeOf(
        await server.ask(add, {
          as: 'nurse',
          key: 'note-corrected',
          variables: { p: 'a1', t: 'Right' },
        }),
      ),
    ).toBe('ok')
  })

  test('a note without a key gets an id of the server', async () => {
    const answer = await server.ask(add, { as: 'nurse', variables: { p: 'a1', t: 'No key' } })
    expect(answer.data).toEqual({
      addPatientNote: expect.objectContaining({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      }) as object,
    })
  })

  test('wrong input is named by argument and nothing is stored', async () => {
    const total = (await notesOf('a1', 'nurse')).total
    const refusals: readonly [Record<string, unknown>, string, string][] = [
      [{ p: 'a1', t: '   ' }, 'text', 'Required'],
      [{ p: 'a1', t: 'x'.repeat(5001) }, 'text', 'Must be 5,000 characters or fewer'],
      [{ p: 'a1', t: 'About another', k: 'c-b1' }, 'checkupId', 'Not a check-up of this patient'],
    ]
    for (const [variables, path, message] of refusals) {
      const answer = await server.ask(add, { as: 'nurse', variables })
      expect(codeOf(answer)).toBe('BAD_USER_INPUT')
      expect(answer.errors[0]?.extensions?.argErrors).toEqual([{ path, message }])
    }
    expect(
      codeOf(
        await server.ask(add, { as: 'nurse', key: 'bad key!', variables: { p: 'a1', t: 'x' } }),
      ),
    ).toBe('BAD_USER_INPUT')
    expect((await notesOf('a1', 'nurse')).total).toBe(total)
    expect(
      codeOf(await server.ask(add, { as: 'nurse', variables: { p: 'a1', t: 'x'.repeat(5000) } })),
    ).toBe('ok')
  })

  test('one key belongs to one mutation field', async () => {
    const answer = await server.ask('mutation { a: didStayLoggedIn b: didStayLoggedIn }', {
      as: 'nurse',
      key: 'two-fields',
    })
    expect(codeOf(answer)).toBe('BAD_USER_INPUT')
  })

  test('a device whose clock runs ahead cannot write into the future', async () => {
    const answer = await server.ask(add, {
      as: 'nurse',
      variables: { p: 'a1', t: 'From tomorrow', c: at(-1440) },
    })
    expect(answer.data).toMatchObject({ addPatientNote: { capturedAt: at(0) } })
  })

  test('C500 patientNotes answers newest first, by page, with the total', async () => {
    for (const [n, minutes] of [
      [1, 400],
      [2, 300],
      [3, 200],
    ] as const)
      await server.ask(add, {
        as: 'carer',
        key: `h2-note-${n}`,
        variables: { p: 'h2', t: `Note ${n}`, c: at(minutes) },
      })
    const first = (await server.ask(list, { as: 'carer', variables: { p: 'h2', take: 2 } })).data
      ?.patientNotes
    expect(first).toMatchObject({
      total: 3,
      asOf: at(0),
      notes: [
        {
          text: 'Note 3',
          capturedAt: at(200),
          createdBy: { id: 'carer' },
          organization: { id: 'h', name: 'Hill Home' },
          checkup: null,
        },
        { text: 'Note 2' },
      ],
    })
    const next = (
      await server.ask(list, { as: 'carer', variables: { p: 'h2', take: 2, before: at(300) } })
    ).data?.patientNotes
    expect(next).toMatchObject({ total: 3, notes: [{ text: 'Note 1' }] })
    for (const take of [0, 51, -1])
      expect(codeOf(await server.ask(list, { as: 'carer', variables: { p: 'h2', take } }))).toBe(
        'BAD_USER_INPUT',
      )
  })

  test('a practice reads what the care home wrote, with the author it cannot otherwise see', async () => {
    const page = await server.ask(list, { as: 'gp', variables: { p: 'h1' } })
    expect(page.data?.patientNotes).toMatchObject({
      notes: [
        {
          id: 'note-h1',
          createdBy: { id: 'carer', firstName: 'CARER' },
          organization: { name: 'Hill Home' },
        },
      ],
    })
  })

  test('a note full of markup and SQL comes back letter for letter', async () => {
    const text = `<img src=x onerror="alert(1)"><script>alert('x')</script> '; drop table patient; -- \${7*7} {{7*7}} \u202e \u{1F600}`
    await server.ask(add, { as: 'nurse', key: 'note-markup', variables: { p: 'a2', t: text } })
    expect((await notesOf('a2', 'nurse')).notes[0]?.text).toBe(text)
    const raw = await server.fetch('/Prod/graphql', {
      method: 'POST',
      as: 'nurse',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: list, variables: { p: 'a2' } }),
    })
    expect(raw.headers.get('content-type')).toMatch(/^application\/json/)
    expect(raw.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('neither notes nor names nor tokens reach the log', async () => {
    await server.ask(add, { as: 'nurse', variables: { p: 'a1', t: 'canary-note-text' } })
    await server.ask(list, { as: 'nurse', variables: { p: 'a1' } })
    const log = server.logged.join('\n')
    expect(log).toContain('"patientId":"a1"')
    for (const canary of [
      'canary-note-text',
      "O'Neill",
      'Zoë',
      'token-nurse',
      '9434765919',
      'example.test',
    ])
      expect(log).not.toContain(canary)
  })
})
