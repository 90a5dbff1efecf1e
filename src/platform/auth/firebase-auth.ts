import { initializeApp } from 'firebase/app'
import {
  applyActionCode,
  browserSessionPersistence,
  confirmPasswordReset,
  connectAuthEmulator,
  EmailAuthProvider,
  getMultiFactorResolver,
  initializeAuth,
  inMemoryPersistence,
  multiFactor,
  reauthenticateWithCredential,
  sendPasswordResetEmail,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signOut,
  TotpMultiFactorGenerator,
  verifyPasswordResetCode,
  type MultiFactorError,
  type MultiFactorResolver,
  type TotpSecret,
  type User,
} from 'firebase/auth'
import { problem, ProblemError, type EndedSignIn } from '../../domain/problem'
import {
  badActionCodes,
  challengeOverCodes,
  codeOf,
  failed,
  failure,
  problemOf,
  success,
  wrongCredentialCodes,
} from './answers'
import type { ActionCodeResult, Auth, AuthConfig, Challenge, SignInResult } from './auth'
import { ownServer } from './own-server'
import { readEntry, type SessionShare } from './share'

/** Name shown beside the code in the user's authenticator app. */
const issuer = 'Lamplight'

/** A token is renewed this long before it is over, as the SDK does. */
const renewBeforeMs = 30_000

/** The SDK's user with what it keeps of the session; the version in package.json is exact. */
type SignedInUser = User & {
  readonly stsTokenManager?: { readonly expirationTime?: number | null }
}

/** One tab at a time; where a browser has no locks, the server's grace serves two. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  globalThis.navigator?.locks === undefined
    ? work()
    : navigator.locks.request('lamplight-renew-session', work)

/**
 * Auth over the firebase SDK, imported lazily by `createAuth`. The session is in sessionStorage, or
 * else in memory, never in IndexedDB or localStorage (the SDK's default): wards share tablets, and
 * a refresh token must not outlive the tab (design/sync.md, P10).
 */
export const openFirebaseAuth = (config: AuthConfig, share: SessionShare): Auth => {
  const app = initializeApp(
    { apiKey: config.apiKey, projectId: config.projectId },
    config.appName ?? 'lamplight',
  )
  const auth = initializeAuth(app, {
    persistence: [browserSessionPersistence, inMemoryPersistence],
  })
  if (config.emulatorOrigin !== undefined)
    connectAuthEmulator(auth, config.emulatorOrigin, { disableWarnings: true })

  const signedInUser = (): SignedInUser | null => auth.currentUser
  share.onNewer((entry) => {
    const newer = readEntry(entry)
    const user = signedInUser()
    if (newer !== null && user?.uid === newer.uid)
      Object.assign(user.stsTokenManager ?? {}, newer.stsTokenManager)
  })
  /** Of several tabs one renews the session, and the others take over what it got. */
  const renew = async (user: SignedInUser, force: boolean): Promise<string> => {
    const isOver = (): boolean =>
      (user.stsTokenManager?.expirationTime ?? 0) - Date.now() < renewBeforeMs
    if (!force && !isOver()) return user.getIdToken()
    return alone(async () => {
      const before = user.refreshToken
      await share.catchUp()
      if (user.refreshToken !== before && !isOver()) return user.getIdToken()
      const token = await user.getIdToken(true)
      share.tell()
      return token
    })
  }
  const own = config.emulatorOrigin === undefined ? null : ownServer(config.emulatorOrigin)

  const resolvers = new WeakMap<Challenge, MultiFactorResolver>()
  let enrolling: TotpSecret | null = null
  let ended: EndedSignIn | null = null

  /** Password sign-in and reauthentication end alike: done, a challenge, wrong, or a problem. */
  const withPassword = async (attempt: () => Promise<unknown>): Promise<SignInResult> => {
    try {
      await attempt()
      return success
    } catch (thrown) {
      const code = codeOf(thrown)
      if (wrongCredentialCodes.has(code)) return { kind: 'IncorrectPassword' }
      if (code !== 'multi-factor-auth-required') return failure(thrown)
      const resolver = getMultiFactorResolver(auth, thrown as MultiFactorError)
      const challenge: Challenge = { factorName: resolver.hints[0]?.displayName ?? null }
      resolvers.set(challenge, resolver)
      return { kind: 'one-time-password', challenge }
    }
  }

  const withActionCode = async (use: () => Promise<void>): Promise<ActionCodeResult> => {
    try {
      await use()
      return success
    } catch (thrown) {
      return badActionCodes.has(codeOf(thrown)) ? { kind: 'invalid' } : failure(thrown)
    }
  }

  return {
    signInWithPassword: (email, password) =>
      withPassword(() => signInWithEmailAndPassword(auth, email, password)),

    async answerChallenge(challenge, code) {
      const resolver = resolvers.get(challenge)
      const hint = resolver?.hints.find(
        ({ factorId }) => factorId === TotpMultiFactorGenerator.FACTOR_ID,
      )
      if (resolver === undefined) return { kind: 'Timeout' }
      if (hint === undefined) return failed(problem('server:second-step-unknown'))
      try {
        await resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(hint.uid, code))
        return success
      } catch (thrown) {
        const reason = codeOf(thrown)
        if (reason === 'invalid-verification-code') return { kind: 'InvalidVerificationCode' }
        return challengeOverCodes.has(reason) ? { kind: 'Timeout' } : failure(thrown)
      }
    },

    async signInWithToken(customToken) {
      try {
        await signInWithCustomToken(auth, customToken)
        return success
      } catch (thrown) {
        return failure(thrown)
      }
    },

    async idToken(forceRefresh = false) {
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
    },

    ended: () => ended,

    async state() {
      await auth.authStateReady()
      if (auth.currentUser === null) return 'signed-out'
      const token = await auth.currentUser.getIdTokenResult().catch(() => null)
      return token?.signInSecondFactor ? 'signed-in-with-second-step' : 'signed-in'
    },

    async signOut() {
      enrolling = null
      await auth.authStateReady()
      const user = auth.currentUser
      if (user !== null) own?.signOut(user.refreshToken)
      await signOut(auth)
    },

    async sendPasswordReset(email) {
      try {
        await sendPasswordResetEmail(auth, email)
        return success
      } catch (thrown) {
        // A provider without enumeration protection says 'user-not-found'; the screen must not.
        return codeOf(thrown) === 'user-not-found' ? success : failure(thrown)
      }
    },

    async checkResetCode(code) {
      try {
        return { kind: 'valid', email: await verifyPasswordResetCode(auth, code) }
      } catch (thrown) {
        return badActionCodes.has(codeOf(thrown)) ? { kind: 'invalid' } : failure(thrown)
      }
    },

    confirmReset: (code, password) =>
      withActionCode(() => confirmPasswordReset(auth, code, password)),

    applyRevertCode: (code) => withActionCode(() => applyActionCode(auth, code)),

    async reauthenticate(password) {
      await auth.authStateReady()
      const user = auth.currentUser
      if (user === null || user.email === null) return failed(problem('no-token:reauthenticate'))
      const credential = EmailAuthProvider.credential(user.email, password)
      return withPassword(() => reauthenticateWithCredential(user, credential))
    },

    async startTotpEnrolment() {
      await auth.authStateReady()
      const user = auth.currentUser
      if (user === null) return failed(problem('no-token:mfa'))
      if (user.email === null || user.email === '')
        return failed(problem('invalid-arguments:no-address'))
      try {
        const secret = await TotpMultiFactorGenerator.generateSecret(
          await multiFactor(user).getSession(),
        )
        enrolling = secret
        return {
          kind: 'started',
          secret: secret.secretKey,
          uri: secret.generateQrCodeUrl(user.email, issuer),
        }
      } catch (thrown) {
        return codeOf(thrown) === 'requires-recent-login'
          ? { kind: 'RequiresReauthentication' }
          : failure(thrown)
      }
    },

    async finishTotpEnrolment(code) {
      const user = auth.currentUser
      if (user === null) return failed(problem('no-token:mfa'))
      if (enrolling === null) return failed(problem('conflict:set-up-not-started'))
      try {
        await multiFactor(user).enroll(
          TotpMultiFactorGenerator.assertionForEnrollment(enrolling, code),
          'Authenticator app',
        )
        enrolling = null
        return success
      } catch (thrown) {
        const reason = codeOf(thrown)
        if (reason === 'invalid-verification-code') return { kind: 'InvalidVerificationCode' }
        if (reason === 'requires-recent-login') return { kind: 'RequiresReauthentication' }
        if (reason === 'code-expired' || reason === 'invalid-verification-id')
          return failed(problem('conflict:set-up-too-long'))
        return failure(thrown)
      }
    },

    async sessions() {
      if (own === null) return { kind: 'unavailable' }
      const token = await auth.currentUser?.getIdToken().catch(() => null)
      return typeof token === 'string' ? own.sessions(token) : failed(problem('no-token'))
    },

    async endSession(sessionId) {
      const token = await auth.currentUser?.getIdToken().catch(() => null)
      return own === null || typeof token !== 'string'
        ? failed(problem('no-token'))
        : own.endSession(token, sessionId)
    },
  }
}
