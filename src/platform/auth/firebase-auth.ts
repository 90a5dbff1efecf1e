import { initializeApp } from 'firebase/app'
import { connectAuthEmulator, initializeAuth, signInWithCustomToken, signOut } from 'firebase/auth'
import { problem, ProblemError, type EndedSignIn } from '../../domain/problem'
import { failed, failure, problemOf, success } from './answers'
import type { Auth, AuthConfig, Failed, SealedTokens } from './auth'
import { createMailedCodes } from './mailed-codes'
import { ownServer } from './own-server'
import { createPasswordSteps } from './password-steps'
import { createRenewal } from './renewal'
import { persistenceOf } from './persistence'
import type { SessionShare } from './share'
import type { TabSession } from './tab-session'
import { createTotpEnrolment } from './totp-enrolment'

/**
 * Auth over the firebase SDK, imported lazily by `createAuth`. The session is in the tab, never in
 * IndexedDB or localStorage (the SDK's default): wards share tablets, and it must not outlive the tab
 * (docs/decisions/0027).
 */
export const openFirebaseAuth = (
  config: AuthConfig,
  share: SessionShare,
  kept: TabSession,
  sealed: SealedTokens,
): Omit<Auth, 'keepExit' | 'takeExit'> => {
  const app = initializeApp(
    { apiKey: config.apiKey, projectId: config.projectId },
    config.appName ?? 'lamplight',
  )
  const auth = initializeAuth(app, { persistence: persistenceOf(kept, sealed) })
  if (config.emulatorOrigin !== undefined)
    connectAuthEmulator(auth, config.emulatorOrigin, { disableWarnings: true })

  const renew = createRenewal(auth, share)
  const own = config.emulatorOrigin === undefined ? null : ownServer(config.emulatorOrigin)

  const enrolment = createTotpEnrolment(auth, own)
  let ended: EndedSignIn | null = null

  const idToken = async (forceRefresh = false): Promise<string | null> => {
    // A page that was just loaded is drawn before the SDK has read the tab's session.
    await auth.authStateReady()
    if (auth.currentUser === null) return null
    try {
      const token = await renew(auth.currentUser, forceRefresh)
      ended = null
      return token
    } catch (thrown) {
      const reason = problemOf(thrown)
      if (reason.kind !== 'unauthorized') throw new ProblemError(reason)
      ended = reason.ended ?? null
      await signOut(auth)
      return null
    }
  }
  const withToken = async <Result>(
    ask: (token: string) => Promise<Result>,
  ): Promise<Result | Failed> => {
    try {
      const token = await idToken()
      return token === null ? failed(problem('no-token')) : await ask(token)
    } catch (thrown) {
      return failure(thrown)
    }
  }

  return {
    ...createPasswordSteps(auth),
    ...createMailedCodes(auth),
    startTotpEnrolment: enrolment.startTotpEnrolment,
    finishTotpEnrolment: enrolment.finishTotpEnrolment,

    async signInWithToken(customToken) {
      try {
        await signInWithCustomToken(auth, customToken)
        return success
      } catch (thrown) {
        return failure(thrown)
      }
    },

    idToken,

    ended: () => ended,

    async state() {
      await auth.authStateReady()
      if (auth.currentUser === null) return 'signed-out'
      const token = await auth.currentUser.getIdTokenResult().catch(() => null)
      return token?.signInSecondFactor ? 'signed-in-with-second-step' : 'signed-in'
    },

    async signOut(leaves = false) {
      enrolment.forget()
      sealed.forget('exitLoginAsToken')
      await auth.authStateReady()
      const user = auth.currentUser
      if (user !== null) own?.signOut(user.refreshToken, leaves)
      await signOut(auth)
    },

    sessions: async () =>
      own === null ? { kind: 'unavailable' } : withToken((token) => own.sessions(token)),

    endSession: async (sessionId) =>
      own === null
        ? failed(problem('no-token'))
        : withToken((token) => own.endSession(token, sessionId)),
  }
}
