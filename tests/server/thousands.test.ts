import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/db/database'
import type { Database } from '../../server/db/database'
import { decideStopped, runDue } from '../../server/jobs'
import { traceDue } from '../../server/outside/trace'
import { isFull } from '../depth'
import { startServer, type TestServer } from './client'
import { addManyPatients } from './many-patients'
import { addOthers } from './others'
import { hasPostgres, startPostgres } from './postgres'
import type { TestPostgres } from './postgres'
import { createPuller, type Puller } from './sync/puller'
import { createTablet } from './sync/tablet'
import { addCheckup, at, buildWorld, now } from './world'

// What one organisation of 190 patients asks for reads by index, however many patients other
// organisations have. The database itself counts what it read: rows of scans, and blocks.

const few = 20_000
const many = 100_000
/** A deeper index is one block more for each row that is looked up. */
const deeper = 1.5
/** What grows with the patients of all. */
const ofPatients = [
  'patient',
  'patient_organization',
  'patient_summary',
  'ward_admission',
  'admission_event',
  'similar_name',
  'identifier_trace',
  'continuous_monitoring_session',
  'checkup_schedule_progress',
]
/** Rows that scans may read: as many as the organisation itself has, some times over. */
const handful = 1_000

interface Counted {
  readonly blocks: number
  readonly scanned: number
}
interface Reads {
  readonly blocks: number
  /** Tables of patients that were scanned, with their rows. */
  readonly scans: Readonly<Record<string, number>>
}

describe.skipIf(!hasPostgres)('among the patients of many organisations', () => {
  let postgres: TestPostgres
  let database: Database
  let owner: Database
  let server: TestServer
  let puller: Puller
  let serial = 0
  beforeAll(async () => {
    postgres = startPostgres()
    const logins = postgres.newDatabase()
    database = await openDatabase({ ...logins, poolSize: 1 })
    owner = await openDatabase({ url: logins.ownerUrl, poolSize: 1 })
    await buildWorld(database)
    await addManyPatients(owner.asSystem, 188)
    await addOthers(owner.asSystem, few)
    server = await startServer(database)
    const tablet = createTablet(
      () => server,
      () => at(0),
    )
    const { hello } = await tablet.signIn('nurse')
    puller = createPuller(tablet, 'nurse', () => hello.epoch)
    await puller.pull(['ROSTER:w'])
  }, 120_000)
  afterAll(async () => {
    await database.close()
    await owner.close()
    postgres.stop()
  })

  const soFar = async (): Promise<ReadonlyMap<string, Counted>> => {
    await sql`select pg_stat_force_next_flush()`.execute(database.kysely)
    await sql`select pg_stat_clear_snapshot()`.execute(database.kysely)
    const { rows } = await sql<Counted & { readonly name: string }>`
      select relname as name, seq_tup_read::int as scanned,
        (heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0))::int as blocks
      from pg_statio_user_tables join pg_stat_user_tables using (relid, relname)`.execute(
      database.kysely,
    )
    return new Map(rows.map(({ name, ...counted }) => [name, counted]))
  }
  const reads = async (work: () => Promise<unknown>): Promise<Reads> => {
    const before = await soFar()
    await work()
    const tables = [...(await soFar())].map(([table, { blocks, scanned }]) => ({
      table,
      blocks: blocks - (before.get(table)?.blocks ?? 0),
      scanned: scanned - (before.get(table)?.scanned ?? 0),
    }))
    return {
      blocks: tables.reduce((sum, { blocks }) => sum + blocks, 0),
      scans: Object.fromEntries(
        tables.flatMap(({ table, scanned }) =>
          ofPatients.includes(table) && scanned > handful ? [[table, scanned]] : [],
        ),
      ),
    }
  }

  const asks: ReadonlyArray<readonly [string, () => Promise<unknown>]> = [
    [
      'a device\u2019s pull of the board after a reading',
      async () => {
        const [answer] = await puller.pull(['ROSTER:w'])
        expect(answer?.scopes[0]?.put).toMatchObject([{ id: 'a1' }])
      },
    ],
    [
      'a page of the board',
      async () => {
        const answer = await server.ask(
          '{ virtualWardPatients(take: 50, skip: 0, sort: []) { patients { id } } }',
          { as: 'nurse' },
        )
        expect(answer.errors).toEqual([])
      },
    ],
    [
      'a page of the list of patients',
      async () => {
        const answer = await server.ask('{ patients(filter: all) { patients { id } total } }', {
          as: 'manager',
        })
        expect(answer).toMatchObject({ errors: [], data: { patients: { total: 192 } } })
      },
    ],
  ]
  const newReading = () => {
    serial += 1
    return database.asSystem((trx) =>
      addCheckup(trx, {
        id: `reading-${serial}`,
        organizationId: 'w',
        patientId: 'a1',
        endedAt: at(29 - serial),
        total: 3,
      }),
    )
  }

  /** Each question's, once its plan is that of a database of this size. */
  const measure = async (): Promise<ReadonlyMap<string, Reads>> => {
    const all = new Map<string, Reads>()
    for (const [name, ask] of [...asks, ...asks]) {
      await newReading()
      all.set(name, await reads(ask))
    }
    return all
  }
  const scansOf = (measured: ReadonlyMap<string, Reads>) =>
    [...measured].filter(([, { scans }]) => Object.keys(scans).length > 0)

  test('what an organisation asks for scans no table of patients', async () => {
    expect(scansOf(await measure())).toEqual([])
  })

  test('tracing one new number reads nobody else', async () => {
    const asked: string[] = []
    const work = () =>
      traceDue({
        database,
        clock: { now: () => now },
        asksDatabase: false,
        trace: async ({ nhsNumber }) => {
          asked.push(nhsNumber)
          return { kind: 'Found' }
        },
        log: { error: () => {} },
      })
    await work()
    asked.length = 0
    await database.asSystem((trx) =>
      trx.updateTable('patient').set({ last_name: 'New' }).where('id', '=', 'a1').execute(),
    )
    const { blocks, scans } = await reads(work)
    expect({ asked, scans }).toEqual({ asked: ['9434765919'], scans: {} })
    expect(blocks).toBeLessThan(handful)
  })

  test('of monitoring only those are read whose time has come: nobody in a quiet round', async () => {
    await database.asSystem(async (trx) => {
      await sql`insert into continuous_monitoring_session (id, organization_id, patient_id, type, created_at, revision)
        select 's' || a.id, a.organization_id, a.patient_id, 'Lamplight', ${at(5)}::timestamptz, 1 from ward_admission a where a.id like 'oa%'`.execute(
        trx,
      )
    })
    let time = now
    const decide = async () => {
      while (
        (await decideStopped(database, { clock: { now: () => time }, asksDatabase: false })) > 0
      );
    }
    const raised = async () =>
      (
        await sql<{
          n: number
        }>`select count(*)::int as n from alert where source_key like 'data-stopped %'`.execute(
          database.kysely,
        )
      ).rows[0]?.n
    await decide()
    await sql.raw('analyze').execute(owner.kysely)
    time += 60_000
    const { blocks } = await reads(decide)
    expect(blocks).toBeLessThan(50)
    expect(await raised()).toBe(0)
    await database.asSystem((trx) =>
      sql`update continuous_monitoring_session set created_at = ${at(100)} where id = 'soa1'`.execute(
        trx,
      ),
    )
    const { scans } = await reads(decide)
    expect(scans).toEqual({})
    expect(await raised()).toBe(1)
  })

  test('a round of jobs in which nothing is due reads nobody, with schedules and monitoring of thousands', async () => {
    const parts = { clock: { now: () => now + 60_000 }, asksDatabase: false }
    await database.asSystem((trx) =>
      sql`insert into checkup_type (id, organization_id, care_pathway_id, name, heading, description, tiles, updated_at, revision, schedule)
        select 'ot' || c.id, c.organization_id, c.id, 'Daily', '', '', '{}', now(), 1, '{"rrule":"FREQ=DAILY;BYHOUR=8","tolerance":{"early":60,"late":60}}'
        from care_pathway c where c.id like 'op%'`.execute(trx),
    )
    await runDue(database, parts)
    await runDue(database, parts)
    await sql.raw('analyze').execute(owner.kysely)
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from checkup_schedule_progress where admission_id like 'oa%'`.execute(
      database.kysely,
    )
    expect(rows[0]?.n).toBe(few / 10)
    const { blocks, scans } = await reads(() => runDue(database, parts))
    expect(scans).toEqual({})
    expect(blocks).toBeLessThan(handful / 2)
  })

  if (isFull)
    test('what an organisation asks for reads no more blocks where others have 100,000 patients', async () => {
      const before = await measure()
      await addOthers(owner.asSystem, many, few)
      const after = await measure()
      expect(scansOf(after)).toEqual([])
      for (const [name, { blocks }] of after)
        expect(blocks, name).toBeLessThan((before.get(name)?.blocks ?? 0) * deeper)
    })
})
