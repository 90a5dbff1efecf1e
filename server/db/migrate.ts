import { Migrator, sql } from 'kysely'
import type { Kysely } from 'kysely'
import {
  admitServer,
  requireMembership,
  requireRoleOrCreate,
  requireServerRoles,
} from './database-role'
import { migrations } from './migrations'
import { RefusedStart } from './refused-start'
import { closeFunctions, letSystemWork, seeEveryRow } from './system-role'
import type { Tables } from './tables'

/** Any number: servers that open one database at the same time wait for each other here. */
const migrationLock = 718_204_551

/** Whether the database has a table. */
const has = async (database: Kysely<Tables>, table: string): Promise<boolean> =>
  (
    await sql<{ is: boolean }>`select to_regclass(${table}) is not null as is`.execute(database)
  ).rows.some(({ is }) => is)

/** @returns the names of those that were done. @throws RefusedStart for another version's schema */
async function doneBy(database: Kysely<Tables>): Promise<ReadonlySet<string>> {
  if (await has(database, 'schema_migration'))
    throw new RefusedStart(
      'The database was made before the first version, whose data no version reads. Give this one an empty database.',
    )
  if (!(await has(database, 'kysely_migration'))) return new Set()
  const rows = await database.selectFrom('kysely_migration').select('name').execute()
  const unknown = rows.map(({ name }) => name).filter((name) => migrations[name] === undefined)
  if (unknown.length > 0)
    throw new RefusedStart(
      `The database belongs to a newer version, which this one does not know (${unknown.join(', ')}). Install that version or a later one.`,
    )
  return new Set(rows.map(({ name }) => name))
}

/**
 * Of a server whose login may not update the schema.
 * @throws RefusedStart for the schema of another version
 */
export async function requireMigrated(kysely: Kysely<Tables>): Promise<void> {
  const done = await doneBy(kysely)
  const due = Object.keys(migrations).filter((name) => !done.has(name))
  if (due.length > 0)
    throw new RefusedStart(
      `The database belongs to an earlier version, and the login in DATABASE_URL may not update it. Run npm run migrate with DATABASE_OWNER_URL, or start once with it (${due.join(', ')}).`,
    )
}

/** Runs what is due: all of it, or nothing. */
async function update(kysely: Kysely<Tables>): Promise<void> {
  await doneBy(kysely)
  const provider = { getMigrations: async () => migrations }
  const { error } = await new Migrator({ db: kysely, provider }).migrateToLatest()
  if (error !== undefined) throw error
}

/**
 * Updates the schema. Of several servers one migrates, the others wait.
 * @param server the login that serves, where it is another than this one, which owns the tables; it is
 *   given what it needs
 * @throws RefusedStart for the schema of another version; DatabaseRoleError where a role is missing;
 *   when a migration fails, of which nothing remains then
 */
export async function migrate(kysely: Kysely<Tables>, server?: string): Promise<void> {
  await kysely.connection().execute(async (database) => {
    // It waits for the server that migrates, and takes as long as the tables are large.
    await sql
      .raw(
        'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
      )
      .execute(database)
    await sql`select pg_advisory_lock(${migrationLock}::bigint)`.execute(database)
    try {
      await database.transaction().execute(async (trx) => {
        await (server === undefined ? requireRoleOrCreate(trx) : requireServerRoles(trx, server))
        await seeEveryRow(trx)
      })
      await update(database)
      await database.transaction().execute(async (trx) => {
        await closeFunctions(trx)
        if (server === undefined) return requireMembership(trx)
        await letSystemWork(trx)
        await admitServer(trx, server)
      })
    } finally {
      await sql`select pg_advisory_unlock(${migrationLock}::bigint)`.execute(database)
      await sql
        .raw(
          'reset statement_timeout; reset lock_timeout; reset idle_in_transaction_session_timeout',
        )
        .execute(database)
    }
  })
}
