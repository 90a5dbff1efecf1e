import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/database'
import type { Database } from '../../../server/db/database'
import { startServer } from '../client'
import { addManyPatients } from '../many-patients'
import { hasPostgres, startPostgres } from '../postgres'
import type { TestPostgres } from '../postgres'
import { at, buildWorld } from '../world'
import { createPuller } from './puller'
import type { Puller } from './puller'
import { createTablet } from './tablet'

// A tablet asks every few seconds whether anything changed. That must not read what did not: rows
// of tables that were read whole or nearly so are counted by the database itself.

const many = 5_000
/**
 * As many rows as a table may be asked for: users, wards and the like are as many in this world.
 */
const handful = 40

describe.skipIf(!hasPostgres)('a quiet pull on PostgreSQL with 5,000 patients', () => {
  let postgres: TestPostgres
  let database: Database
  let puller: Puller
  beforeAll(async () => {
    postgres = startPostgres()
    const logins = postgres.newDatabase()
    database = await openDatabase({ ...logins, poolSize: 1 })
    await buildWorld(database)
    const owner = await openDatabase({ url: logins.ownerUrl, poolSize: 1 })
    await addManyPatients(owner.asSystem, many)
    await owner.close()
    const server = await startServer(database)
    const tablet = createTablet(
      () => server,
      () => at(0),
    )
    const { hello } = await tablet.signIn('nurse')
    puller = createPuller(tablet, 'nurse', () => hello.epoch)
  })
  afterAll(async () => {
    await database.close()
    postgres.stop()
  })

  /** Rows that this connection has read so far, by table: in a scan, and by index. */
  const counted = async (): Promise<ReadonlyMap<string, number>> => {
    await sql`select pg_stat_force_next_flush()`.execute(database.kysely)
    await sql`select pg_stat_clear_snapshot()`.execute(database.kysely)
    const { rows } = await sql<{
      relname: string
      n: number
    }>`select relname, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_user_tables`.execute(
      database.kysely,
    )
    return new Map(rows.map(({ relname, n }) => [relname, n]))
  }
  /**
   * What a pull reads in which nothing is new: tables of which it read more than a handful of rows.
   */
  const quiet = async (scope: string): Promise<Readonly<Record<string, number>>> => {
    await puller.pull([scope])
    const before = await counted()
    const [answer] = await puller.pull([scope])
    const after = await counted()
    expect(answer?.scopes[0]).toMatchObject({ put: [], remove: [] })
    return Object.fromEntries(
      [...after]
        .map(([table, n]) => [table, n - (before.get(table) ?? 0)] as const)
        .filter(([, n]) => n > handful),
    )
  }

  test('of the roster scans no table and reads a few rows, however many patients there are', async () => {
    expect(await quiet('ROSTER:w')).toEqual({})
    expect(puller.held('VirtualWardPatient')).toHaveLength(many + 2)
  })

  test('of a patient under monitoring reads no bucket, however many there are', async () => {
    await database.asSystem(async (trx) => {
      await sql`update organization set features = features || '{"continuousMonitoring": true}' where id = 'w'`.execute(
        trx,
      )
      await sql`insert into monitoring_bucket (id, organization_id, patient_id, source_id, started_at, ended_at, received_at, data, payload_hash, revision)
        select 'quiet-' || i, 'w', 'a2', 'quiet-' || i, ${at(0)}::timestamptz - i * interval '15 minutes', ${at(0)}::timestamptz - (i - 1) * interval '15 minutes', now(), '{}', 'x', 1 from generate_series(1, 5000) i`.execute(
        trx,
      )
    })
    expect(await quiet('PATIENT:a2')).toEqual({})
    expect(puller.held('MonitoringChunk')).toHaveLength(11)
  })

  test('of a patient scans no table and reads that patient\u2019s rows', async () => {
    expect(await quiet('PATIENT:a1')).toEqual({})
  })
})
