import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createPokeHub } from '../../server/pokes/hub'
import { saveIngestKey } from '../../server/ingest'
import { codeOf, startServer } from './client'
import type { TestServer } from './client'
import { onBothEngines } from './engines'
import { box, ingestApp, post } from './ingest/device'
import { at, buildWorld, now } from './world'

const send = `mutation ($p: ID!, $message: String!, $c: DateTime) { sendChatMessage(PatientId: $p, message: $message, capturedAt: $c) {
  id revision patientId message capturedAt createdAt createdById isFromPatient createdBy { id firstName lastName } organization { id name } } }`
const chat = `query ($p: ID!, $since: DateTime, $before: DateTime, $take: Int) { patientChat(patientId: $p, sinceDate: $since, before: $before, take: $take) {
  channel lastMessageDate totalMessages isOpen asOf participants { id firstName lastName isPatient }
  messages { id message createdAt createdById isFromPatient createdBy { id firstName lastName } } } }`
interface Chat {
  readonly channel: string
  readonly lastMessageDate: string | null
  readonly totalMessages: number
  readonly isOpen: boolean
  readonly participants: readonly { readonly id: string; readonly isPatient: boolean }[]
  readonly messages: readonly {
    readonly id: string
    readonly message: string
    readonly createdById: string
    readonly isFromPatient: boolean
  }[]
}

onBothEngines(
  async (database) => {
    await buildWorld(database)
    for (const [id, organizationId] of [
      ['key-chat-w', 'w'],
      ['key-chat-h', 'h'],
    ] as const)
      await database.asSystem((trx) =>
        saveIngestKey(trx, box, {
          id,
          organizationId,
          secret: `secret of ${id}`,
          name: id,
          createdAt: at(100),
        }),
      )
  },
  (opened) => {
    let server: TestServer
    const owner = (statement: string) =>
      opened.database.asSystem((trx) => sql.raw(statement).execute(trx))
    beforeAll(async () => {
      server = await startServer(opened.database, { secrets: box })
    })
    beforeEach(async () => {
      await owner('delete from chat_message')
      await owner(`update organization set features = features || '{"patientChat": true}'`)
    })
    const write = (
      as: string,
      p: string,
      message: string,
      more: { key?: string; in?: string } = {},
    ) => server.ask(send, { as, variables: { p, message }, ...more })
    const ask = (as: string, p: string, variables: object = {}) =>
      server.ask(chat, { as, variables: { p, ...variables } })
    const read = async (as: string, p: string, variables: object = {}): Promise<Chat> => {
      const answer = await ask(as, p, variables)
      expect(answer.errors).toEqual([])
      return answer.data?.patientChat as Chat
    }
    const app = () => ingestApp(opened.database, { clock: { now: () => now } })
    const fromApp = (organizationId: string, item: unknown, path = 'chat-messages') =>
      post(app(), path, item, {
        key: `key-chat-${organizationId}`,
        secret: `secret of key-chat-${organizationId}`,
        timestamp: String(now / 1000),
      })
    const says = (id: string, patientId: string, message: string) => ({
      id,
      patientId,
      message,
      sentAt: at(0),
    })

    test('C545 C293 P200 a message is written once under its key, with author, organisation and times, and is in the action log', async () => {
      const first = await server.ask(send, {
        as: 'nurse',
        key: 'message-0001',
        variables: { p: 'a1', message: '  How is the breathing?  ', c: at(5) },
      })
      expect(first.errors).toEqual([])
      expect(first.data?.sendChatMessage).toMatchObject({
        id: 'message-0001',
        patientId: 'a1',
        message: 'How is the breathing?',
        capturedAt: at(5),
        createdAt: at(0),
        createdById: 'nurse',
        isFromPatient: false,
        createdBy: { id: 'nurse', firstName: 'NURSE', lastName: 'Tester' },
        organization: { id: 'w', name: 'West Ward' },
      })
      const again = await server.ask(send, {
        as: 'nurse',
        key: 'message-0001',
        variables: { p: 'a1', message: '  How is the breathing?  ', c: at(5) },
      })
      expect(again).toEqual(first)
      expect((await read('nurse', 'a1')).totalMessages).toBe(1)
      const { rows } = await sql<{ entity_type: string; details: unknown }>`
        select entity_type, details from action_log where action = 'sendChatMessage' and entity_id = 'message-0001'`.execute(
        opened.database.kysely,
      )
      expect(rows).toEqual([{ entity_type: 'chatMessage', details: {} }])
    })

    test('C009 P005 a patient with a self-care login writes from their app and reads what staff answered, and when it was written; each request is signed', async () => {
      await owner(`insert into self_care (patient_id, user_id, organization_id, created_at)
        values ('a1', 'selfcare', 'w', '${at(9)}') on conflict do nothing`)
      const stored = await fromApp('w', says('m-1', 'a1', 'I am short of breath'))
      expect([stored.status, stored.body['replay']]).toEqual([201, false])
      await server.ask(send, {
        as: 'nurse',
        variables: { p: 'a1', message: 'Sit up. I call you now.', c: at(3) },
      })
      expect(
        (await read('nurse', 'a1')).messages.map(({ message, isFromPatient, createdById }) => [
          message,
          isFromPatient,
          createdById,
        ]),
      ).toEqual([
        ['I am short of breath', true, 'a1'],
        ['Sit up. I call you now.', false, 'nurse'],
      ])
      const told = await fromApp('w', { patientId: 'a1' }, 'chat-messages/read')
      expect(told.status).toBe(200)
      expect(told.body).toMatchObject({
        isOpen: true,
        totalMessages: 2,
        lastMessageDate: at(0),
        messages: [
          { message: 'I am short of breath', isFromPatient: true },
          {
            message: 'Sit up. I call you now.',
            writtenAt: at(3),
            createdAt: at(0),
            isFromPatient: false,
            createdBy: { firstName: 'NURSE', lastName: 'Tester' },
          },
        ],
      })
      for (const path of ['chat-messages', 'chat-messages/read'])
        expect(
          (
            await post(app(), path, says('m-2', 'a1', 'Forged'), {
              key: 'key-chat-w',
              secret: 'guessed',
              timestamp: String(now / 1000),
            })
          ).status,
        ).toBe(401)
      expect((await read('nurse', 'a1')).totalMessages).toBe(2)
      await owner(`delete from self_care where patient_id = 'a1'`)
    })

    test('a message of the app is stored once, and another one under its id is refused', async () => {
      const item = says('m-1', 'a1', 'Good morning')
      const first = await fromApp('w', item)
      const again = await fromApp('w', item)
      expect([again.status, again.body]).toEqual([200, { ...first.body, replay: true }])
      expect((await fromApp('w', { ...item, message: 'Good night' })).body['code']).toBe(
        'ID_ALREADY_USED',
      )
      expect((await read('nurse', 'a1')).totalMessages).toBe(1)
    })

    test('C294 C498 the chat answers messages, participants, the last date and how many there are; sinceDate leaves out earlier ones', async () => {
      const empty = await read('nurse', 'a1')
      expect(empty).toMatchObject({
        messages: [],
        lastMessageDate: null,
        totalMessages: 0,
        isOpen: true,
        participants: [{ id: 'a1', isPatient: true }],
      })
      for (const [nth, minutesAgo] of [30, 20, 10].entries())
        await owner(`insert into chat_message (id, organization_id, patient_id, author_id, text, captured_at, created_at, revision)
          values ('c-${nth}', 'w', 'a1', '${nth === 1 ? 'care' : 'nurse'}', 'Number ${nth}', '${at(minutesAgo)}', '${at(minutesAgo)}', ${900 + nth})`)
      const whole = await read('nurse', 'a1')
      expect(whole.messages.map(({ id }) => id)).toEqual(['c-0', 'c-1', 'c-2'])
      expect([whole.totalMessages, whole.lastMessageDate]).toEqual([3, at(10)])
      expect(whole.participants.map(({ id }) => id)).toEqual(['a1', 'nurse', 'care'])
      const since = await read('nurse', 'a1', { since: at(20) })
      expect([since.messages.map(({ id }) => id), since.totalMessages]).toEqual([['c-1', 'c-2'], 3])
      expect(
        (await read('nurse', 'a1', { before: at(20), take: 1 })).messages.map(({ id }) => id),
      ).toEqual(['c-0'])
      expect((await read('nurse', 'a1', { take: 1 })).messages.map(({ id }) => id)).toEqual(['c-2'])
    })

    test('a patient of two organisations has two chats, and neither sees, hears or counts the other', async () => {
      const heard: string[] = []
      const hub = createPokeHub(opened.database)
      const sure = ['h', 'p'].map(
        (organizationId) =>
          new Promise<void>((resolve) => {
            hub.subscribe({
              organizationId,
              userId: organizationId,
              poked: () => heard.push(organizationId),
              sure: (is) => is && resolve(),
              ended: () => undefined,
            })
          }),
      )
      await Promise.all(sure)
      const before = await sql`select 1 from change`.execute(opened.database.kysely)
      expect(codeOf(await write('carer', 'h1', 'From the home'))).toBe('ok')
      await fromApp('h', says('h-1', 'h1', 'To the home'))
      await expect.poll(() => heard).toContain('h')
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(heard).not.toContain('p')
      expect((await sql`select 1 from change`.execute(opened.database.kysely)).rows).toHaveLength(
        before.rows.length,
      )
      await write('gp', 'h1', 'From the practice')
      expect((await read('gp', 'h1')).messages.map(({ message }) => message)).toEqual([
        'From the practice',
      ])
      expect(await read('gp', 'h1')).toMatchObject({ totalMessages: 1 })
      const home = await fromApp('h', { patientId: 'h1' }, 'chat-messages/read')
      expect(home.body).toMatchObject({
        totalMessages: 2,
        messages: [{ message: 'From the home' }, { message: 'To the home' }],
      })
      await hub.close()
    })

    test('C021 the channel is named from patient and organisation under a server key: another for each, and no id in it', async () => {
      await owner(
        `insert into patient_organization (patient_id, organization_id, linked_at) values ('a1', 'p', now()) on conflict do nothing`,
      )
      const names = [
        (await read('nurse', 'a1')).channel,
        (await read('nurse', 'a2')).channel,
        (await read('gp', 'a1')).channel,
      ]
      await owner(
        `delete from patient_organization where patient_id = 'a1' and organization_id = 'p'`,
      )
      expect(new Set(names).size).toBe(3)
      expect((await read('nurse', 'a1')).channel).toBe(names[0])
      for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{43}$/)
      expect((await fromApp('w', { patientId: 'a1' }, 'chat-messages/read')).body['channel']).toBe(
        names[0],
      )
      const other = await startServer(opened.database)
      const elsewhere = await other.ask(chat, { as: 'nurse', variables: { p: 'a1' } })
      expect(elsewhere.data).toMatchObject({
        patientChat: { channel: expect.not.stringMatching(names[0] ?? '') as string },
      })
    })

    test('C020 without the feature nothing is read or written, by staff or by the app', async () => {
      await owner(`update organization set features = features - 'patientChat'`)
      expect(codeOf(await ask('nurse', 'a1'))).toBe('FORBIDDEN')
      expect(codeOf(await write('nurse', 'a1', 'Hello'))).toBe('FORBIDDEN')
      for (const [item, path] of [
        [says('off', 'a1', 'Hello'), 'chat-messages'],
        [{ patientId: 'a1' }, 'chat-messages/read'],
      ] as const)
        expect((await fromApp('w', item, path)).body['code']).toBe('CHAT_OFF')
    })

    test('who may not see the patient is answered as for nobody, in both operations', async () => {
      for (const [as, patient] of [
        ['nurse', 'b1'],
        ['nurse', 'h1'],
        ['gp', 'a1'],
      ] as const) {
        expect(await ask(as, patient)).toEqual(await ask(as, 'no-such-patient'))
        expect(codeOf(await ask(as, patient))).toBe('NOT_FOUND')
        expect(codeOf(await write(as, patient, 'Hello'))).toBe('NOT_FOUND')
      }
      expect(codeOf(await ask('selfcare', 'a1'))).toBe('FORBIDDEN')
      const foreign = await fromApp('w', says('x', 'h1', 'Hello'))
      const nobody = await fromApp('w', says('x', 'no-such-patient', 'Hello'))
      expect([foreign.status, foreign.body]).toEqual([404, nobody.body])
    })

    test('who may only read a record reads the chat and writes nothing in it', async () => {
      await write('nurse', 'a1', 'Hello')
      expect(await read('reader', 'a1')).toMatchObject({ totalMessages: 1 })
      expect(codeOf(await write('reader', 'a1', 'Hello'))).toBe('FORBIDDEN')
    })

    test('the chat of a patient whom the ward has not admitted can be read, and nobody writes in it', async () => {
      const closed = await read('manager', 'n1')
      expect(closed.isOpen).toBe(false)
      expect((await write('manager', 'n1', 'Hello')).errors[0]?.extensions).toMatchObject({
        code: 'CONFLICT',
        reason: 'CHAT_CLOSED',
      })
      expect((await fromApp('w', says('x', 'n1', 'Hello'))).body['code']).toBe('CHAT_CLOSED')
      expect((await fromApp('w', { patientId: 'n1' }, 'chat-messages/read')).body).toMatchObject({
        isOpen: false,
        messages: [],
      })
    })

    test.each([
      ['nothing', ''],
      ['blanks', ' \n\t '],
      ['5,001 characters', '😀'.repeat(5001)],
      ['what cannot be stored', 'a\u0000b'],
    ])('a message of %s is refused with its field, and nothing is written', async (_what, text) => {
      const answer = await write('nurse', 'a1', text)
      expect(answer.errors[0]?.extensions?.argErrors).toMatchObject([{ path: 'message' }])
      const app = await fromApp('w', says('bad', 'a1', text))
      expect([app.status, (await read('nurse', 'a1')).totalMessages]).toEqual([400, 0])
    })

    test('5,000 characters, also of two code units, are a message', async () => {
      const text = '😀'.repeat(5000)
      expect(codeOf(await write('nurse', 'a1', text))).toBe('ok')
      expect((await fromApp('w', says('long', 'a1', text))).status).toBe(201)
      expect((await read('nurse', 'a1')).messages.map(({ message }) => message)).toEqual([
        text,
        text,
      ])
    })

    test('markup is text, stored and answered as it was written', async () => {
      const corpus = [
        '<script>alert(1)</script>',
        '<img src=x onerror=alert(1)>',
        'javascript:alert(1)',
        `'; drop table chat_message; --`,
        '{{7*7}} ${7*7}',
      ]
      for (const [nth, text] of corpus.entries()) await fromApp('w', says(`x-${nth}`, 'a1', text))
      expect((await read('nurse', 'a1')).messages.map(({ message }) => message)).toEqual(corpus)
    })

    test('no word of a message is in the log or in what the server says elsewhere', async () => {
      await write('nurse', 'a1', 'Zanzibar is the password')
      await fromApp('w', says('quiet', 'a1', 'Zanzibar again'))
      expect(server.logged.join('')).not.toContain('Zanzibar')
      const { rows } = await sql<{ all: string }>`
        select coalesce(string_agg(to_jsonb(l)::text, ''), '') as all from action_log l`.execute(
        opened.database.kysely,
      )
      expect(rows[0]?.all).not.toContain('Zanzibar')
    })
  },
)
