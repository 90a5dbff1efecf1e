import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Trx } from '../db/database'
import type { SyncTables } from '../db/sync-tables'
import { mayStillAct } from '../graphql/acting-as'
import type { Admitted } from '../graphql/caller'

/** A device's session as it is stored. */
export type SessionRow = Selectable<SyncTables['sync_session']>

/**
 * Whether nothing of a session is taken any more, whenever it says that it was written: ended from
 * elsewhere, or one in which internal staff act as its user, whose hour is over.
 * @param trx of the owner. @param now by the server's clock, epoch milliseconds
 */
export const isClosed = async (
  trx: Trx,
  { logged_in_as: staffId, created_at: since, ended_elsewhere: isEnded }: SessionRow,
  now: number,
): Promise<boolean> =>
  isEnded || (staffId !== null && !(await mayStillAct(trx, staffId, Date.parse(since), now)))

/**
 * Whether the sign-in and the membership that let the caller in are still there. Both are held until
 * the transaction ends: what ends them meanwhile finds the session that it opens.
 * @param trx of the owner
 */
export const isStillIn = async (
  trx: Trx,
  { acting: { userId, organizationId }, token: { sessionId } }: Admitted,
): Promise<boolean> => {
  const member = await trx
    .selectFrom('user_organization')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (member === undefined || sessionId === undefined) return member !== undefined
  const { rows } =
    await sql`select 1 from identity_session where id = ${sessionId} and ended_because is null for share`.execute(
      trx,
    )
  return rows.length > 0
}
