import { z } from 'zod'
import { logAccount } from '../account-log'
import { endDeviceKey, leftDevices } from '../device-keys'
import { IdentityError } from '../errors'
import { endOtherSessions, endSession, runningSessions, signOutSession } from '../session-ends'
import { together } from '../tables'
import { endpoint, text, type Endpoint } from './endpoint'

/** A refresh token is enough: the ID token may be over when somebody signs out. */
const signOut = endpoint(
  z.object({ refreshToken: text, leaves: z.boolean().default(false) }),
  async (context, { refreshToken, leaves }) => {
    await signOutSession(context, refreshToken, leaves)
    return {}
  },
)

const list = endpoint(z.object({ idToken: text }), async (context, { idToken }) => {
  const { uid, sessionId } = await context.verify(idToken)
  const running = await runningSessions(context, uid)
  return {
    devices: await leftDevices(context, uid),
    sessions: running.map(({ id, device, started_at, last_used_at }) => ({
      id,
      device,
      startedAt: new Date(started_at).toISOString(),
      lastUsedAt: new Date(last_used_at).toISOString(),
      isThisOne: id === sessionId,
    })),
  }
})

/** Ends sessions of one's own: the one named, which may be a left device's, or all others. */
const end = endpoint(
  z.object({ idToken: text, sessionId: text.nullable() }),
  async (context, { idToken, sessionId }) => {
    const token = await context.verify(idToken)
    if (token.claims.loggedInAs !== undefined) throw new IdentityError('OPERATION_NOT_ALLOWED')
    const running = await runningSessions(context, token.uid)
    const asked = running.filter(({ id }) =>
      sessionId === null ? id !== token.sessionId : id === sessionId,
    )
    const now = context.clock.now()
    const left = await together(context.database, async (trx) => {
      if (sessionId === null) await endOtherSessions(trx, token.uid, token.sessionId ?? null, now)
      else if (asked.length > 0) await endSession(trx, token.uid, sessionId, now)
      const isDevice =
        sessionId !== null &&
        asked.length === 0 &&
        (await endDeviceKey(trx, token.uid, sessionId, now))
      if (sessionId === null || asked.length > 0 || isDevice)
        await logAccount(context, trx, token.uid, 'accountSessionsEnded')
      return isDevice ? 1 : 0
    })
    return { ended: asked.length + left }
  },
)

/** Not Google's: our own server's, for the portal. */
export const sessionEndpoints: Readonly<Record<string, Endpoint>> = {
  'lamplight/sessions:signOut': signOut,
  'lamplight/sessions:list': list,
  'lamplight/sessions:end': end,
}
