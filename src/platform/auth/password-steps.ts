import {
  EmailAuthProvider,
  getMultiFactorResolver,
  reauthenticateWithCredential,
  signInWithEmailAndPassword,
  TotpMultiFactorGenerator,
  type Auth as FirebaseAuth,
  type MultiFactorError,
  type MultiFactorResolver,
} from 'firebase/auth'
import { problem } from '../../domain/problem'
import {
  challengeOverCodes,
  codeOf,
  failed,
  failure,
  success,
  wrongCredentialCodes,
} from './answers'
import type { Auth, Challenge, SignInResult } from './auth'

/** Who knows the password, and the code that may be asked for after it. */
export const createPasswordSteps = (
  auth: FirebaseAuth,
): Pick<Auth, 'signInWithPassword' | 'answerChallenge' | 'reauthenticate'> => {
  const resolvers = new WeakMap<Challenge, MultiFactorResolver>()

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

    async reauthenticate(password) {
      await auth.authStateReady()
      const user = auth.currentUser
      if (user === null || user.email === null) return failed(problem('no-token:reauthenticate'))
      const credential = EmailAuthProvider.credential(user.email, password)
      return withPassword(() => reauthenticateWithCredential(user, credential))
    },
  }
}
