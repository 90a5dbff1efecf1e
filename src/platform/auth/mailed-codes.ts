import {
  applyActionCode,
  confirmPasswordReset,
  sendPasswordResetEmail,
  verifyPasswordResetCode,
  type Auth as FirebaseAuth,
} from 'firebase/auth'
import { badActionCodes, codeOf, failure, success } from './answers'
import type { ActionCodeResult, Auth } from './auth'

const withActionCode = async (use: () => Promise<void>): Promise<ActionCodeResult> => {
  try {
    await use()
    return success
  } catch (thrown) {
    return badActionCodes.has(codeOf(thrown)) ? { kind: 'invalid' } : failure(thrown)
  }
}

/** Links that come by mail: a new password, and a change of address taken back. */
export const createMailedCodes = (
  auth: FirebaseAuth,
): Pick<Auth, 'sendPasswordReset' | 'checkResetCode' | 'confirmReset' | 'applyRevertCode'> => ({
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
})
