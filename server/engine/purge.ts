import { sql } from 'kysely'
import type { Clock } from '../clock'
import type { Database } from '../db/database'
import { keptMs } from './parts'

/** A change is purged a day after the last cursor that could ask for it has become too old. */
const marginMs = 86_400_000
/** Rows in one transaction: others are let in between. */
const chunk = 2_000

/** What was purged, in rows. */
export interface Purged {
  readonly changes: number
  readonly answers: number
  readonly views: number
  readonly rights: number
  readonly keys: number
}

/** Repeats a statement that deletes a chunk until there is nothing left for it. */
async function inChunks(
  database: Database,
  remove: (limit: number) => ReturnType<typeof sql>,
): Promise<number> {
  let total = 0
  for (;;) {
    const { numAffectedRows } = await database.asSystem((trx) => remove(chunk).execute(trx))
    total += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < chunk) return total
  }
}

/**
 * Removes what no device can ask for any more: changes that every cursor of the last 90 days has
 * passed (an older cursor begins again, pull.ts), answers that are older than a command may be,
 * views of devices that said no hello for as long, rights of that time, and idempotency keys of named mutations. Changes of every
 * organisation by itself, oldest first, along the primary key.
 */
export async function purgeSync({
  database,
  clock,
}: {
  readonly database: Database
  readonly clock: Clock
}): Promise<Purged> {
  const before = new Date(clock.now() - keptMs - marginMs).toISOString()
  let changes = 0
  for (const { id } of await database.kysely
    .selectFrom('organization')
    .select('id')
    .orderBy('id')
    .execute()) {
    changes += await inChunks(
      database,
      (limit) => sql`delete from change c using (
        select organization_id, v, entity, entity_id, at from change where organization_id = ${id} order by organization_id, v, entity, entity_id limit ${limit}) as oldest
      where c.organization_id = oldest.organization_id and c.v = oldest.v and c.entity = oldest.entity and c.entity_id = oldest.entity_id and oldest.at < ${before}::timestamptz`,
    )
  }
  const answers = await inChunks(
    database,
    (limit) => sql`delete from sync_mutation m using (
      select group_id, id from sync_mutation where created_at < ${before}::timestamptz limit ${limit}) as old
    where m.group_id = old.group_id and m.id = old.id`,
  )
  const views = await inChunks(
    database,
    (limit) => sql`delete from cvr c using (
      select group_id, user_id, scope, version from cvr where created_at < ${before}::timestamptz and not exists (
        select 1 from sync_session s where s.group_id = cvr.group_id and s.user_id = cvr.user_id and s.last_hello_at >= ${before}::timestamptz) limit ${limit}) as old
    where c.group_id = old.group_id and c.user_id = old.user_id and c.scope = old.scope and c.version = old.version`,
  )
  const rights = await inChunks(
    database,
    (limit) => sql`delete from access_history where ctid = any(array(
      select ctid from access_history where until < ${before}::timestamptz limit ${limit}))`,
  )
  // A discard that is told again after this long must not be entered in the log twice.
  const keys = await inChunks(
    database,
    (limit) => sql`delete from client_mutation where ctid = any(array(
      select ctid from client_mutation where created_at < ${before}::timestamptz and operation <> 'syncDiscard' limit ${limit}))`,
  )
  return { changes, answers, views, rights, keys }
}
