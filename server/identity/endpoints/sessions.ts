import { z } from 'zod'
import { IdentityError } from '../errors'
import { endSession, runningSessions, signOutSession } from '../sessions'
import { endpoint, text, type Endpoint } from './endpoint'

/** A refresh token is enough: the ID token may be over when somebody signs out. */
const signOut = endpoint(z.object({ refreshToken: text }), async (context, { refreshToken }) => {
  await signOutSession(context, refreshToken)
  return {}
})

const list = endpoint(z.object({ idToken: text }), async (context, { idToken }) => {
  const { uid, sessionId } = await context.verify(idToken)
  const running = await runningSessions(context, uid)
  return {
    sessions: running.map(({ id, device, started_at, last_used_at }) => ({
      id,
      device,
      startedAt: new Date(started_at).toISOString(),
      lastUsedAt: new Date(last_used_at).toISOString(),
      isThisOne: id === sessionId,
    })),
  }
})

/** Ends sessions of one's own: the one named, or all others. */
const end = endpoint(
  z.object({ idToken: text, sessionId: text.nullable() }),
  async (context, { idToken, sessionId }) => {
    const token = await context.verify(idToken)
    if (token.claims.loggedInAs !== undefined) throw new IdentityError('OPERATION_NOT_ALLOWED')
    const running = await runningSessions(context, token.uid)
    const asked = running.filter(({ id }) =>
      sessionId === null ? id !== token.sessionId : id === sessionId,
    )
    for (const { id } of asked) await endSession(context, token.uid, id)
    return { ended: asked.length }
  },
)

/** Not Google's: our own server's, for the portal. */
export const sessionEndpoints: Readonly<Record<string, Endpoint>> = {
  'lamplight/sessions:signOut': signOut,
  'lamplight/sessions:list': list,
  'lamplight/sessions:end': end,
}
