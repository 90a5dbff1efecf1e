import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hasPostgres, startOwnCluster } from '../server/postgres'
import { authors, password, patients, prepare, withDatabase } from './prepare'
import { createReferenceTablet } from './reference-tablet'
import type { ReferenceTablet } from './reference-tablet'
import { createServerProcess } from './server-process'
import type { ServerProcess } from './server-process'
import { faultless, judge } from './verdict'

// The real server, its database put back to an older backup while devices are offline, on both
// engines.

const root = resolve(import.meta.dirname, '../..')

/** How a backup is made and put back while the server is stopped. */
interface Engine {
  readonly opening: { readonly url: string } | { readonly dataDir: string }
  backUp(): void
  restore(): void
}

const writeAll = async (tablet: ReferenceTablet, words: string, count: number): Promise<void> => {
  for (let index = 0; index < count; index += 1) {
    const [author, patient] = [authors[index % authors.length], patients[index % patients.length]]
    if (author !== undefined && patient !== undefined)
      await tablet.note(author, patient, `${words} ${index} ${tablet.group}`)
  }
}
const deliverAll = async (tablet: ReferenceTablet): Promise<void> => {
  while (!tablet.isDone()) await tablet.deliver('nurse')
}

/** Writes before the backup, after it and while offline, puts the backup back, and compares. */
async function play(server: ServerProcess, engine: Engine): Promise<void> {
  await prepare(engine.opening)
  await server.start()
  await server.signIn(authors)
  const [early, late] = [createReferenceTablet(server.line), createReferenceTablet(server.line)]
  for (const author of authors) await early.sayHello(author)
  await writeAll(early, 'in the backup', 8)
  await deliverAll(early)
  await server.stop()
  engine.backUp()

  await server.start()
  // Its sessions are younger than the backup: only their signed names prove them afterwards.
  for (const author of authors) await late.sayHello(author)
  for (const tablet of [early, late]) {
    await writeAll(tablet, 'accepted since', 12)
    await deliverAll(tablet)
    await writeAll(tablet, 'offline', 3)
  }
  const acceptedSince = 24
  await server.stop()
  engine.restore()
  expect(
    await withDatabase(
      engine.opening,
      async ({ kysely }) =>
        (
          await kysely
            .selectFrom('patient_note')
            .select('id')
            .where('organization_id', '=', 'w')
            .execute()
        ).length,
    ),
  ).toBe(8)

  await server.start()
  // One says hello first, the other pushes what it has and is told EPOCH.
  await early.sayHello('manager')
  for (const tablet of [late, early]) {
    await deliverAll(tablet)
    await writeAll(tablet, 'after the restore', 2)
    await deliverAll(tablet)
  }
  await server.stop()
  const verdict = await withDatabase(engine.opening, (database) =>
    judge(database, [early, late], null),
  )
  expect(verdict).toEqual({
    ...faultless,
    written: 8 + acceptedSince + 6 + 4,
    accepted: 8 + acceptedSince + 6 + 4,
    needlessEpochs: 2,
  })
}

describe('a backup put back while devices are offline: everything accepted since is applied again, once, in order', () => {
  let dataDir = ''
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'lamplight-restored-'))
  })
  afterEach(() => {
    for (const suffix of ['', '.backup'])
      rmSync(`${dataDir}${suffix}`, { recursive: true, force: true })
  })

  test('a copy of the PGlite directory; the mark beside it notices', async () => {
    const server = createServerProcess({ dataDir, password })
    const place = join(dataDir, 'pglite')
    await play(server, {
      opening: { dataDir },
      backUp: () => {
        cpSync(place, `${dataDir}.backup`, { recursive: true })
      },
      restore: () => {
        rmSync(place, { recursive: true })
        cpSync(`${dataDir}.backup`, place, { recursive: true })
      },
    })
  }, 400_000)

  test.skipIf(!hasPostgres)(
    'pg_dump and pg_restore; the mark is gone with the old machine, so that new-epoch is run, as the manual says',
    async () => {
      const cluster = startOwnCluster()
      try {
        const url = cluster.newDatabase()
        const server = createServerProcess({ dataDir, password, url })
        let backup = ''
        await play(server, {
          opening: { url },
          backUp: () => {
            backup = cluster.dump(url)
          },
          restore: () => {
            cluster.restore(url, backup)
            rmSync(join(dataDir, 'epoch.json'))
            execFileSync(process.execPath, ['--import', 'tsx', 'server/engine/new-epoch.ts'], {
              cwd: root,
              env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: url },
              stdio: 'ignore',
            })
          },
        })
      } finally {
        cluster.stop()
      }
    },
    400_000,
  )
})
