import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  NoteRecordReadsDocument,
  RecordReadsDocument,
} from '../../schema/generated/documents/record-read'
import { recordScreens } from '../../src/domain/record-read/record-read'
import { rooms } from '../../src/app/rooms'
import { codeOf, startServer, type Ask, type TestServer } from './client'
import { onBothEngines } from './engines'
import { at, buildWorld, now } from './world'

interface Read {
  readonly id: string
  readonly user: { readonly id: string; readonly name: string | null }
  readonly roles: readonly string[]
  readonly loggedInAs: { readonly id: string } | null
  readonly screen: string
  readonly readAt: string
  readonly receivedAt: string
  readonly device: string
}
const device = 'device-0001'

test('every tab of the record is a screen that the log knows', () => {
  const tabs = rooms.flatMap(({ patientTabs = [] }) => patientTabs.map(({ id }) => id))
  expect(tabs.length).toBeGreaterThan(3)
  expect(tabs.filter((id) => !recordScreens.some((known) => known === id))).toEqual([])
})

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let staff: TestServer
  const note = (
    reads: readonly { patientId: string; screen: string; at: string }[],
    { by = server, named = device, ...as }: Ask & { by?: TestServer; named?: string } = {},
  ) =>
    by.ask(NoteRecordReadsDocument.text, {
      as: 'nurse',
      ...as,
      variables: { device: named, reads },
    })
  const page = async (
    patientId: string,
    variables: Record<string, unknown> = {},
    ask: Ask = {},
  ) => {
    const answer = await server.ask(RecordReadsDocument.text, {
      as: 'admin',
      ...ask,
      variables: { patientId, ...variables },
    })
    expect(answer.errors).toEqual([])
    return answer.data?.['recordReads'] as {
      readonly reads: readonly Read[]
      readonly nextReadId: string | null
    }
  }
  beforeAll(async () => {
    server = await startServer(opened.database)
    staff = await startServer(opened.database, {
      verify: () =>
        Promise.resolve({
          uid: 'nurse',
          email: null,
          authTime: now / 1000,
          claims: { loggedInAs: 'staff' },
        }),
    })
  })

  describe('a look', () => {
    test('is told with person, role, screen, time and device', async () => {
      expect((await note([{ patientId: 'a1', screen: 'vitals', at: at(3) }])).data).toEqual({
        noteRecordReads: true,
      })
      expect((await page('a1')).reads).toMatchObject([
        {
          user: { id: 'nurse', name: 'NURSE Tester' },
          roles: ['Clinician'],
          loggedInAs: null,
          screen: 'vitals',
          readAt: at(3),
          receivedAt: at(0),
          device,
        },
      ])
    })

    test('counts once in ten minutes, whoever tells it again, and again in the next ten', async () => {
      for (const minutesAgo of [3, 2, 1, 3])
        await note([{ patientId: 'a1', screen: 'vitals', at: at(minutesAgo) }])
      expect((await page('a1')).reads).toHaveLength(1)
      await note([{ patientId: 'a1', screen: 'vitals', at: at(11) }])
      expect((await page('a1')).reads.map(({ readAt }) => readAt)).toEqual([at(3), at(11)])
    })

    test('at a screen of another release is kept by its name', async () => {
      await note([{ patientId: 'a1', screen: 'tasks', at: at(40) }])
      expect((await page('a1')).reads.at(-1)).toMatchObject({ screen: 'tasks' })
    })

    test('told by many requests at once is one', async () => {
      const told = await Promise.all(
        Array.from({ length: 8 }, () => note([{ patientId: 'a2', screen: 'ecg', at: at(5) }])),
      )
      expect(told.map(codeOf)).toEqual(Array(8).fill('ok'))
      expect((await page('a2')).reads).toHaveLength(1)
    })

    test('at another screen, on another device or by another person is another look', async () => {
      await note([{ patientId: 'a2', screen: 'notes', at: at(5) }])
      await note([{ patientId: 'a2', screen: 'ecg', at: at(5) }], { named: 'device-0002' })
      await note([{ patientId: 'a2', screen: 'ecg', at: at(5) }], { as: 'care' })
      expect((await page('a2')).reads).toHaveLength(4)
    })

    test('made offline has the time of the look and the time when it was told', async () => {
      await note([{ patientId: 'a2', screen: 'vitals', at: at(3 * 24 * 60) }])
      expect((await page('a2')).reads.at(-1)).toMatchObject({
        readAt: at(3 * 24 * 60),
        receivedAt: at(0),
      })
    })

    test('that is still to come counts as now: a clock was wrong', async () => {
      await note([{ patientId: 'a2', screen: 'checkup', at: at(-60) }])
      expect((await page('a2')).reads[0]).toMatchObject({ screen: 'checkup', readAt: at(0) })
    })

    test('by support who signed in as a user names both', async () => {
      await opened.database.asSystem((trx) =>
        trx
          .updateTable('user_account')
          .set({ is_internal_staff: true })
          .where('id', '=', 'staff')
          .execute(),
      )
      const answer = await note([{ patientId: 'a1', screen: 'notes', at: at(0) }], { by: staff })
      expect(codeOf(answer)).toBe('ok')
      expect((await page('a1')).reads[0]).toMatchObject({
        user: { id: 'nurse' },
        loggedInAs: { id: 'staff', name: 'STAFF Tester' },
        screen: 'notes',
      })
    })

    test('is told by who may not open the record any more: they looked all the same', async () => {
      await note([{ patientId: 'b1', screen: 'vitals', at: at(30) }])
      expect((await page('b1')).reads).toMatchObject([{ user: { id: 'nurse' } }])
    })

    test('at a patient of another organisation is left out, without a word of it', async () => {
      const answer = await note([
        { patientId: 'h1', screen: 'vitals', at: at(1) },
        { patientId: 'no-such', screen: 'vitals', at: at(1) },
      ])
      expect(answer).toMatchObject({ data: { noteRecordReads: true }, errors: [] })
      const { rows } =
        await sql`select 1 from record_read where patient_id not in ('a1', 'a2', 'b1')`.execute(
          opened.database.kysely,
        )
      expect(rows).toEqual([])
    })

    for (const [what, reads, named] of [
      ['without a look', [], device],
      [
        'of more than a hundred',
        Array.from({ length: 101 }, () => ({ patientId: 'a1', screen: 'vitals', at: at(1) })),
        device,
      ],
      ['of a screen without a name', [{ patientId: 'a1', screen: '', at: at(1) }], device],
      [
        'of a screen with a name of 41 characters',
        [{ patientId: 'a1', screen: 'x'.repeat(41), at: at(1) }],
        device,
      ],
      ['of a device without a name', [{ patientId: 'a1', screen: 'vitals', at: at(1) }], 'x'],
    ] as const)
      test(`${what} is refused`, async () => {
        expect(codeOf(await note([...reads], { named }))).toBe('BAD_USER_INPUT')
      })
  })

  describe('what the server gives out', () => {
    const told = async () =>
      (await page('a2')).reads
        .filter(({ screen }) => screen.startsWith('given:'))
        .map(({ user, screen, device: by }) => [user.id, screen, by])
    const notes = 'query ($id: ID!) { patientNotes(patientId: $id) { notes { id } } }'
    const record = 'query ($id: ID!) { patient(patientId: $id) { id } }'
    const read = (text: string, as: string) => server.ask(text, { as, variables: { id: 'a2' } })

    test('is kept by the server, though no portal tells a look: once in ten minutes for a person and a part of the record', async () => {
      expect(await told()).toEqual([])
      for (const text of [notes, record, notes])
        expect(codeOf(await read(text, 'nurse'))).toBe('ok')
      expect(codeOf(await read(notes, 'admin'))).toBe('ok')
      expect((await told()).toSorted()).toEqual(
        [
          ['admin', 'given:notes', 'server'],
          ['nurse', 'given:notes', 'server'],
          ['nurse', 'given:record', 'server'],
        ].toSorted(),
      )
    })
    test('each part of a record is kept as what it is, by whichever query it was given out', async () => {
      await opened.database.asSystem((trx) =>
        sql`update organization set features = features || '{"continuousMonitoring": true, "ecgWaveformAnalysis": true, "patientChat": true}'
          where id = 'w'`.execute(trx),
      )
      const day = '"2026-03-01T12:00:00.000Z"'
      const asked: Readonly<Record<string, readonly string[]>> = {
        'given:checkups': [
          '{ checkupsByPatient(patientId: "a1") { total } }',
          '{ checkup(id: "c-a1") { id } }',
          '{ checkupFiles(checkupId: "c-a1") { url } }',
        ],
        'given:monitoring': [
          `{ monitoringChunks(patientId: "a1", from: ${day}, to: "${at(0)}") { asOf } }`,
          '{ continuousMonitoring(patientId: "a1", numPrevBuckets: 3) { from } }',
        ],
        'given:ecg': [
          `{ waveform(patientId: "a1", type: SingleECG, end: "${at(0)}") { recordedAt } }`,
          `{ waveformEvents(patientId: "a1", type: SingleECG, start: ${day}, end: "${at(0)}") { id } }`,
        ],
        'given:chat': ['{ patientChat(patientId: "a1") { totalMessages } }'],
        'given:reports': [
          `{ patientReport(patientId: "a1", start: ${day}, end: "${at(0)}", aggregateIntervalHours: 24) { asOf } }`,
        ],
        'given:action-log': ['{ actionLogs(patientId: "a1") { nextActionLogId } }'],
      }
      for (const [screen, queries] of Object.entries(asked))
        for (const [index, text] of queries.entries()) {
          const as = ['nurse', 'manager', 'reader'][index] ?? 'nurse'
          const answer = await server.ask(text, { as })
          expect([text, answer.errors]).toEqual([text, []])
          const rows = (await page('a1')).reads
          expect([
            text,
            rows.filter((one) => one.screen === screen && one.user.id === as).length,
          ]).toEqual([text, 1])
        }
    })
    test('the trace of an ECG in binary is kept as the ECG', async () => {
      const answer = await server.fetch(`/Prod/waveforms/a1/SingleECG?end=${at(0)}`, { as: 'care' })
      expect(answer.status).toBe(200)
      const rows = (await page('a1')).reads.filter(({ user }) => user.id === 'care')
      expect(rows.map(({ screen }) => screen)).toEqual(['given:ecg'])
    })
    test('is kept of a mutation that is asked for again and answered with the record of now', async () => {
      const key = '0197f2a0-0000-7000-8000-00000000d001'
      const watch = () =>
        server.ask('mutation { addToWatchList(patientId: "a1") { id telephone } }', {
          as: 'nurse',
          key,
        })
      const seen = async () =>
        (await page('a1')).reads.filter(
          ({ user, screen }) => user.id === 'nurse' && screen === 'given:record',
        )
      expect(codeOf(await watch())).toBe('ok')
      expect(await seen()).toEqual([])
      expect(codeOf(await watch())).toBe('ok')
      expect(await seen()).toHaveLength(1)
    })
    test('is not kept of what was refused, and cannot be told by a portal', async () => {
      const before = await told()
      expect(codeOf(await read(notes, 'carer'))).not.toBe('ok')
      const forged = await note([{ patientId: 'a2', screen: 'given:chat', at: at(1) }])
      expect(codeOf(forged)).toBe('BAD_USER_INPUT')
      expect(await told()).toEqual(before)
    })
  })

  describe('who looked', () => {
    test('is told a page at a time, newest first, each once', async () => {
      const many = Array.from({ length: 100 }, (_, one) => ({
        patientId: 'n1',
        screen: 'vitals',
        at: at(one * 10),
      }))
      await note(many)
      await note([{ patientId: 'n1', screen: 'vitals', at: at(1000) }])
      const ids: string[] = []
      let next: string | null = null
      do {
        const found = await page('n1', { fromReadId: next })
        ids.push(...found.reads.map(({ readAt }) => readAt))
        next = found.nextReadId
      } while (next !== null)
      expect(ids).toEqual([...many.map((one) => one.at), at(1000)])
    })

    test('is told for a period', async () => {
      const found = await page('n1', { from: at(50), to: at(20) })
      expect(found.reads.map(({ readAt }) => readAt)).toEqual([at(30), at(40), at(50)])
    })

    test('a page that is none is refused', async () => {
      for (const fromReadId of ['x', '1', '99999999999999999.1'])
        expect(
          codeOf(
            await server.ask(RecordReadsDocument.text, {
              as: 'admin',
              variables: { patientId: 'n1', fromReadId },
            }),
          ),
        ).toBe('BAD_USER_INPUT')
    })

    test('of a record of another ward or organisation is not told', async () => {
      const of = (patientId: string, as: string) =>
        server.ask(RecordReadsDocument.text, { as, variables: { patientId } })
      expect(codeOf(await of('h1', 'admin'))).toBe('NOT_FOUND')
      expect(codeOf(await of('a1', 'nurse'))).toBe('FORBIDDEN')
      expect(codeOf(await of('a1', 'gp'))).toBe('FORBIDDEN')
    })
  })

  test('no row is ever changed or deleted, not even by the owner of the table', async () => {
    for (const statement of [
      sql`update record_read set screen = 'x'`,
      sql`delete from record_read`,
      sql`truncate record_read`,
    ])
      await expect(opened.asOwner((trx) => statement.execute(trx))).rejects.toThrow('append-only')
  })

  test('no look is written in the name of another organisation, or at a patient of none', async () => {
    const insert = (organization: string, patient: string) =>
      opened.database.asOrganization('h', (trx) =>
        sql`insert into record_read (organization_id, patient_id, user_id, roles, screen, device, window_at, read_at, received_at)
          values (${organization}, ${patient}, 'carer', '[]', 'vitals', ${device}, ${at(0)}, ${at(0)}, ${at(0)})`.execute(
          trx,
        ),
      )
    await expect(insert('w', 'a1')).rejects.toThrow('row-level security')
    await expect(insert('h', 'a1')).rejects.toThrow('row-level security')
    await expect(insert('h', 'h1')).resolves.toBeDefined()
  })
})
