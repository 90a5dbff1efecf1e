import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/db/database'
import { listenToPostgres, requireNotifications } from '../../server/db/listen'
import { requireOneSecret } from '../../server/one-secret'
import { RefusedStart } from '../../server/db/refused-start'
import { secretBox } from '../../server/secret-box'
import { onBothEngines } from './engines'
import { hasPostgres, startPostgres } from './postgres'

const boxOf = (byte: number) => secretBox(new Uint8Array(32).fill(byte))

onBothEngines(
  async () => {},
  (opened) => {
    test('a server with another secret than the first one does not start; one with the same does', async () => {
      await requireOneSecret(opened.database, boxOf(1))
      await requireOneSecret(opened.database, boxOf(1))
      await expect(requireOneSecret(opened.database, boxOf(2))).rejects.toThrow(RefusedStart)
    })
  },
)

/** What a pooler by transaction does: a notification reaches nobody. */
const swallowing = (socket: string) => {
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-pooler-'))
  const server = createServer((client) => {
    const database = connect(socket)
    let rest = Buffer.alloc(0)
    client.on('error', () => database.destroy())
    database.on('error', () => client.destroy())
    client.on('data', (bytes) => database.write(bytes))
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
    database.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes])
      while (rest.length >= 5 && rest.length >= 1 + rest.readUInt32BE(1)) {
        const end = 1 + rest.readUInt32BE(1)
        if (String.fromCharCode(rest[0] ?? 0) !== 'A') client.write(rest.subarray(0, end))
        rest = rest.subarray(end)
      }
    })
  })
  const listening = new Promise<void>((resolve) => {
    server.listen(join(directory, '.s.PGSQL.5432'), resolve)
  })
  return {
    directory,
    listening,
    close: () => {
      server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  test('a server of an older version does not start on the schema of a newer one', async () => {
    const postgres = startPostgres()
    const logins = postgres.newDatabase()
    await (await openDatabase(logins)).close()
    const newer = await openDatabase({ url: logins.ownerUrl })
    await newer.kysely
      .insertInto('kysely_migration')
      .values({ name: '9999-later', timestamp: '' })
      .execute()
    await newer.close()
    for (const logged of [logins, { url: logins.url }, { url: logins.ownerUrl }])
      await expect(openDatabase(logged)).rejects.toThrow(/newer version[^]*9999-later/)
    postgres.stop()
  })

  test('a database from before the first version is refused in words, and left as it is', async () => {
    const postgres = startPostgres()
    const logins = postgres.newDatabase()
    postgres.administer(logins.url, 'create table schema_migration (name text primary key)')
    await expect(openDatabase(logins)).rejects.toThrow(
      new RefusedStart(
        'The database was made before the first version, whose data no version reads. Give this one an empty database.',
      ),
    )
    postgres.administer(logins.url, 'drop table schema_migration')
    await (await openDatabase(logins)).close()
    postgres.stop()
  })

  test('a pooler that swallows what is said is found at the start, and nobody is called live behind it', async () => {
    const postgres = startPostgres()
    const url = new URL(postgres.newDatabase().url.replace('@/', '@localhost/'))
    await requireNotifications(url.href)
    const pooler = swallowing(join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432'))
    await pooler.listening
    url.searchParams.set('host', pooler.directory)
    const said: boolean[] = []
    const stop = listenToPostgres(url.href, 'pokes', {
      heard: () => {},
      listening: (is) => void said.push(is),
    })
    await expect(requireNotifications(url.href, 500)).rejects.toThrow(RefusedStart)
    await expect.poll(() => said, { timeout: 60_000 }).toContain(false)
    expect(said).not.toContain(true)
    await stop()
    pooler.close()
    postgres.stop()
  })
})
