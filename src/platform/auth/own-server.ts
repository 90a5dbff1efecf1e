import { z } from 'zod'
import { problem } from '../../domain/problem'
import type { EndSessionResult, Failed, SessionsResult, Succeeded } from './auth'
import { failed, success } from './answers'

export type ProofResult =
  | Succeeded
  | { readonly kind: 'IncorrectPassword' }
  | { readonly kind: 'RequiresReauthentication' }
  | Failed

const refusalSchema = z.object({ error: z.object({ message: z.string() }) })
const refusals: Readonly<Record<string, ProofResult>> = {
  INVALID_LOGIN_CREDENTIALS: { kind: 'IncorrectPassword' },
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: { kind: 'RequiresReauthentication' },
  TOO_MANY_ATTEMPTS_TRY_LATER: failed(problem('too-many:sign-in')),
}

/** What only our own identity server has; Firebase keeps its sessions to itself. */
export interface OwnServer {
  /** Told, not waited for: sign-out works offline. */
  signOut(refreshToken: string, leaves: boolean): void
  /** Shows the present password before a second factor is put on. */
  provePassword(idToken: string, password: string): Promise<ProofResult>
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
  devices: z.array(
    z.object({
      id: z.string(),
      device: z.string(),
      organization: z.string(),
      startedAt: z.string(),
      lastUsedAt: z.string(),
      until: z.string(),
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
    async provePassword(idToken, password) {
      const body = { idToken, currentPassword: password }
      const answer = await post('password:prove', body).catch(() => null)
      if (answer === null) return failed(problem('network:sign-in'))
      if (answer.ok) return success
      const refusal = refusalSchema.safeParse(await answer.json().catch(() => null))
      return refusals[refusal.data?.error.message ?? ''] ?? failed(problem('server:sign-in'))
    },
    async sessions(idToken) {
      const answer = await post('sessions:list', { idToken }).catch(() => null)
      if (answer === null) return failed(problem('network'))
      const found = sessionsSchema.safeParse(await answer.json().catch(() => null))
      return found.success ? { kind: 'sessions', ...found.data } : failed(problem('server'))
    },
    async endSession(idToken, sessionId) {
      const answer = await post('sessions:end', { idToken, sessionId }).catch(() => null)
      if (answer === null) return failed(problem('network'))
      return answer.ok ? success : failed(problem('server'))
    },
  }
}
