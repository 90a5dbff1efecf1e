import { z } from 'zod'
import { problem } from '../../domain/problem'
import type { EndSessionResult, SessionsResult } from './auth'
import { failed, success } from './answers'

/** What only our own identity server has; Firebase keeps its sessions to itself. */
export interface OwnServer {
  /** Told, not waited for: sign-out works offline. */
  signOut(refreshToken: string, leaves: boolean): void
  sessions(idToken: string): Promise<SessionsResult>
  endSession(idToken: string, sessionId: string | null): Promise<EndSessionResult>
}

const sessionsSchema = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      device: z.string(),
      startedAt: z.string(),
      lastUsedAt: z.string(),
      isThisOne: z.boolean(),
    }),
  ),
})

export const ownServer = (origin: string): OwnServer => {
  const post = (path: string, body: object, keepalive = false): Promise<Response> =>
    fetch(`${origin}/identitytoolkit.googleapis.com/lamplight/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      keepalive,
    })
  return {
    signOut: (refreshToken, leaves) =>
      void post('sessions:signOut', { refreshToken, leaves }, true).catch(() => undefined),
    async sessions(idToken) {
      const answer = await post('sessions:list', { idToken }).catch(() => null)
      if (answer === null) return failed(problem('network'))
      const found = sessionsSchema.safeParse(await answer.json().catch(() => null))
      return found.success
        ? { kind: 'sessions', sessions: found.data.sessions }
        : failed(problem('server'))
    },
    async endSession(idToken, sessionId) {
      const answer = await post('sessions:end', { idToken, sessionId }).catch(() => null)
      if (answer === null) return failed(problem('network'))
      return answer.ok ? success : failed(problem('server'))
    },
  }
}
