import { sql } from 'kysely'
import { graceMs } from '../../src/domain/sync/grace'
import type { IdentityContext } from './context'
import type { IdentityTrx } from './tables'

const iso = (ms: number): string => new Date(ms).toISOString()

/** Device sessions, locked in the one order in which everybody locks more than one: by id. */
const locked = (trx: IdentityTrx) =>
  trx.selectFrom('sync_session').select('id').orderBy('id').forNoKeyUpdate()

/** Also of those that their user ended before: a device's own word of when it wrote counts no more. */
const endElsewhere = async (
  trx: IdentityTrx,
  nowMs: number,
  which: ReturnType<typeof locked>,
): Promise<number> => {
  const ids = (await which.where('ended_elsewhere', '=', false).execute()).map(({ id }) => id)
  if (ids.length === 0) return 0
  await trx
    .updateTable('sync_session')
    .set(({ fn, val }) => ({
      revoked_at: fn.coalesce('revoked_at', val(iso(nowMs))),
      ended_elsewhere: true,
    }))
    .where('id', 'in', ids)
    .execute()
  return ids.length
}

/** Browsers that are called no more. */
const uncalled = (trx: IdentityTrx) => trx.deleteFrom('push_subscription')

/**
 * Ends every device session (server/engine/sessions.ts) of an account from elsewhere, whichever
 * sign-in opened it. @param kept the sign-in whose devices go on; null: none
 */
export const endDeviceKeys = async (
  trx: IdentityTrx,
  uid: string,
  nowMs: number,
  kept: string | null,
): Promise<void> => {
  const all = locked(trx).where('user_id', '=', uid)
  await endElsewhere(
    trx,
    nowMs,
    kept === null ? all : all.where('identity_session_id', 'is distinct from', kept),
  )
  const pushes = uncalled(trx).where('user_id', '=', uid)
  await (kept === null ? pushes : pushes.where('identity_session_id', '<>', kept)).execute()
}

/** Ends the device sessions of one sign-in from elsewhere. */
export const endDeviceKeysOf = async (
  trx: IdentityTrx,
  sessionId: string,
  nowMs: number,
): Promise<void> => {
  await endElsewhere(trx, nowMs, locked(trx).where('identity_session_id', '=', sessionId))
  await uncalled(trx).where('identity_session_id', '=', sessionId).execute()
}

/** The user signed out: what was written before is still taken for a while (docs/decisions/0016). */
export const closeDeviceKeysOf = async (
  trx: IdentityTrx,
  sessionId: string,
  nowMs: number,
): Promise<void> => {
  const open = await locked(trx)
    .where('identity_session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
  if (open.length > 0)
    await trx
      .updateTable('sync_session')
      .set({ revoked_at: iso(nowMs) })
      .where(
        'id',
        'in',
        open.map(({ id }) => id),
      )
      .execute()
  await uncalled(trx).where('identity_session_id', '=', sessionId).execute()
}

/** A sign-in goes on as another: so do its devices, and its browser is called on. */
export const passDeviceKeysOn = async (
  trx: IdentityTrx,
  from: string,
  to: string,
): Promise<void> => {
  await trx
    .updateTable('sync_session')
    .set({ identity_session_id: to })
    .where('identity_session_id', '=', from)
    .execute()
  await trx
    .updateTable('push_subscription')
    .set({ identity_session_id: to })
    .where('identity_session_id', '=', from)
    .execute()
}

/** A device of a user that may still send what is written on it, though nobody is signed in there. */
export interface LeftDevice {
  readonly id: string
  /** '' where it is not known. */
  readonly device: string
  readonly organization: string
  /** ISO 8601, as the next two. */
  readonly startedAt: string
  readonly lastUsedAt: string
  /** What arrives later is not applied (server/engine/closed.ts). */
  readonly until: string
}

/** Device sessions of an account whose sign-in is over and that nobody ended, the latest used first. */
export const leftDevices = async (
  { database, clock }: Pick<IdentityContext, 'database' | 'clock'>,
  uid: string,
): Promise<readonly LeftDevice[]> => {
  const now = clock.now()
  const grace = sql`${graceMs / 3_600_000} * interval '1 hour'`
  const { rows } = await sql<LeftDevice>`select * from (
    select s.id, s.device, o.name as organization, s.created_at as "startedAt", s.last_hello_at as "lastUsedAt",
      least(s.revoked_at + ${grace}, greatest(s.last_hello_at, (select max(created_at) from sync_epoch)) + o.offline_lease_hours * interval '1 hour' + ${grace}) as until
    from sync_session s join organization o on o.id = s.organization_id
    where s.user_id = ${uid} and not s.ended_elsewhere and s.logged_in_as is null and not exists (
      select 1 from identity_session i where i.id = s.identity_session_id and i.ended_because is null and i.expires_at > ${now})) d
    where until > ${iso(now)}::timestamptz order by "lastUsedAt" desc, id`.execute(database.kysely)
  return rows
}

/** Ends one device session of an account. @returns whether there was one */
export const endDeviceKey = async (
  trx: IdentityTrx,
  uid: string,
  id: string,
  nowMs: number,
): Promise<boolean> => {
  const own = locked(trx).where('user_id', '=', uid).where('id', '=', id)
  if ((await endElsewhere(trx, nowMs, own)) === 0) return false
  await uncalled(trx)
    .where('identity_session_id', 'in', (inner) =>
      inner.selectFrom('sync_session').select('identity_session_id').where('id', '=', id),
    )
    .execute()
  return true
}
