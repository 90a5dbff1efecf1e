import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { purgeNotifications } from '../../server/areas/notification'
import { createPokeHub } from '../../server/pokes/hub'
import { codeOf, startServer } from './client'
import type { TestServer } from './client'
import { onBothEngines } from './engines'
import { at, buildWorld, now } from './world'

const unread = `query ($patientId: ID) { unreadNotifications(patientId: $patientId) { total asOf notifications { id type createdAt readAt
  metadata { patientId organizationId messageSenderUserId patient { id firstName lastName } } } } }`
const mark = `mutation ($ids: [ID!]!) { markNotificationsRead(ids: $ids) { id readAt } }`
const day = 24 * 60

interface Unread {
  readonly total: number
  readonly notifications: readonly { readonly id: string }[]
}

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  const owner = (statement: string) =>
    opened.database.asSystem((trx) => sql.raw(statement).execute(trx))
  let revision = 5_000
  const says = (
    id: string,
    { patient = 'a1', in: organization = 'w', ago = 10, by = null as string | null } = {},
  ) =>
    opened.database.asSystem((trx) =>
      trx
        .insertInto('chat_message')
        .values({
          id,
          organization_id: organization,
          patient_id: patient,
          author_id: by,
          source_id: by === null ? id : null,
          payload_hash: by === null ? 'hash' : null,
          text: 'Secret words',
          captured_at: at(ago),
          created_at: at(ago),
          revision: (revision += 1),
        })
        .execute(),
    )
  beforeAll(async () => {
    server = await startServer(opened.database)
    await owner(`update organization set features = features || '{"patientChat": true}'`)
    await owner(`update user_organization set created_at = '${at(90 * day)}'`)
  })
  beforeEach(async () => {
    await owner('delete from notification_read')
    await owner('delete from chat_message')
  })
  const ask = async (as: string, patientId: string | null = null): Promise<Unread> => {
    const answer = await server.ask(unread, { as, variables: { patientId } })
    expect(answer.errors).toEqual([])
    return answer.data?.['unreadNotifications'] as Unread
  }
  const idsOf = async (as: string) => (await ask(as)).notifications.map(({ id }) => id)
  const marks = (as: string, ids: readonly string[], key?: string) =>
    server.ask(mark, { as, variables: { ids }, ...(key === undefined ? {} : { key }) })

  test('O197 C499 O228 C295 P206 a message of a patient is told with id, type, times and whom it is about, the newest first', async () => {
    await says('old', { ago: 20 })
    await says('new', { ago: 5 })
    expect(await ask('nurse')).toEqual({
      total: 2,
      asOf: at(0),
      notifications: [
        {
          id: 'new',
          type: 'ChatMessage',
          createdAt: at(5),
          readAt: null,
          metadata: {
            patientId: 'a1',
            organizationId: 'w',
            messageSenderUserId: 'a1',
            patient: { id: 'a1', firstName: 'Zoë', lastName: "O'Neill" },
          },
        },
        expect.objectContaining({ id: 'old' }),
      ],
    })
  })

  test('what staff write notifies nobody, and no word of a message is in a notification', async () => {
    await says('of-staff', { by: 'care' })
    await says('of-patient')
    expect(await idsOf('nurse')).toEqual(['of-patient'])
    expect(JSON.stringify(await ask('nurse'))).not.toContain('Secret')
  })

  test('it is told to the staff who may see the patient in that organisation, and to no one else', async () => {
    await says('on-a')
    await says('on-b', { patient: 'b1' })
    await says('at-h', { patient: 'h1', in: 'h' })
    await says('at-p', { patient: 'h1', in: 'p' })
    expect(await idsOf('nurse')).toEqual(['on-a'])
    expect((await idsOf('admin')).toSorted()).toEqual(['on-a', 'on-b'])
    expect(await idsOf('carer')).toEqual(['at-h'])
    expect(await idsOf('gp')).toEqual(['at-p'])
    expect(codeOf(await server.ask(unread, { as: 'selfcare' }))).toBe('FORBIDDEN')
  })

  test('who leaves the ward is told nothing more of it', async () => {
    await says('on-a')
    await owner(`delete from ward_staff where user_id = 'nurse'`)
    expect(await ask('nurse')).toMatchObject({ total: 0, notifications: [] })
    await owner(
      `insert into ward_staff (ward_id, user_id, organization_id, assigned_at) values ('ward-A', 'nurse', 'w', '${at(100)}')`,
    )
    expect(await idsOf('nurse')).toEqual(['on-a'])
  })

  test('what was before somebody was a member, and what is older than 30 days, is not told', async () => {
    await says('month', { ago: 30 * day })
    await says('within', { ago: 30 * day - 1 })
    expect(await idsOf('nurse')).toEqual(['within'])
    await owner(`update user_organization set created_at = '${at(60)}' where user_id = 'nurse'`)
    await says('since', { ago: 59 })
    expect(await idsOf('nurse')).toEqual(['since'])
    await owner(`update user_organization set created_at = '${at(90 * day)}'`)
  })

  test('C546 O408 C165 marking takes the ids that were seen: what came meanwhile stays unread, and others keep theirs', async () => {
    await says('seen-1', { ago: 20 })
    await says('seen-2', { ago: 15 })
    const seen = await idsOf('nurse')
    await says('meanwhile', { ago: 1 })
    const answer = await marks('nurse', seen)
    expect(answer.errors).toEqual([])
    expect(answer.data?.['markNotificationsRead']).toEqual([
      { id: 'seen-2', readAt: at(0) },
      { id: 'seen-1', readAt: at(0) },
    ])
    expect(await ask('nurse')).toMatchObject({ total: 1, notifications: [{ id: 'meanwhile' }] })
    expect((await ask('care')).total).toBe(3)
  })

  test('marked twice, by two devices or under one key, it is marked once', async () => {
    await says('once')
    const first = await marks('nurse', ['once'], 'mark-00001')
    expect(await marks('nurse', ['once'], 'mark-00001')).toEqual(first)
    expect((await marks('nurse', ['once'])).errors).toEqual([])
    const { rows } = await sql`select 1 from notification_read`.execute(opened.database.kysely)
    expect(rows).toHaveLength(1)
  })

  test("another's, another organisation's and nobody's ids change nothing and are answered alike", async () => {
    await says('at-h', { patient: 'h1', in: 'h' })
    await says('on-b', { patient: 'b1' })
    await says('of-staff', { by: 'care' })
    for (const id of ['at-h', 'on-b', 'of-staff', 'no-such'])
      expect((await marks('nurse', [id])).data).toEqual({ markNotificationsRead: [] })
    const { rows } = await sql`select 1 from notification_read`.execute(opened.database.kysely)
    expect(rows).toEqual([])
  })

  test.each([
    ['none', 0],
    ['201', 201],
  ])('%s ids are refused with the argument named', async (_many, count) => {
    const answer = await marks(
      'nurse',
      Array.from({ length: count }, (_, nth) => `id-${nth}`),
    )
    expect(answer.errors[0]?.extensions?.argErrors).toMatchObject([{ path: 'ids' }])
  })

  test('there are 50 at most, and the total counts all', async () => {
    for (let nth = 0; nth < 52; nth += 1) await says(`n-${nth}`, { ago: 100 - nth })
    const told = await ask('nurse')
    expect([told.total, told.notifications.length, told.notifications[0]?.id]).toEqual([
      52,
      50,
      'n-51',
    ])
  })

  test('a patient who writes much hides nobody: the newest of each comes before the second of any', async () => {
    await says('of-b', { patient: 'b1', ago: 500 })
    for (let nth = 0; nth < 60; nth += 1) await says(`n-${nth}`, { ago: 100 - nth })
    const told = await ask('admin')
    expect([told.total, told.notifications.length]).toEqual([61, 50])
    expect(told.notifications.at(0)?.id).toBe('n-59')
    expect(told.notifications.at(-1)?.id).toBe('of-b')
  })

  test('of one patient theirs alone are told and counted, also of more than fifty, and none of who may not be opened', async () => {
    await says('of-b', { patient: 'b1', ago: 500 })
    for (let nth = 0; nth < 52; nth += 1) await says(`n-${nth}`, { ago: 100 - nth })
    const told = await ask('admin', 'a1')
    expect([told.total, told.notifications.length]).toEqual([52, 52])
    expect(await ask('admin', 'b1')).toMatchObject({ total: 1, notifications: [{ id: 'of-b' }] })
    expect(await ask('nurse', 'b1')).toMatchObject({ total: 0, notifications: [] })
  })

  test('without the feature nothing is told', async () => {
    await says('off')
    await owner(`update organization set features = features - 'patientChat' where id = 'w'`)
    expect(codeOf(await server.ask(unread, { as: 'nurse' }))).toBe('FORBIDDEN')
    expect(codeOf(await marks('nurse', ['off']))).toBe('FORBIDDEN')
    await owner(`update organization set features = features || '{"patientChat": true}'`)
  })

  test('a message pokes the lists of its organisation; a mark those of the same user, and of nobody else', async () => {
    const heard: string[] = []
    const hub = createPokeHub(opened.database)
    await Promise.all(
      [
        ['w', 'nurse'],
        ['w', 'care'],
        ['h', 'carer'],
      ].map(
        ([organizationId = '', userId = '']) =>
          new Promise<void>((resolve) => {
            hub.subscribe({
              organizationId,
              userId,
              poked: ({ lists }) => lists === true && heard.push(userId),
              sure: (is) => is && resolve(),
              ended: () => undefined,
            })
          }),
      ),
    )
    await says('told')
    await expect.poll(() => heard.toSorted()).toEqual(['care', 'nurse'])
    heard.length = 0
    await marks('nurse', ['told'])
    await expect.poll(() => heard).toEqual(['nurse'])
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(heard).toEqual(['nurse'])
    await hub.close()
  })

  test('marks of messages that are told no more are purged, and no others', async () => {
    await says('told', { ago: day })
    await says('over', { ago: 31 * day })
    await owner(`insert into notification_read (user_id, message_id, organization_id, read_at)
      values ('nurse', 'told', 'w', '${at(5)}'), ('nurse', 'over', 'w', '${at(5)}')`)
    expect(await purgeNotifications({ database: opened.database, clock: { now: () => now } })).toBe(
      1,
    )
    const { rows } = await sql<{
      message_id: string
    }>`select message_id from notification_read`.execute(opened.database.kysely)
    expect(rows).toEqual([{ message_id: 'told' }])
  })
})
