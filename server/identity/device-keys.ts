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
): Promise<void> => {
  const ids = (await which.where('ended_elsewhere', '=', false).execute()).map(({ id }) => id)
  if (ids.length === 0) return
  await trx
    .updateTable('sync_session')
    .set(({ fn, val }) => ({
      revoked_at: fn.coalesce('revoked_at', val(iso(nowMs))),
      ended_elsewhere: true,
    }))
    .where('id', 'in', ids)
    .execute()
}

/**
 * Ends every device session (server/engine/sessions.ts) of an account from elsewhere, whichever
 * sign-in opened it. @param kept the sign-in whose devices go on; null: none
 */
export const endDeviceKeys = (
  trx: IdentityTrx,
  uid: string,
  nowMs: number,
  kept: string | null,
): Promise<void> => {
  const all = locked(trx).where('user_id', '=', uid)
  return endElsewhere(
    trx,
    nowMs,
    kept === null ? all : all.where('identity_session_id', 'is distinct from', kept),
  )
}

/** Ends the device sessions of one sign-in from elsewhere. */
export const endDeviceKeysOf = (
  trx: IdentityTrx,
  sessionId: string,
  nowMs: number,
): Promise<void> =>
  endElsewhere(trx, nowMs, locked(trx).where('identity_session_id', '=', sessionId))

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
}

/** A sign-in goes on as another: so do its devices. */
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
}
