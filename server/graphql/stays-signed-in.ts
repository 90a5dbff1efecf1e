import { sql } from 'kysely'
import type { Database } from '../db/database'

/**
 * Whether a session of the user goes on for as long as it is used, beyond twelve hours: a wall
 * display may hang for weeks where the organisation has switched its automatic logout off
 * (specification, decision P252). Every organisation of the user must have done so: a person who
 * also works where it is on signs in again there.
 */
export const staysSignedIn = async (
  database: Pick<Database, 'kysely'>,
  userId: string,
): Promise<boolean> => {
  const {
    rows: [found],
  } = await sql<{ all_off: boolean | null }>`
    select bool_and(coalesce((o.features ->> 'automaticLogoutAlert')::boolean, false) = false) as all_off
    from user_organization uo join organization o on o.id = uo.organization_id
    where uo.user_id = ${userId} and uo.deleted_at is null`.execute(database.kysely)
  return found?.all_off === true
}
