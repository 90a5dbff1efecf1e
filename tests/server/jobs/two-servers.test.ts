import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../../server/db/database'
import { decideMissed, runDue } from '../../../server/jobs'
import { randomOf } from '../../sim/random'
import { hasPostgres, startPostgres, type TestPostgres } from '../postgres'
import { asLogin } from '../waits'
import { addPatient, at, buildWorld, now } from '../world'

/** Rounds of each kind; `ROUNDS=100` for the figures of docs/reliability.md. */
const rounds = Number(process.env['ROUNDS'] ?? 6)
/**
 * When the kills fall; `KILL_SEED=7` for others. Where a server is at that moment is the machine's
 * chance.
 */
const seed = Number(process.env['KILL_SEED'] ?? 1)
const chance = randomOf(seed)
const hour = 3_600_000
const patients = 6

/**
 * Two servers on one PostgreSQL; every hour a check-up is due of six patients, and nobody makes
 * one.
 */
describe.skipIf(!hasPostgres)(
  `missed check-ups with two servers, one of which is killed (KILL_SEED=${seed})`,
  () => {
    let postgres: TestPostgres
    let url = ''
    let watcher: Database
    let time = now
    const clock = { now: () => time }
    beforeAll(async () => {
      postgres = startPostgres()
      const logins = postgres.newDatabase()
      url = logins.url
      watcher = await openDatabase({ ...logins, poolSize: 2 })
      await buildWorld(watcher)
      await watcher.asSystem(async (trx) => {
        await trx
          .updateTable('ward_admission')
          .set({ discharged_at: at(0) })
          .execute()
        for (let n = 0; n < patients; n += 1)
          await addPatient(trx, { id: `k${n}`, of: 'w', first: 'Kim', last: `Kay${n}`, ward: 'A' })
        await trx.updateTable('care_pathway').set({ escalate_after_minutes: 30 }).execute()
        await trx
          .insertInto('checkup_type')
          .values({
            id: 'hourly',
            organization_id: 'w',
            care_pathway_id: 'pathway-w',
            name: 'Hourly',
            heading: 'Hourly',
            description: '',
            tiles: '{}',
            updated_at: at(0),
            revision: 1,
            schedule: JSON.stringify({
              rrule:
                'FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23',
              tolerance: { early: 60, late: 60 },
            }),
          })
          .execute()
      })
    }, 120_000)
    afterAll(async () => {
      await watcher?.close()
      postgres?.stop()
    })
    beforeEach(async () => {
      time = Math.max(time, now) + 24 * hour
      await watcher.asSystem(async (trx) => {
        await trx.deleteFrom('alert_trigger').execute()
        await trx.deleteFrom('alert').execute()
        await trx.deleteFrom('checkup_schedule_progress').execute()
      })
      time += 5 * 60_000
      await runDue(watcher, { clock, asksDatabase: false })
    })

    /**
     * Every slot of every patient once, counted in its alert, and each alert escalated once at most
     * since it opened.
     */
    const check = async (slots: number): Promise<void> => {
      const triggers = await watcher.kysely
        .selectFrom('alert_trigger')
        .select(['patient_id', 'source'])
        .execute()
      expect(
        new Set(triggers.map(({ patient_id: patient, source }) => `${patient} ${source}`)).size,
      ).toBe(triggers.length)
      expect(triggers).toHaveLength(slots * patients)
      expect(
        (await watcher.kysely.selectFrom('alert').select('open_triggers').execute()).map(
          ({ open_triggers: open }) => open,
        ),
      ).toEqual(Array(patients).fill(slots))
    }
    const until = async (slots: number): Promise<void> => {
      for (;;) {
        const { n } = await watcher.kysely
          .selectFrom('alert_trigger')
          .select(sql<number>`count(*)::int`.as('n'))
          .executeTakeFirstOrThrow()
        if (n >= slots * patients) return
        await new Promise((resolve) => {
          setTimeout(resolve, 10)
        })
      }
    }

    test(
      `${rounds} rounds, the connections of one cut at any moment: none lost, none doubled`,
      async () => {
        for (let round = 1; round <= rounds; round += 1) {
          time += hour
          const servers = await Promise.all([0, 1].map(() => openDatabase({ url, poolSize: 2 })))
          const pids = await sql<{
            pid: number
          }>`select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
            watcher.kysely,
          )
          const work = servers.map((server) =>
            runDue(server, { clock, asksDatabase: false }).then(
              () => 'done',
              () => 'cut',
            ),
          )
          await new Promise((resolve) => {
            setTimeout(resolve, chance.between(0, 60))
          })
          // Half of what is connected, wherever it is in its transaction.
          for (const { pid } of pids.rows.filter((_, index) => index % 2 === 0))
            await asLogin(watcher, (login) =>
              sql`select pg_terminate_backend(${pid})`.execute(login),
            )
          await Promise.all(work)
          await Promise.all(servers.map((server) => server.close()))
          await runDue(watcher, { clock, asksDatabase: false })
          await check(round)
        }
      },
      60_000 + rounds * 5_000,
    )

    test(
      `${rounds} rounds, both at it at the same time and neither killed: none doubled`,
      async () => {
        const servers = await Promise.all([0, 1].map(() => openDatabase({ url, poolSize: 2 })))
        for (let round = 1; round <= rounds; round += 1) {
          time += hour
          // Enrolled before: from here on both begin with the same rows.
          await Promise.all(
            servers.flatMap((server) =>
              [0, 1].map(async () => {
                while ((await decideMissed(server, { clock, asksDatabase: false })) > 0);
              }),
            ),
          )
          await check(round)
        }
        await Promise.all(servers.map((server) => server.close()))
      },
      60_000 + rounds * 5_000,
    )

    test(
      `${rounds} rounds of real processes, one of them killed with SIGKILL at any moment: none lost, none doubled`,
      async () => {
        const clockFile = join(mkdtempSync(join(tmpdir(), 'jobs-')), 'clock')
        const tell = (): void => {
          // never half written: the servers read it all the time
          writeFileSync(`${clockFile}.new`, String(time))
          renameSync(`${clockFile}.new`, clockFile)
        }
        tell()
        const begin = async (): Promise<ChildProcess> => {
          const child = spawn(
            process.execPath,
            ['--import', 'tsx', join(import.meta.dirname, 'job-server.ts'), url, clockFile],
            { stdio: ['ignore', 'pipe', 'inherit'] },
          )
          await new Promise<void>((resolve, reject) => {
            child.stdout?.once('data', () => resolve())
            child.once('exit', () => reject(new Error('The server ended')))
          })
          return child
        }
        const kill = (child: ChildProcess): Promise<void> =>
          new Promise((resolve) => {
            child.once('exit', () => resolve())
            child.kill('SIGKILL')
          })
        let servers = await Promise.all([begin(), begin()])
        try {
          for (let round = 1; round <= rounds; round += 1) {
            time += hour
            tell()
            await new Promise((resolve) => {
              setTimeout(resolve, chance.between(0, 80))
            })
            const [victim, survivor] =
              round % 2 === 0 ? [servers[0], servers[1]] : [servers[1], servers[0]]
            if (victim === undefined || survivor === undefined) throw new Error('no servers')
            await kill(victim)
            await until(round)
            servers = [survivor, await begin()]
            await check(round)
          }
        } finally {
          await Promise.all(servers.map(kill))
        }
      },
      120_000 + rounds * 20_000,
    )
  },
)
