import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { requireMembership, requireRoleOrCreate } from './database-role'
import { migrations } from './migrations'
import { RefusedStart } from './refused-start'
import type { Tables } from './tables'

/** Any number: servers that open one database at the same time wait for each other here. */
const migrationLock = 718_204_551

/**
 * Updates the schema, all or nothing. Of several servers one migrates, the others wait.
 * @throws RefusedStart for the schema of a newer version; when a migration fails, of which nothing
 *   remains then
 */
export async function migrate(kysely: Kysely<Tables>): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    // It waits for the server that migrates, and takes as long as the tables are large.
    await sql
      .raw(
        'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0',
      )
      .execute(trx)
    await sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`.execute(trx)
    await requireRoleOrCreate(trx)
    await sql
      .raw(
        'create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())',
      )
      .execute(trx)
    const done = new Set(
      (await trx.selectFrom('schema_migration').select('name').execute()).map((row) => row.name),
    )
    const unknown = [...done].filter((name) => !migrations.some((one) => one.name === name))
    if (unknown.length > 0)
      throw new RefusedStart(
        `The database belongs to a newer version, which this one does not know (${unknown.join(', ')}). Install that version or a later one.`,
      )
    for (const migration of migrations) {
      if (done.has(migration.name)) continue
      await sql.raw(migration.sql).execute(trx)
      await trx.insertInto('schema_migration').values({ name: migration.name }).execute()
    }
    await requireMembership(trx)
  })
}
