import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
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

/** @returns the names of those that were done. @throws RefusedStart for a newer version's */
async function doneBy(database: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const done = new Set(
    (await database.selectFrom('schema_migration').select('name').execute()).map((row) => row.name),
  )
  const unknown = [...done].filter((name) => !migrations.some((one) => one.name === name))
  if (unknown.length > 0)
    throw new RefusedStart(
      `The database belongs to a newer version, which this one does not know (${unknown.join(', ')}). Install that version or a later one.`,
    )
  return done
}

/**
 * Of a server whose login may not update the schema.
 * @throws RefusedStart for the schema of another version
 */
export async function requireMigrated(kysely: Kysely<Tables>): Promise<void> {
  const done = await doneBy(kysely)
  const due = migrations.filter(({ name }) => !done.has(name))
  if (due.length > 0)
    throw new RefusedStart(
      `The database belongs to an earlier version, and the login in DATABASE_URL may not update it. Run npm run migrate with DATABASE_OWNER_URL, or start once with it (${due.map(({ name }) => name).join(', ')}).`,
    )
}

async function update(trx: Transaction<Tables>): Promise<void> {
  await sql
    .raw(
      'create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())',
    )
    .execute(trx)
  await seeEveryRow(trx)
  const done = await doneBy(trx)
  for (const migration of migrations) {
    if (done.has(migration.name)) continue
    await sql.raw(migration.sql).execute(trx)
    await trx.insertInto('schema_migration').values({ name: migration.name }).execute()
  }
  await closeFunctions(trx)
}

/**
 * Updates the schema, all or nothing. Of several servers one migrates, the others wait.
 * @param server the login that serves, where it is another than this one, which owns the tables; it is
 *   given what it needs
 * @throws RefusedStart for the schema of a newer version; DatabaseRoleError where a role is missing;
 *   when a migration fails, of which nothing remains then
 */
export async function migrate(kysely: Kysely<Tables>, server?: string): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    // It waits for the server that migrates, and takes as long as the tables are large.
    await sql
      .raw(
        'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0',
      )
      .execute(trx)
    await sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`.execute(trx)
    if (server === undefined) {
      await requireRoleOrCreate(trx)
      await update(trx)
      await requireMembership(trx)
    } else {
      await requireServerRoles(trx, server)
      await update(trx)
      await letSystemWork(trx)
      await admitServer(trx, server)
    }
  })
}
