import type { Auth, AuthConfig, SealedTokens } from './auth'
import { betweenTabs, shareSession } from './share'
import { createTabSession, tabStorage } from './tab-session'
import { failure, problemOf } from './answers'
import { ProblemError } from '../../domain/problem'

type Opened = Omit<Auth, 'keepExit' | 'takeExit'>

/**
 * The identity provider. The SDK is fetched at first use, and no local screen may wait for it: on a
 * network that drops packets it takes 30 s to fail.
 */
export const createAuth = (config: AuthConfig, sealed: SealedTokens): Auth => {
  const storage = tabStorage()
  const kept = createTabSession(storage)
  const share = shareSession(config, { ...betweenTabs, kept: storage === null ? null : kept })
  let opening: Promise<Opened> | null = null
  let open: Opened | null = null
  const opened = (): Promise<Opened> => {
    // The SDK reads the tab's session once, as it opens: another tab's must be there before.
    opening ??= Promise.all([import('./firebase-auth'), share.ask()]).then(
      ([{ openFirebaseAuth }]) => (open = openFirebaseAuth(config, share, kept, sealed)),
    )
    // A chunk that did not arrive is tried again.
    opening.catch(() => {
      opening = null
    })
    return opening
  }
  const ask = <Result>(
    use: (auth: Opened) => Promise<Result>,
  ): Promise<Result | ReturnType<typeof failure>> => opened().then(use, failure)

  return {
    signInWithPassword: (email, password) =>
      ask((auth) => auth.signInWithPassword(email, password)),
    answerChallenge: (challenge, code) => ask((auth) => auth.answerChallenge(challenge, code)),
    signInWithToken: (customToken) => ask((auth) => auth.signInWithToken(customToken)),
    keepExit: (token) => sealed.keep('exitLoginAsToken', token),
    takeExit: async () => {
      const token = await sealed.read('exitLoginAsToken')
      sealed.forget('exitLoginAsToken')
      return token
    },
    idToken: (forceRefresh) =>
      opened().then(
        (auth) => auth.idToken(forceRefresh),
        (thrown: unknown) => {
          throw new ProblemError(problemOf(thrown))
        },
      ),
    ended: () => open?.ended() ?? null,
    state: () =>
      opened().then(
        (auth) => auth.state(),
        () => 'signed-out',
      ),
    signOut: (leaves) =>
      opened().then(
        (auth) => auth.signOut(leaves),
        () => undefined,
      ),
    sendPasswordReset: (email) => ask((auth) => auth.sendPasswordReset(email)),
    checkResetCode: (code) => ask((auth) => auth.checkResetCode(code)),
    confirmReset: (code, password) => ask((auth) => auth.confirmReset(code, password)),
    applyRevertCode: (code) => ask((auth) => auth.applyRevertCode(code)),
    reauthenticate: (password) => ask((auth) => auth.reauthenticate(password)),
    startTotpEnrolment: (password) => ask((auth) => auth.startTotpEnrolment(password)),
    finishTotpEnrolment: (code) => ask((auth) => auth.finishTotpEnrolment(code)),
    sessions: () => ask((auth) => auth.sessions()),
    endSession: (sessionId) => ask((auth) => auth.endSession(sessionId)),
  }
}
