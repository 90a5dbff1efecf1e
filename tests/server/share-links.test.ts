import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  CreateShareTokenDocument,
  DeleteShareTokenDocument,
  ShareTokensDocument,
} from '../../schema/generated/documents/share-token'
import { RecordReadsDocument } from '../../schema/generated/documents/record-read'
import type { Database } from '../../server/db/database'
import { codeOf, startServer } from './client'
import type { Answer, Ask, TestServer } from './client'
import { onBothEngines } from './engines'
import { at, buildWorld, now } from './world'

interface Link {
  readonly id: string
  readonly token?: string | null
  readonly createdAt: string
  readonly expiresAt: string
  readonly user: { readonly id: string }
  readonly patient: { readonly id: string } | null
  readonly stopped: string | null
}

const flags = { wards: true, integrationApi: true, cleoIntegrationApi: true }
const setFlags = (database: Database, features: object): Promise<unknown> =>
  database.kysely
    .updateTable('organization')
    .set({ features: JSON.stringify(features) })
    .where('id', '=', 'w')
    .execute()
const build = async (database: Database): Promise<void> => {
  await buildWorld(database)
  await setFlags(database, flags)
  await database.kysely.deleteFrom('share_token').execute()
}
const only = (answer: Answer): unknown => Object.values(answer.data ?? {})[0]
const hour = 3_600_000

onBothEngines(build, (opened) => {
  let time = now
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => time } })
  })
  beforeEach(async () => {
    time = now
    await opened.database.kysely.deleteFrom('share_token').execute()
  })
  const make = async (
    variables: { patientId: string; expiresInHours: number } = {
      patientId: 'a1',
      expiresInHours: 24,
    },
    options: Ask = {},
  ): Promise<Answer> =>
    server.ask(CreateShareTokenDocument.text, { as: 'admin', variables, ...options })
  const made = async (expiresInHours = 24): Promise<Link & { token: string }> =>
    only(await make({ patientId: 'a1', expiresInHours })) as Link & { token: string }
  const list = async (options: Ask = {}): Promise<readonly Link[]> =>
    only(await server.ask(ShareTokensDocument.text, { as: 'admin', ...options })) as Link[]
  const end = (id: string, options: Ask = {}): Promise<Answer> =>
    server.ask(DeleteShareTokenDocument.text, { as: 'admin', variables: { id }, ...options })
  /** Asks as whoever has a link. */
  const open = async (
    token: string,
    query = '{ me { id sharedRecord { patientId expiresAt } } patient(patientId: "a1") { lastName } }',
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await server.app.request('/Prod/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Share ${token}`,
        ...headers,
      },
      body: JSON.stringify({ query }),
    })
    const body = (await response.json()) as Partial<Answer>
    return { status: response.status, data: body.data ?? null, errors: body.errors ?? [] }
  }

  test('C006 P202 C303 an administrator makes a link: who, whose and until when, and its token once', async () => {
    const answer = await make()
    expect(answer.errors).toEqual([])
    const link = only(answer)
    expect(link).toEqual({
      id: expect.any(String),
      createdAt: at(0),
      expiresAt: at(-24 * 60),
      user: { id: 'admin', firstName: 'ADMIN', lastName: 'Tester', email: null },
      patient: { id: 'a1', firstName: 'Zoë', lastName: "O'Neill" },
      stopped: null,
      token: expect.stringMatching(/^[\w-]{43}$/),
    })
    const { token, ...listed } = link as Link
    expect(await list()).toEqual([listed])
    const again = await server.ask('{ shareTokens { id token } }', { as: 'admin' })
    expect(only(again)).toEqual([{ id: listed.id, token: null }])
    const rows = await opened.database.kysely.selectFrom('share_token').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows[0]?.token_hash).toBe(
      createHash('sha256')
        .update(token ?? '')
        .digest('base64url'),
    )
    expect(((await made()) as Link).token).not.toBe(token)
  })

  test('a link is made again under its key without its token, and for 1 to 168 hours of a record that is open', async () => {
    const key = 'share-link-once'
    const first = only(await make(undefined, { key })) as Link
    const again = only(await make(undefined, { key })) as Link
    expect([again.id, again.token]).toEqual([first.id, null])
    for (const expiresInHours of [0, -1, 169]) {
      const refused = await make({ patientId: 'a1', expiresInHours })
      expect([codeOf(refused), refused.errors[0]?.extensions?.argErrors?.[0]?.path]).toEqual([
        'BAD_USER_INPUT',
        'expiresInHours',
      ])
    }
    expect((await made(168)).expiresAt).toBe(at(-168 * 60))
    expect(codeOf(await make({ patientId: 'h1', expiresInHours: 1 }))).toBe('NOT_FOUND')
    expect(codeOf(await make({ patientId: 'none', expiresInHours: 1 }))).toBe('NOT_FOUND')
    for (const as of ['nurse', 'reader', 'carer', 'gp'])
      expect(codeOf(await make(undefined, { as })), as).toBe('FORBIDDEN')
  })

  test('P011 P012 P281 C007 who has a link reads its one patient without a sign-in, by Authorization: Share', async () => {
    const { id, token, expiresAt } = await made()
    expect(await open(token)).toEqual({
      status: 200,
      errors: [],
      data: {
        me: { id, sharedRecord: { patientId: 'a1', expiresAt } },
        patient: { lastName: "O'Neill" },
      },
    })
    // As a sign-in it is nothing.
    const asBearer = await server.app.request('/Prod/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: '{ me { id } }' }),
    })
    expect(asBearer.status).toBe(401)
    for (const patientId of ['a2', 'b1', 'h1', 'none'])
      expect(
        codeOf(await open(token, `{ patient(patientId: "${patientId}") { id } }`)),
        patientId,
      ).toBe('NOT_FOUND')
    expect((await open(token, undefined, { 'x-acting-organization-id': 'w' })).status).toBe(200)
    const elsewhere = await open(token, undefined, { 'x-acting-organization-id': 'h' })
    expect([elsewhere.status, codeOf(elsewhere)]).toEqual([403, 'FORBIDDEN'])
  })

  test('a link is over at its end, once it was deleted, and was never one that nobody made', async () => {
    const { id, token } = await made(1)
    const refused = async (): Promise<unknown> => {
      const answer = await open(token)
      return [answer.status, codeOf(answer)]
    }
    time = now + hour - 1
    expect((await open(token)).status).toBe(200)
    time = now + hour
    expect(await refused()).toEqual([401, 'UNAUTHORIZED'])
    expect((await list()).map(({ stopped }) => stopped)).toEqual(['EXPIRED'])
    time = now
    expect(only(await end(id))).toBe(true)
    expect(await refused()).toEqual([401, 'UNAUTHORIZED'])
    expect(await list()).toEqual([])
    expect(only(await end(id))).toBe(true)
    for (const other of ['x', 'x'.repeat(43), token.slice(1), `${token}x`])
      expect((await open(other)).status, other).toBe(401)
  })

  test('a link stops with what its maker may, and goes on where they may again', async () => {
    const { token } = await made()
    const membership = (set: { roles?: string; deleted_at?: string | null }): Promise<unknown> =>
      opened.database.kysely
        .updateTable('user_organization')
        .set(set)
        .where('user_id', '=', 'admin')
        .where('organization_id', '=', 'w')
        .execute()
    const stops = async (as = 'boss'): Promise<unknown> => [
      (await open(token)).status,
      (await list({ as })).map(({ stopped }) => stopped),
    ]
    await opened.database.asSystem(async (trx) => {
      await sql`insert into user_account (id, email, created_at) values ('boss', 'boss@example.test', ${at(9)}) on conflict do nothing`.execute(
        trx,
      )
      await sql`insert into user_organization (user_id, organization_id, roles, created_at) values ('boss', 'w', '["Organisation Admin"]', ${at(9)}) on conflict do nothing`.execute(
        trx,
      )
    })
    await membership({ deleted_at: at(0) })
    expect(await stops()).toEqual([401, ['MAKER_GONE']])
    await membership({ deleted_at: null, roles: '["Clinician"]' })
    expect(await stops()).toEqual([401, ['MAKER_GONE']])
    await membership({ roles: '["Organisation Admin"]' })
    expect(await stops()).toEqual([200, [null]])
    const account = (deletedAt: string | null): Promise<unknown> =>
      opened.database.kysely
        .updateTable('user_account')
        .set({ deleted_at: deletedAt })
        .where('id', '=', 'admin')
        .execute()
    await account(at(0))
    expect(await stops()).toEqual([401, ['MAKER_GONE']])
    await account(null)
    await setFlags(opened.database, { wards: true, integrationApi: true })
    expect((await open(token)).status).toBe(401)
    await setFlags(opened.database, flags)
    expect((await open(token)).status).toBe(200)
  })

  test('a link stops with the account of its maker, disabled at the house, and goes on with it', async () => {
    const { token } = await made()
    const { kysely } = opened.database
    const disabled = (is: boolean): Promise<unknown> =>
      sql`insert into identity_account (uid, email, is_disabled, tokens_valid_after, password_changed_at, created_at)
        values ('admin', 'admin@example.test', ${is}, 0, 0, 0) on conflict (uid) do update set is_disabled = ${is}`.execute(
        kysely,
      )
    await disabled(true)
    expect((await open(token)).status).toBe(401)
    expect((await list()).map(({ stopped }) => stopped)).toEqual(['MAKER_GONE'])
    await disabled(false)
    expect((await open(token)).status).toBe(200)
    expect((await list()).map(({ stopped }) => stopped)).toEqual([null])
    await sql`delete from identity_account where uid = 'admin'`.execute(kysely)
  })

  test('a link opens no record that its maker may not open any more', async () => {
    const { kysely } = opened.database
    await kysely
      .insertInto('role')
      .values({
        id: 'role-sharer',
        organization_id: 'w',
        name: 'Sharer',
        description: '',
        permissions:
          '["view_patients", "view_wards", "edit_patients", "view_share_tokens", "view_integration_api_keys"]',
      })
      .execute()
    const roles = (value: string): Promise<unknown> =>
      kysely
        .updateTable('user_organization')
        .set({ roles: value })
        .where('user_id', '=', 'admin')
        .where('organization_id', '=', 'w')
        .execute()
    const onWard = async (): Promise<unknown> =>
      await kysely
        .insertInto('ward_staff')
        .columns(['user_id', 'ward_id', 'organization_id', 'assigned_at'])
        .expression((eb) =>
          eb
            .selectFrom('ward_admission as wa')
            .innerJoin('ward as w', 'w.id', 'wa.ward_id')
            .select([
              eb.val('admin').as('user_id'),
              'w.id as ward_id',
              'w.organization_id',
              sql<string>`${at(0)}::timestamptz`.as('assigned_at'),
            ])
            .where('wa.patient_id', '=', 'a1')
            .where('wa.discharged_at', 'is', null),
        )
        .execute()
    const offWard = (): Promise<unknown> =>
      kysely.deleteFrom('ward_staff').where('user_id', '=', 'admin').execute()
    const { token } = await made()
    const stops = async (): Promise<unknown> => [
      (await open(token)).status,
      (await list()).map(({ stopped }) => stopped),
    ]
    await offWard()
    await roles('["Sharer"]')
    expect(await stops()).toEqual([401, ['MAKER_GONE']])
    await onWard()
    expect(await stops()).toEqual([200, [null]])
    await offWard()
    await roles('["Organisation Admin"]')
    expect(await stops()).toEqual([200, [null]])
  })

  test("who reads by a link is told nobody's e-mail, and of staff without a name that they are staff", async () => {
    const { kysely } = opened.database
    const named = (first_name: string | null, last_name: string | null): Promise<unknown> =>
      kysely
        .updateTable('user_account')
        .set({ first_name, last_name })
        .where('id', '=', 'nurse')
        .execute()
    const before = await kysely
      .selectFrom('user_account')
      .select(['first_name', 'last_name', 'email'])
      .where('id', '=', 'nurse')
      .executeTakeFirstOrThrow()
    await named(null, null)
    await server.ask('mutation { addPatientNote(PatientId: "a1", text: "Hi") { id } }', {
      as: 'nurse',
    })
    const asked = `{
      patientNotes(patientId: "a1") { notes { createdBy { id firstName email } } }
      actionLogs(patientId: "a1") { entries { message user { id name } } }
    }`
    const read = (answer: Answer): unknown => {
      const { patientNotes, actionLogs } = answer.data as unknown as {
        patientNotes: { notes: { createdBy: { id: string } }[] }
        actionLogs: { entries: { user: { id: string } }[] }
      }
      return [
        patientNotes.notes.find(({ createdBy: { id } }) => id === 'nurse')?.createdBy,
        actionLogs.entries.find(({ user }) => user.id === 'nurse')?.user,
      ]
    }
    const byStaff = await server.ask(asked, { as: 'admin' })
    const { email } = before
    expect(read(byStaff)).toEqual([
      { id: 'nurse', firstName: null, email },
      { id: 'nurse', name: email },
    ])
    const { token } = await made()
    const byLink = await open(token, asked)
    expect(read(byLink)).toEqual([
      { id: 'nurse', firstName: null, email: null },
      { id: 'nurse', name: 'a member of staff' },
    ])
    expect(JSON.stringify(byLink)).not.toContain('@')
    await named(before.first_name, before.last_name)
  })

  test('a link stops with the patient: removed, or no longer of the organisation', async () => {
    const { token } = await made()
    const patient = (deletedAt: string | null): Promise<unknown> =>
      opened.database.kysely
        .updateTable('patient')
        .set({ deleted_at: deletedAt })
        .where('id', '=', 'a1')
        .execute()
    await patient(at(0))
    expect((await open(token)).status).toBe(401)
    expect((await list()).map(({ stopped, patient: of }) => [stopped, of])).toEqual([
      ['PATIENT_GONE', null],
    ])
    await patient(null)
    expect((await open(token)).status).toBe(200)
    const { kysely } = opened.database
    const kept = await kysely
      .selectFrom('patient_organization')
      .selectAll()
      .where('patient_id', '=', 'a1')
      .executeTakeFirstOrThrow()
    await kysely.deleteFrom('patient_organization').where('patient_id', '=', 'a1').execute()
    expect((await open(token)).status).toBe(401)
    expect((await list()).map(({ stopped }) => stopped)).toEqual(['PATIENT_GONE'])
    await kysely.insertInto('patient_organization').values(kept).execute()
    expect((await open(token)).status).toBe(200)
  })

  test('C520 the list: those that work first, each newest first; a patient whom the reader may not open is not named', async () => {
    const links: Link[] = []
    for (const minute of [0, 1, 2]) {
      time = now + minute * 60_000
      links.push(await made(minute === 2 ? 1 : 24))
    }
    time = now + 2 * hour
    expect((await list()).map(({ id }) => id)).toEqual([1, 0, 2].map((nth) => links[nth]?.id))
    await opened.database.kysely
      .insertInto('role')
      .values({
        id: 'role-links',
        organization_id: 'w',
        name: 'Links',
        description: '',
        permissions: '["view_share_tokens", "view_integration_api_keys", "edit_patients"]',
      })
      .execute()
    const roles = (value: string): Promise<unknown> =>
      opened.database.kysely
        .updateTable('user_organization')
        .set({ roles: value })
        .where('user_id', '=', 'owl')
        .execute()
    await roles('["Links"]')
    // On ward A, as the patient; not on ward B.
    expect((await list({ as: 'owl' })).map(({ patient }) => patient?.id)).toEqual([
      'a1',
      'a1',
      'a1',
    ])
    await opened.database.kysely.deleteFrom('ward_staff').where('user_id', '=', 'owl').execute()
    expect((await list({ as: 'owl' })).map(({ patient }) => patient)).toEqual([null, null, null])
    await roles('["Night Owl"]')
    for (const as of ['nurse', 'manager', 'carer'])
      expect(codeOf(await server.ask(ShareTokensDocument.text, { as })), as).toBe('FORBIDDEN')
    expect(codeOf(await end('none'))).toBe('NOT_FOUND')
    const other = await server.ask('mutation { deleteShareToken(id: "none") }', { as: 'carer' })
    expect(codeOf(other)).toBe('FORBIDDEN')
  })

  test('an organisation has 100 links that work; those that are over do not count', async () => {
    await opened.database.kysely
      .insertInto('share_token')
      .values(
        Array.from({ length: 100 }, (_, nth) => ({
          id: `full-${nth}`,
          organization_id: 'w',
          patient_id: 'a1',
          user_id: 'admin',
          token_hash: `${nth}`.padStart(43, 'x'),
          created_at: at(0),
          expires_at: at(-60),
        })),
      )
      .execute()
    const refused = await make()
    expect([codeOf(refused), refused.errors[0]?.extensions?.reason]).toEqual([
      'CONFLICT',
      'SHARE_TOKEN_LIMIT',
    ])
    time = now + hour
    expect(codeOf(await make())).toBe('ok')
  })

  test('making and deleting are in the action log, each look in the log of looks, and the token in no log', async () => {
    const { id, token } = await made()
    server.logged.length = 0
    await open(token)
    await open(token, '{ patientNotes(patientId: "a1") { total } }')
    await open(token, '{ patient(patientId: "a2") { id } }')
    await end(id)
    await open(token)
    await server.app.request(`/share?share=${token}`)
    const log = await server.ask(
      '{ actionLogs(patientId: "a1") { entries { message user { id } messageEntities { type instance } } } }',
      { as: 'admin' },
    )
    const { entries } = only(log) as { entries: { message: string; user: { id: string } }[] }
    expect(entries.slice(0, 2).map(({ message, user }) => [message, user.id])).toEqual([
      ["Deleted a share link to the record of Zoë O'Neill", 'admin'],
      ["Made a share link to the record of Zoë O'Neill", 'admin'],
    ])
    const looked = await server.ask(RecordReadsDocument.text, {
      as: 'admin',
      variables: { patientId: 'a1', from: null, to: null, fromReadId: null },
    })
    const { reads } = only(looked) as {
      reads: { screen: string; user: { id: string }; isByShareLink: boolean; device: string }[]
    }
    const byLink = reads.filter(({ device }) => device === `link:${id}`)
    expect(
      byLink.map(({ screen, user, isByShareLink }) => [screen, user.id, isByShareLink]).toSorted(),
    ).toEqual([
      ['given:notes', 'admin', true],
      ['given:record', 'admin', true],
    ])
    expect(reads.filter(({ isByShareLink }) => isByShareLink).length).toBeGreaterThanOrEqual(2)
    expect(server.logged.length).toBeGreaterThan(5)
    expect(server.logged.join('\n')).not.toContain(token)
    const chain = await opened.database.kysely.selectFrom('action_log').selectAll().execute()
    expect(JSON.stringify(chain)).not.toContain(token)
  })
})
