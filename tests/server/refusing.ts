import { sql } from 'kysely'
import type { Opened } from './engines'

/**
 * Does something while the database refuses a kind of write with an error, as a row that breaks a
 * rule would. `when`: SQL over `new`.
 */
export async function refusing<Done>(
  { asOwner }: Pick<Opened, 'asOwner'>,
  {
    table,
    event,
    when,
  }: { readonly table: string; readonly event: 'insert' | 'update'; readonly when: string },
  work: () => Promise<Done>,
): Promise<Done> {
  const run = (statement: string) => asOwner((trx) => sql.raw(statement).execute(trx))
  await run(
    `create function refuse_for_test() returns trigger language plpgsql as $$ begin if ${when} then raise exception 'refused for a test'; end if; return new; end $$`,
  )
  await run(
    `create trigger refuse_for_test before ${event} on ${table} for each row execute function refuse_for_test()`,
  )
  try {
    return await work()
  } finally {
    await run(`drop trigger refuse_for_test on ${table}; drop function refuse_for_test()`)
  }
}
