import {
  multiFactor,
  TotpMultiFactorGenerator,
  type Auth as FirebaseAuth,
  type TotpSecret,
} from 'firebase/auth'
import { problem } from '../../domain/problem'
import { codeOf, failed, failure, success } from './answers'
import type { Auth } from './auth'
import type { OwnServer } from './own-server'

/** Name shown beside the code in the user's authenticator app. */
const issuer = 'Lamplight'

/**
 * Setting up the authenticator app. `forget`: a set-up under way ends. @param own null: Firebase,
 * which asks for a recent sign-in alone
 */
export const createTotpEnrolment = (
  auth: FirebaseAuth,
  own: OwnServer | null,
): Pick<Auth, 'startTotpEnrolment' | 'finishTotpEnrolment'> & { readonly forget: () => void } => {
  let enrolling: TotpSecret | null = null
  return {
    async startTotpEnrolment(password) {
      await auth.authStateReady()
      const user = auth.currentUser
      if (user === null) return failed(problem('no-token:mfa'))
      if (user.email === null || user.email === '')
        return failed(problem('invalid-arguments:no-address'))
      try {
        if (own !== null) {
          const proved = await own.provePassword(await user.getIdToken(), password)
          if (proved.kind !== 'success') return proved
        }
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

    forget: () => {
      enrolling = null
    },
  }
}
