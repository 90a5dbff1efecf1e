import type { IdentityTrx } from './tables'

const iso = (ms: number): string => new Date(ms).toISOString()

/** Also of those that their user ended before: a device's own word of when it wrote counts no more. */
const endElsewhere = (trx: IdentityTrx, nowMs: number) =>
  trx
    .updateTable('sync_session')
    .set(({ fn, val }) => ({
      revoked_at: fn.coalesce('revoked_at', val(iso(nowMs))),
      ended_elsewhere: true,
    }))
    .where('ended_elsewhere', '=', false)

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
  const all = endElsewhere(trx, nowMs).where('user_id', '=', uid)
  await (kept === null ? all : all.where('identity_session_id', 'is distinct from', kept)).execute()
}

/** Ends the device sessions of one sign-in from elsewhere. */
export const endDeviceKeysOf = async (
  trx: IdentityTrx,
  sessionId: string,
  nowMs: number,
): Promise<void> => {
  await endElsewhere(trx, nowMs).where('identity_session_id', '=', sessionId).execute()
}

/** The user signed out: what was written before is still taken for a while (docs/decisions/0016). */
export const closeDeviceKeysOf = async (
  trx: IdentityTrx,
  sessionId: string,
  nowMs: number,
): Promise<void> => {
  await trx
    .updateTable('sync_session')
    .set({ revoked_at: iso(nowMs) })
    .where('identity_session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
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
