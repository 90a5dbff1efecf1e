import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { appendAction, firstBrokenAction, readActionChain } from '../../server/db/action-log'
import { checkActionLog, readMarks } from '../../server/db/check-action-log'
import { openDatabase } from '../../server/db/database'
import type { Trx } from '../../server/db/database'
import { DatabaseRoleError } from '../../server/db/database-role'
import { lockDirectory, DirectoryInUseError } from '../../server/db/directory-lock'
import { migrations } from '../../server/db/migrations'
import { noteBucket } from '../../server/areas/patient-summary/keep'
import { nextRevision } from '../../server/db/revision'
import { onBothEngines } from './engines'
import { hasPostgres, startPostgres } from './postgres'
import { asLogin } from './waits'
import { addCheckup, at, buildWorld, now } from './world'

onBothEngines(buildWorld, (opened) => {
  test('both engines read numbers, instants, dates, JSON and bytes alike', async () => {
    const { rows } =
      await sql`select 9007199254740991::bigint as big, timestamptz '2026-03-29 01:30:00.123+01' as instant, timestamptz '1999-12-31 23:59:59+05:30' as half,
      date '1940-02-29' as day, '{"a":[1,null,"x"]}'::jsonb as json, 1.5::numeric as number, true as yes, null::timestamptz as nothing`.execute(
        opened.database.kysely,
      )
    expect(rows).toEqual([
      {
        big: 9007199254740991,
        instant: '2026-03-29T00:30:00.123Z',
        half: '1999-12-31T18:29:59.000Z',
        day: '1940-02-29',
        json: { a: [1, null, 'x'] },
        number: 1.5,
        yes: true,
        nothing: null,
      },
    ])
    const wave = await opened.database.kysely
      .selectFrom('waveform')
      .select('samples')
      .executeTakeFirstOrThrow()
    expect([...wave.samples]).toEqual([1, 2, 255])
    await expect(
      sql`select 9007199254740993::bigint as big`.execute(opened.database.kysely),
    ).rejects.toThrow(RangeError)
  })

  test('no plan is compiled, however dear it looks', async () => {
    const { rows } = await sql<{ jit: string }>`show jit`.execute(opened.database.kysely)
    expect(rows).toEqual([{ jit: 'off' }])
  })

  test('migrations are remembered by name', async () => {
    const rows = await opened.database.kysely
      .selectFrom('kysely_migration')
      .select('name')
      .orderBy('name')
      .execute()
    expect(rows.map((row) => row.name)).toEqual(Object.keys(migrations))
  })

  test('a transaction that fails leaves nothing', async () => {
    await expect(
      opened.database.asOrganization('w', async (trx) => {
        await nextRevision(trx, 'w')
        await trx
          .insertInto('ward')
          .values({
            id: 'gone',
            organization_id: 'w',
            name: 'Gone',
            created_at: at(0),
            updated_at: at(0),
            revision: 1,
          })
          .execute()
        throw new Error('stop')
      }),
    ).rejects.toThrow('stop')
    expect(
      await opened.database.kysely
        .selectFrom('ward')
        .select('id')
        .where('id', '=', 'gone')
        .execute(),
    ).toEqual([])
  })

  test('revisions of an organisation grow without gaps or doubles under parallel writers', async () => {
    const before = (
      await opened.database.kysely
        .selectFrom('org_version')
        .select('version')
        .where('organization_id', '=', 'h')
        .executeTakeFirstOrThrow()
    ).version
    const got = await Promise.all(
      Array.from({ length: 8 }, () =>
        opened.database.asOrganization('h', (trx) => nextRevision(trx, 'h')),
      ),
    )
    expect(got.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 8 }, (_, n) => before + n + 1),
    )
  })

  test("the board's row of a patient keeps the newest check-up, of the same instant the graver, whatever arrives late", async () => {
    const summary = () =>
      opened.database.kysely
        .selectFrom('patient_summary')
        .selectAll()
        .where('patient_id', '=', 'h2')
        .executeTakeFirst()
    await opened.database.asOrganization('h', async (trx) => {
      await noteBucket(trx, { patientId: 'h2', bucketId: 'm-a1', endedAt: at(5) })
      await addCheckup(trx, {
        id: 's-2',
        organizationId: 'h',
        patientId: 'h2',
        endedAt: at(20),
        total: 5,
        risk: 3,
      })
      await addCheckup(trx, {
        id: 's-1',
        organizationId: 'h',
        patientId: 'h2',
        endedAt: at(40),
        total: 12,
        risk: 4,
      })
      await noteBucket(trx, { patientId: 'h2', bucketId: 'm-a1', endedAt: at(50) })
    })
    expect(await summary()).toMatchObject({
      latest_checkup_id: 's-2',
      total_score: 5,
      risk_level: 3,
      latest_checkup_ended_at: at(20),
      latest_bucket_ended_at: at(5),
    })
    await opened.database.asOrganization('h', (trx) =>
      addCheckup(trx, {
        id: 's-3',
        organizationId: 'h',
        patientId: 'h2',
        endedAt: at(20),
        total: null,
      }),
    )
    expect(await summary()).toMatchObject({
      latest_checkup_id: 's-2',
      total_score: 5,
      risk_level: 3,
    })
  })

  test('an operator checks every chain, and sees a cut tail against the heads of an earlier check', async () => {
    for (const action of ['one', 'two', 'three'])
      await opened.database.asOrganization('h', (trx) =>
        appendAction(trx, { organizationId: 'h', at: at(1), actorId: null, action }),
      )
    const check = async (heads = '') => {
      const said: string[] = []
      const isWhole = await checkActionLog(
        opened.database,
        readMarks(heads),
        (line) => said.push(line),
        now,
      )
      return { isWhole, said: said.join('\n') }
    }
    const change = (statement: string) =>
      opened.asOwner(async (trx) => {
        await sql.raw('alter table action_log disable trigger action_log_keeps').execute(trx)
        await sql.raw(statement).execute(trx)
        await sql.raw('alter table action_log enable trigger action_log_keeps').execute(trx)
      })
    const before = await check()
    expect(before.isWhole).toBe(true)
    expect(before.said).toMatch(/^whole h 3 [0-9a-f]{64}$/m)
    expect(await check(before.said)).toEqual(before)
    await change(`update action_log set action = 'x' where organization_id = 'h' and seq = 2`)
    expect(await check()).toMatchObject({
      isWhole: false,
      said: expect.stringMatching(/^BROKEN h at 2$/m),
    })
    await change(`update action_log set action = 'two' where organization_id = 'h' and seq = 2`)
    await change(`delete from action_log where organization_id = 'h' and seq = 3`)
    expect((await check()).isWhole).toBe(true)
    expect(await check(before.said)).toMatchObject({
      isWhole: false,
      said: expect.stringMatching(/^BROKEN h at 3$/m),
    })
    await change(`delete from action_log where organization_id = 'h'`)
    expect((await check(before.said)).said).toMatch(/^BROKEN h at 1$/m)
    expect(() => readMarks('BROKEN h at 1')).toThrow('Not a line of a whole action log')
  })

  test('the action log takes no change, and its chain names the first entry that was tampered with', async () => {
    const append = (action: string) =>
      opened.database.asOrganization('p', (trx) =>
        appendAction(trx, {
          organizationId: 'p',
          at: at(1),
          actorId: 'gp',
          action,
          details: { b: 1, a: [2] },
        }),
      )
    await Promise.all(['one', 'two', 'three', 'four'].map(append))
    const broken = (expected?: { seq: number; hash: string }) =>
      opened.database.asOrganization('p', (trx) => firstBrokenAction(trx, 'p', expected))
    expect(await broken()).toBeNull()
    for (const statement of [`update action_log set action = 'x'`, 'delete from action_log'])
      await expect(
        opened.database.asOrganization('p', (trx) => sql.raw(statement).execute(trx)),
      ).rejects.toThrow(/permission denied|append-only/)
    await expect(
      opened.asOwner((trx) => sql.raw(`delete from action_log where seq = 4`).execute(trx)),
    ).rejects.toThrow('append-only')
    const head = await opened.database.kysely
      .selectFrom('action_log')
      .select(['seq', 'hash'])
      .where('organization_id', '=', 'p')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
    expect(head.seq).toBe(4)
    // Whoever owns the tables can take the trigger away; the chain still tells.
    const tamper = async (statement: string) => {
      const found: (number | null)[] = []
      await opened
        .asOwner(async (trx) => {
          await sql.raw('alter table action_log disable trigger action_log_keeps').execute(trx)
          await sql.raw(statement).execute(trx)
          found.push(await firstBrokenAction(trx, 'p', head))
          throw new Error('undo')
        })
        .catch((error: unknown) => {
          if (String(error) !== 'Error: undo') throw error
        })
      return found[0]
    }
    for (const column of [
      `action = 'x'`,
      `actor_id = 'nurse'`,
      `at = at + interval '1 second'`,
      `logged_in_as = 'x'`,
      `entity_type = 'x'`,
      `entity_id = 'x'`,
      `patient_id = 'x'`,
      `details = '{"a":[2],"b":2}'`,
      `prev_hash = 'x'`,
      `hash = 'x'`,
    ])
      expect(
        await tamper(`update action_log set ${column} where organization_id = 'p' and seq = 2`),
        column,
      ).toBe(2)
    expect(await tamper(`delete from action_log where organization_id = 'p' and seq = 3`)).toBe(3)
    for (const page of [1, 2, 3])
      expect(
        await opened.database.asSystem((trx) => readActionChain(trx, 'p', [head], page)),
      ).toEqual({ brokenAt: null, wholeUpTo: 4, head: { seq: 4, hash: head.hash } })
    expect(await tamper(`delete from action_log where organization_id = 'p' and seq = 4`)).toBe(4)
    expect(await broken(head)).toBeNull()
  })
})

describe('the data directory', () => {
  const scratch = (): string => mkdtempSync(join(tmpdir(), 'lamplight-lock-'))

  test('is held by one process at a time and given back', () => {
    const directory = scratch()
    const unlock = lockDirectory(directory)
    expect(() => lockDirectory(directory)).toThrow(DirectoryInUseError)
    expect(() => lockDirectory(directory)).toThrow(`is in use by process ${process.pid}`)
    unlock()
    lockDirectory(directory)()
    rmSync(directory, { recursive: true })
  })

  test('is taken over from a killed process, and from a process id that now is another', async () => {
    const directory = scratch()
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    writeFileSync(join(directory, 'lamplight.lock'), `${child.pid} \n`)
    expect(() => lockDirectory(directory)).toThrow(DirectoryInUseError)
    const ended = new Promise((resolve) => {
      child.on('exit', resolve)
    })
    child.kill('SIGKILL')
    await ended
    lockDirectory(directory)()
    writeFileSync(join(directory, 'lamplight.lock'), `${process.pid} 1\n`)
    lockDirectory(directory)()
    writeFileSync(join(directory, 'lamplight.lock'), '')
    lockDirectory(directory)()
    rmSync(directory, { recursive: true })
  })

  test('keeps what was written over a restart, and is refused to a second server', async () => {
    const directory = scratch()
    const first = await openDatabase({ dataDir: directory })
    await buildWorld(first)
    await expect(openDatabase({ dataDir: directory })).rejects.toThrow(DirectoryInUseError)
    await first.close()
    const again = await openDatabase({ dataDir: directory })
    expect(
      await again.kysely.selectFrom('patient').select('id').where('id', '=', 'a1').execute(),
    ).toHaveLength(1)
    await again.close()
    rmSync(directory, { recursive: true })
  })
})

// PostgreSQL's own timers do not run under libfaketime (npm run test:at), which is of no use to them.
describe.skipIf(!hasPostgres || process.env['FAKETIME'] !== undefined)(
  'what holds others up',
  () => {
    const opened = async (limits: { statement: number; lock: number; idle: number }) => {
      const postgres = startPostgres()
      const database = await openDatabase({ ...postgres.newDatabase(), poolSize: 2, limits })
      return {
        database,
        close: async () => {
          await database.close()
          postgres.stop()
        },
      }
    }
    const lock = (trx: Trx) => sql`select pg_advisory_xact_lock(1)`.execute(trx)

    test('a statement that never ends is ended, and migrations take the time that they take', async () => {
      const { database, close } = await opened({ statement: 20, lock: 60_000, idle: 60_000 })
      await expect(sql`select pg_sleep(600)`.execute(database.kysely)).rejects.toMatchObject({
        code: '57014',
      })
      await close()
    })

    test('a wait for a lock ends', async () => {
      const { database, close } = await opened({ statement: 600_000, lock: 20, idle: 600_000 })
      await database.asSystem(async (trx) => {
        await lock(trx)
        await expect(database.asSystem(lock)).rejects.toMatchObject({ code: '55P03' })
      })
      await close()
    })

    test('a transaction in which nothing is asked any more is undone, and who waits for it goes on', async () => {
      const { database, close } = await opened({ statement: 600_000, lock: 600_000, idle: 20 })
      const forgotten = database.asSystem(async (trx) => {
        await lock(trx)
        await database.asSystem(lock)
      })
      await expect(forgotten).rejects.toThrow('connection error')
      await close()
    })
  },
)

describe.skipIf(!hasPostgres)('several servers on one PostgreSQL', () => {
  test('a connection that the database ends in the middle of a transaction fails that transaction alone: the process and the next one go on', async () => {
    const postgres = startPostgres()
    const database = await openDatabase({ ...postgres.newDatabase(), poolSize: 2 })
    const ended = (): Promise<unknown> =>
      database.asSystem(async (trx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
        await asLogin(database, (login) =>
          sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(login),
        )
        // Nothing is under way on it when it ends: only the connection itself can say so.
        await new Promise((resolve) => {
          setTimeout(resolve, 100)
        })
        return sql`select 1`.execute(trx)
      })
    await expect(ended()).rejects.toThrow()
    expect((await sql<{ n: number }>`select 1 as n`.execute(database.kysely)).rows).toEqual([
      { n: 1 },
    ])
    await database.close()
    postgres.stop()
  })

  test('migrate it once and share it', async () => {
    const postgres = startPostgres()
    const logins = postgres.newDatabase()
    try {
      const opened = await Promise.all([1, 2, 3].map(() => openDatabase(logins)))
      const rows = await opened[0]?.kysely.selectFrom('kysely_migration').select('name').execute()
      expect(rows).toHaveLength(Object.keys(migrations).length)
      await Promise.all(opened.map((database) => database.close()))
    } finally {
      postgres.stop()
    }
  })
})

test.skipIf(!hasPostgres)(
  'an owner who may create no role is told what to do, and starts where the role was made for it',
  async () => {
    const plain = startPostgres().newPlainDatabase()
    try {
      const refused = openDatabase({ url: plain.url })
      await expect(refused).rejects.toThrow(DatabaseRoleError)
      await expect(refused).rejects.toThrow(
        'The database role needs CREATEROLE once, or create the role lamplight_app yourself: create role lamplight_app nologin; grant lamplight_app to "plain";',
      )
      plain.allow()
      const database = await openDatabase({ url: plain.url })
      expect(
        await database.asOrganization('w', (trx) => trx.selectFrom('ward').selectAll().execute()),
      ).toEqual([])
      await database.close()
    } finally {
      plain.stop()
    }
  },
)
