import { sql } from 'kysely'
import type { Database } from '../../server/db/database'

/**
 * Does something while the database refuses a kind of write with an error, as a row that breaks a
 * rule would. `when`: SQL over `new`.
 */
export async function refusing<Done>(
  database: Database,
  {
    table,
    event,
    when,
  }: { readonly table: string; readonly event: 'insert' | 'update'; readonly when: string },
  work: () => Promise<Done>,
): Promise<Done> {
  await sql
    .raw(
      `create function refuse_for_test() returns trigger language plpgsql as $$ begin if ${when} then raise exception 'refused for a test'; end if; return new; end $$`,
    )
    .execute(database.kysely)
  await sql
    .raw(
      `create trigger refuse_for_test before ${event} on ${table} for each row execute function refuse_for_test()`,
    )
    .execute(database.kysely)
  try {
    return await work()
  } finally {
    await sql
      .raw(`drop trigger refuse_for_test on ${table}; drop function refuse_for_test()`)
      .execute(database.kysely)
  }
}
