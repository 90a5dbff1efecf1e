import type { IdentityContext } from './context'
import { closeDeviceKeysOf, endDeviceKeys, endDeviceKeysOf } from './device-keys'
import { hashOf } from './secrets'
import { rows, together, type IdentityTrx } from './tables'

/**
 * The user's own sign-out. A token that nobody knows says nothing. @param shown the refresh token, or
 * the id of the session whose token the browser has in a cookie. @param leaves false: the page is
 * locked, and what is written on it goes on being theirs (docs/decisions/0016)
 */
export const signOutSession = async (
  context: IdentityContext,
  shown: string,
  leaves: boolean,
): Promise<void> => {
  const refreshToken = context.visitor.tokenOf(shown)
  context.visitor.dropToken(shown)
  await together(context.database, async (trx) => {
    const ended = await trx
      .updateTable('identity_session')
      .set({ ended_because: 'signed-out' })
      .where('ended_because', 'is', null)
      .where('id', 'in', (inner) =>
        inner
          .selectFrom('identity_refresh_token')
          .select('session_id')
          .where('hash', '=', hashOf(refreshToken)),
      )
      .returning('id')
      .executeTakeFirst()
    if (leaves && ended !== undefined) await closeDeviceKeysOf(trx, ended.id, context.clock.now())
  })
}

/** Running sessions of an account, the latest used first. */
export const runningSessions = (
  context: IdentityContext,
  uid: string,
): Promise<
  readonly {
    readonly id: string
    readonly device: string
    readonly started_at: number
    readonly last_used_at: number
  }[]
> =>
  rows(context.database)
    .selectFrom('identity_session')
    .select(['id', 'device', 'started_at', 'last_used_at'])
    .where('uid', '=', uid)
    .where('ended_because', 'is', null)
    .where('expires_at', '>', context.clock.now())
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()

/**
 * Locks the account, then those of its sessions, by id. Whoever ends sessions does so before it
 * touches a device: a hello holds its session first and its device after, and one account's ends
 * come one after the other (docs/decisions/0016). @returns the ids that still run
 */
const lockSessions = async (
  trx: IdentityTrx,
  uid: string,
  only: readonly string[] | null,
): Promise<readonly string[]> => {
  await trx
    .selectFrom('identity_account')
    .select('uid')
    .where('uid', '=', uid)
    .forNoKeyUpdate()
    .execute()
  const running = trx
    .selectFrom('identity_session')
    .select('id')
    .where('uid', '=', uid)
    .where('ended_because', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
  const locked = await (only === null ? running : running.where('id', 'in', only)).execute()
  return locked.map(({ id }) => id)
}

const markEnded = async (trx: IdentityTrx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0)
    await trx
      .updateTable('identity_session')
      .set({ ended_because: 'ended' })
      .where('id', 'in', ids)
      .execute()
}

/** Ends one session of an account from elsewhere, with its devices. */
export const endSession = async (
  trx: IdentityTrx,
  uid: string,
  sessionId: string,
  nowMs: number,
): Promise<void> => {
  await markEnded(trx, await lockSessions(trx, uid, [sessionId]))
  await endDeviceKeysOf(trx, sessionId, nowMs)
}

/**
 * Ends every session of an account but one, with every device of the others, also of those whose
 * sign-in is over.
 */
export const endOtherSessions = async (
  trx: IdentityTrx,
  uid: string,
  kept: string | null,
  nowMs: number,
): Promise<void> => {
  const locked = await lockSessions(trx, uid, null)
  await markEnded(
    trx,
    locked.filter((id) => id !== kept),
  )
  await endDeviceKeys(trx, uid, nowMs, kept)
}

/**
 * Ends every session of an account, also issued ID tokens, half-done sign-ins and enrolments, and
 * its devices. Refused refresh tokens are kept, to tell an ended session from an unknown one.
 * @param kept the session whose devices go on, since another follows it (startSession); null: none
 */
export const endSessions = async (
  trx: IdentityTrx,
  uid: string,
  nowMs: number,
  kept: string | null,
): Promise<void> => {
  await trx
    .updateTable('identity_account')
    .set({ tokens_valid_after: Math.floor(nowMs / 1000) + 1 })
    .where('uid', '=', uid)
    .execute()
  await markEnded(trx, await lockSessions(trx, uid, null))
  await trx.deleteFrom('identity_challenge').where('uid', '=', uid).execute()
  await endDeviceKeys(trx, uid, nowMs, kept)
}
