import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  OpenEmergencyAccessDocument,
  ReviewEmergencyAccessDocument,
} from '../../schema/generated/documents/emergency-access'
import { appendAction } from '../../server/db/action-log'
import { openLogKey } from '../../server/db/log-key'
import { sealReads } from '../../server/db/sealed-rows'
import { verifyLog } from '../../server/db/verify-log'
import { createWitness } from '../../server/jobs/witness'
import { codeOf, startServer, type TestServer } from './client'
import { onBothEngines } from './engines'
import { somebodyWaits } from './waits'
import { buildWorld, now } from './world'

const minute = 60_000
const hour = 60 * minute

onBothEngines(buildWorld, (opened) => {
  let folder = ''
  let server: TestServer
  /** The server's clock, which goes on from test to test. */
  let clock = now
  let said: string[] = []
  const stamp = (ms = clock): string => new Date(ms).toISOString()
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sealed-rows-'))
    server = await startServer(opened.database, { clock: { now: () => clock } })
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  beforeEach(() => {
    clock += 24 * hour
  })

  const verify = async (reads: 'all' | 'since-heads' = 'all'): Promise<boolean> => {
    said = []
    const statement = await verifyLog(
      {
        database: opened.database,
        anchor: join(folder, 'anchor'),
        key: openLogKey(folder),
        nowMs: clock,
        say: (line) => said.push(line),
      },
      reads,
    )
    return statement !== null
  }
  const changes = (): readonly string[] => said.filter((line) => line.startsWith('CHANGED'))
  const look = (patientId: string, screen: string, at = stamp()): Promise<unknown> =>
    opened.database.asOrganization('w', (trx) =>
      trx
        .insertInto('record_read')
        .values({
          organization_id: 'w',
          patient_id: patientId,
          user_id: 'nurse',
          logged_in_as: '',
          roles: '["Clinician"]',
          screen,
          device: 'tablet',
          window_at: at,
          read_at: at,
          received_at: at,
        })
        .execute(),
    )
  const seals = async () =>
    (
      await opened.database.kysely
        .selectFrom('action_log')
        .select(['organization_id', 'details'])
        .where('action', '=', 'sealRecordReads')
        .orderBy('seq')
        .execute()
    ).map(({ organization_id, details }) => ({ organization_id, ...details }))
  /** Does something as whoever owns the tables could, past the triggers; is told; and undoes it. */
  const tampered = async (statement: string): Promise<readonly string[]> => {
    const run = (text: string) =>
      opened.asOwner(async (trx) => {
        for (const table of ['record_read', 'emergency_access'])
          await sql.raw(`alter table ${table} disable trigger user`).execute(trx)
        await sql.raw(text).execute(trx)
        for (const table of ['record_read', 'emergency_access'])
          await sql.raw(`alter table ${table} enable trigger user`).execute(trx)
      })
    const copy = (from: string, to: string, table: string) =>
      `delete from ${to}; insert into ${to} ${table === 'record_read' ? 'overriding system value ' : ''}select * from ${from};`
    await run(`create table kept_read as select * from record_read; create table kept_access as select * from emergency_access;
      ${statement}`)
    try {
      expect(await verify()).toBe(false)
      return changes()
    } finally {
      await run(`${copy('kept_read', 'record_read', 'record_read')} ${copy('kept_access', 'emergency_access', 'emergency_access')}
        drop table kept_read; drop table kept_access`)
      expect(await verify(), said.join('\n')).toBe(true)
    }
  }

  describe('looks at records', () => {
    test('are sealed by the hour, also where there were none, ten minutes after they were told', async () => {
      await look('a1', 'vitals', stamp(clock - 9 * minute))
      await sealReads(opened.database, clock)
      expect(await seals()).toMatchObject([{ organization_id: 'w', from: null, rows: 0 }])
      clock += hour
      await sealReads(opened.database, clock)
      clock += hour
      await sealReads(opened.database, clock)
      const told = await seals()
      expect(told.map((seal) => ('rows' in seal ? seal.rows : null))).toEqual([0, 1, 0])
      expect(told[1]).toMatchObject({
        from: stamp(clock - 2 * hour - 10 * minute),
        to: stamp(clock - hour - 10 * minute),
      })
      expect(await verify()).toBe(true)
    })

    test('are sealed once, whichever of several servers does it, and not again at once', async () => {
      const before = (await seals()).length
      const sealing = await opened.database.asSystem(async (trx) => {
        await sql`select from app_last_action('w')`.execute(trx)
        const both = [1, 2].map(() => sealReads(opened.database, clock))
        // One connection waits for nobody: in PGlite they come after this one.
        if (opened.url !== null) await somebodyWaits(opened.database, 2)
        return { both }
      })
      await Promise.all(sealing.both)
      await sealReads(opened.database, clock + minute)
      expect((await seals()).length).toBe(before + 1)
    })

    test('that are changed, taken away or put in later are found, with the time in which they were told', async () => {
      for (const screen of ['notes', 'chat', 'vitals'])
        await look('a2', screen, stamp(clock - hour))
      await sealReads(opened.database, clock)
      const to = stamp(clock - 10 * minute)
      const found = (there: number) => [
        expect.stringMatching(
          new RegExp(
            `^CHANGED w record_read from \\S+ to ${to}: 3 were sealed, ${there} are there$`,
          ),
        ),
      ]
      expect(await verify()).toBe(true)
      for (const column of [
        `user_id = 'admin'`,
        `patient_id = 'a1'`,
        `roles = '[]'`,
        `logged_in_as = 'x'`,
        `screen = 'x'`,
        `device = 'x'`,
        `read_at = read_at - interval '1 hour'`,
        `window_at = window_at - interval '1 hour'`,
        `received_at = received_at + interval '1 second'`,
      ])
        expect(
          await tampered(
            `update record_read set ${column} where patient_id = 'a2' and screen = 'chat'`,
          ),
          column,
        ).toEqual(found(3))
      expect(
        await tampered(`delete from record_read where patient_id = 'a2' and screen = 'chat'`),
      ).toEqual(found(2))
      expect(
        await tampered(`insert into record_read (organization_id, patient_id, user_id, roles, screen, device, window_at, read_at, received_at)
          select organization_id, patient_id, 'admin', roles, screen, device, window_at, read_at, received_at from record_read where patient_id = 'a2' and screen = 'chat'`),
      ).toEqual(found(4))
    })

    test('that the server’s own login dates back are found too', async () => {
      await sealReads(opened.database, clock)
      expect(await verify()).toBe(true)
      await look('b1', 'vitals', stamp(clock - 2 * hour)).catch((error: unknown) => error)
      expect(await verify()).toBe(false)
      expect(changes()).toHaveLength(1)
      await opened.asOwner(async (trx) => {
        await sql`alter table record_read disable trigger user`.execute(trx)
        await sql`delete from record_read where patient_id = 'b1'`.execute(trx)
        await sql`alter table record_read enable trigger user`.execute(trx)
      })
      expect(await verify()).toBe(true)
    })

    test('of an hour that was just sealed are checked within the hour, those of before within the day', async () => {
      await look('a1', 'ecg', stamp(clock - hour))
      await sealReads(opened.database, clock)
      const change = (screen: string, to: string) =>
        opened.asOwner(async (trx) => {
          await sql`alter table record_read disable trigger user`.execute(trx)
          await sql`update record_read set screen = ${to} where screen = ${screen}`.execute(trx)
          await sql`alter table record_read enable trigger user`.execute(trx)
        })
      await change('ecg', 'x')
      expect(await verify('since-heads')).toBe(false)
      await change('x', 'ecg')
      expect(await verify('since-heads')).toBe(true)
      await change('ecg', 'x')
      expect(await verify('since-heads')).toBe(true)
      expect(await verify('all')).toBe(false)
      await change('x', 'ecg')
    })
  })

  describe('emergency accesses', () => {
    let id = ''
    const openOne = async (): Promise<string> => {
      const answer = await server.ask(OpenEmergencyAccessDocument.text, {
        as: 'nurse',
        variables: { patientId: 'b1', reason: 'Called by the family, short of breath' },
      })
      expect(answer.errors).toEqual([])
      const given = answer.data?.['openEmergencyAccess'] as { readonly id: string } | undefined
      return given?.id ?? ''
    }
    beforeEach(async () => {
      id = await openOne()
      expect(await verify()).toBe(true)
    })

    test('that are changed, taken away or put in are found by their id', async () => {
      const found = [`CHANGED w emergency_access ${id}`]
      for (const column of [
        `reason = 'Called by the family'`,
        `reason_again = 'again and again'`,
        `nth_in_shift = 2`,
        `user_id = 'admin'`,
        `patient_id = 'a1'`,
        `ends_at = ends_at + interval '1 hour'`,
        `opened_at = opened_at - interval '1 hour'`,
        `outcome = 'JUSTIFIED', reviewed_by = 'admin', reviewed_at = opened_at`,
      ])
        expect(
          await tampered(`update emergency_access set ${column} where id = '${id}'`),
          column,
        ).toEqual(found)
      expect(await tampered(`delete from emergency_access where id = '${id}'`)).toEqual([
        `CHANGED w emergency_access ${id} is gone`,
      ])
      expect(
        await tampered(`insert into emergency_access (id, organization_id, user_id, patient_id, reason, opened_at, ends_at)
          values ('put-in', 'w', 'nurse', 'b1', 'Dated back by somebody', '${stamp(clock - 48 * hour)}', '${stamp(clock - 47 * hour)}')`),
      ).toEqual(['CHANGED w emergency_access put-in'])
    })

    test('are whole after a review, and what was found of them is held too', async () => {
      expect(
        codeOf(
          await server.ask(ReviewEmergencyAccessDocument.text, {
            as: 'admin',
            variables: { id, outcome: 'NOT_JUSTIFIED' },
          }),
        ),
      ).toBe('ok')
      expect(await verify(), said.join('\n')).toBe(true)
      for (const column of [
        `outcome = 'JUSTIFIED'`,
        `outcome = null, reviewed_by = null, reviewed_at = null`,
        `reviewed_by = 'owl'`,
      ])
        expect(
          await tampered(`update emergency_access set ${column} where id = '${id}'`),
          column,
        ).toEqual([`CHANGED w emergency_access ${id}`])
    })
  })

  test('a seal of a time that has not come, or that leaves a time out, is told', async () => {
    await sealReads(opened.database, clock)
    expect(await verify()).toBe(true)
    const to = stamp(clock + 24 * hour * 365)
    await opened.database.asSystem((trx) =>
      appendAction(trx, {
        organizationId: 'w',
        at: stamp(),
        actorId: null,
        action: 'sealRecordReads',
        details: { from: stamp(clock - 10 * minute), to, rows: 0, sha256: 'x' },
      }),
    )
    const logged: Record<string, unknown>[] = []
    const watch = createWitness({
      database: opened.database,
      clock: { now: () => clock },
      log: {
        info: (fields: object) => void logged.push({ ...fields }),
        error: (fields: object) => void logged.push({ ...fields }),
      },
      mailer: { send: async () => {} },
      key: openLogKey(folder),
      anchor: join(folder, 'anchor'),
      auditMail: null,
    })
    await watch()
    expect(logged).toEqual([
      {
        event: 'action-log-broken',
        found: [expect.stringMatching(/^CHANGED w record_read .*is no seal of this stretch$/)],
      },
    ])
  })
})
