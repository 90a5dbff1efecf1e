import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/database'
import type { Database, Trx } from '../../../server/db/database'
import { nextRevision } from '../../../server/db/revision'
import { startServer } from '../client'
import { hasPostgres, startPostgres } from '../postgres'
import type { TestPostgres } from '../postgres'
import { at, buildWorld } from '../world'
import { createPuller } from './puller'
import type { Puller } from './puller'
import { createTablet } from './tablet'

// PGlite has one connection: only PostgreSQL can lose a row here (design/sync.md, finding 9).

/** How revisions are given out: ours, or by the sequence that everybody would take first. */
const plainSequence = `
  create sequence plain_version start 1000;
  create or replace function app_next_revision(organization text) returns bigint language sql volatile security definer set search_path from current as $$
    select nextval('plain_version') $$;`

const writeNote = async (trx: Trx, id: string): Promise<void> => {
  await trx
    .insertInto('patient_note')
    .values({
      id,
      organization_id: 'w',
      patient_id: 'a1',
      text: id,
      captured_at: at(1),
      created_at: at(0),
      created_by: 'nurse',
      revision: await nextRevision(trx, 'w'),
    })
    .execute()
}

interface Gate {
  readonly opened: Promise<void>
  open(): void
}
const gate = (): Gate => {
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

describe.skipIf(!hasPostgres)('PostgreSQL with writers at the same time', () => {
  let postgres: TestPostgres
  const databases: Database[] = []
  beforeAll(() => {
    postgres = startPostgres()
  })
  afterAll(async () => {
    for (const database of databases) await database.close()
    postgres.stop()
  })

  const prepare = async (
    mutant: boolean,
  ): Promise<{ readonly database: Database; readonly puller: Puller }> => {
    const logins = postgres.newDatabase()
    const database = await openDatabase({ ...logins, poolSize: 16 })
    databases.push(database)
    await buildWorld(database)
    if (mutant) {
      const owner = await openDatabase({ url: logins.ownerUrl, poolSize: 1 })
      databases.push(owner)
      await owner.asSystem((trx) => sql.raw(plainSequence).execute(trx))
    }
    const server = await startServer(database)
    const tablet = createTablet(
      () => server,
      () => at(0),
    )
    const { hello } = await tablet.signIn('nurse')
    const puller = createPuller(tablet, 'nurse', () => hello.epoch)
    await puller.pull(['PATIENT:a1'])
    return { database, puller }
  }

  /**
   * One writer takes its revision and waits; another would like to write, a device pulls, then the
   * first commits.
   */
  const overtake = async (
    mutant: boolean,
  ): Promise<{ readonly overtook: boolean; readonly held: readonly string[] }> => {
    const { database, puller } = await prepare(mutant)
    const [taken, commit] = [gate(), gate()]
    const slow = database.asOrganization('w', async (trx) => {
      await writeNote(trx, 'slow')
      taken.open()
      await commit.opened
    })
    await taken.opened
    const quick = database.asOrganization('w', (trx) => writeNote(trx, 'quick'))
    const waiting = async (): Promise<boolean> =>
      (
        await sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted`.execute(
          database.kysely,
        )
      ).rows[0]?.n !== 0
    const quickly = { isDone: false }
    const finished = quick.then(() => {
      quickly.isDone = true
    })
    // Either it is through, or the database says that it waits for the first: both are events,
    // neither a time.
    while (!quickly.isDone && !(await waiting())) await Promise.resolve()
    const overtook = quickly.isDone
    await puller.pull(['PATIENT:a1'])
    commit.open()
    await Promise.all([slow, finished])
    await puller.pull(['PATIENT:a1'])
    return { overtook, held: puller.held('PatientNote') }
  }

  test('a writer who began first is never overtaken: the device that pulls in between gets both', async () => {
    expect(await overtake(false)).toEqual({ overtook: false, held: ['quick', 'slow'] })
  })

  test('with a plain sequence the same device never gets the first one: the test above can fail', async () => {
    expect(await overtake(true)).toEqual({ overtook: true, held: ['quick'] })
  })

  test('eight writers write while a device pulls in small pages: no row is skipped', async () => {
    const { database, puller } = await prepare(false)
    const names = Array.from({ length: 8 }, (_, writer) =>
      Array.from({ length: 25 }, (_, index) => `w${writer}-${String(index).padStart(2, '0')}`),
    )
    const writers = { areDone: false }
    const written = Promise.all(
      names.map(async (own) => {
        for (const id of own) await database.asOrganization('w', (trx) => writeNote(trx, id))
      }),
    ).finally(() => {
      writers.areDone = true
    })
    let answers = 0
    while (!writers.areDone) {
      puller.apply(await puller.peek(['PATIENT:a1'], 3))
      answers += 1
    }
    await written
    await puller.pull(['PATIENT:a1'], 3)
    expect(puller.held('PatientNote')).toEqual(names.flat().toSorted())
    expect(answers).toBeGreaterThan(3)
  })
})
