import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Trx } from '../db/database'
import type { Tables } from '../db/tables'
import { graceMs } from '../../src/domain/sync/grace'
import { mayStillAct } from '../graphql/acting-as'
import type { Admitted } from '../graphql/caller'

/** A device's session as it is stored. */
export type SessionRow = Selectable<Tables['sync_session']>

/**
 * Whether the grace after a session's offline lease is over. A lease begins with a hello; also with
 * a restore, after which the database knows no hello of since the backup.
 */
const isExpired = async (
  trx: Trx,
  { last_hello_at: hello, organization_id: organizationId }: SessionRow,
  now: number,
): Promise<boolean> => {
  if (now - Date.parse(hello) <= graceMs) return false
  const { rows } = await sql<{ leaseHours: number; restoredAt: string | null }>`
    select offline_lease_hours as "leaseHours", (select max(created_at) from sync_epoch) as "restoredAt"
    from organization where id = ${organizationId}`.execute(trx)
  return rows.some(
    ({ leaseHours, restoredAt }) =>
      now - Math.max(Date.parse(hello), Date.parse(restoredAt ?? hello)) >
      leaseHours * 3_600_000 + graceMs,
  )
}

/**
 * Whether nothing of a session is taken any more, whenever it says that it was written: ended from
 * elsewhere; signed out or without a hello for too long; or one in which internal staff act as its
 * user, whose hour is over.
 * @param trx of the owner. @param now by the server's clock, epoch milliseconds
 */
export const isClosed = async (trx: Trx, session: SessionRow, now: number): Promise<boolean> => {
  const { logged_in_as: staffId, created_at: since, revoked_at: endedAt } = session
  return (
    session.ended_elsewhere ||
    (endedAt !== null && now - Date.parse(endedAt) > graceMs) ||
    (staffId !== null && !(await mayStillAct(trx, staffId, Date.parse(since), now))) ||
    (await isExpired(trx, session, now))
  )
}

/**
 * Whether the sign-in and the membership that let the caller in are still there. Both are held until
 * the transaction ends: what ends them meanwhile finds the session that it opens.
 * @param trx of the owner. @returns the name of the device that the sign-in was made on, '' where it is
 *   not known; null: one of both is gone
 */
export const isStillIn = async (
  trx: Trx,
  { acting: { userId, organizationId }, token: { sessionId } }: Admitted,
): Promise<{ readonly device: string } | null> => {
  const member = await trx
    .selectFrom('user_organization')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (member === undefined) return null
  if (sessionId === undefined) return { device: '' }
  const { rows } = await sql<{
    device: string
  }>`select device from identity_session where id = ${sessionId} and ended_because is null for share`.execute(
    trx,
  )
  return rows[0] ?? null
}
