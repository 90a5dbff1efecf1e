/** Identity Toolkit's error names, those that we use. The SDK makes `auth/…` codes of them. */
export type IdentityErrorCode =
  | 'ADMIN_ONLY_OPERATION' // accounts are made by the organisation
  | 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'
  | 'EMAIL_EXISTS'
  | 'EXPIRED_OOB_CODE'
  | 'INVALID_CODE'
  | 'INVALID_CUSTOM_TOKEN'
  | 'INVALID_ID_TOKEN'
  | 'INVALID_LOGIN_CREDENTIALS'
  | 'INVALID_OOB_CODE'
  | 'INVALID_REQUEST'
  | 'INVALID_REQ_TYPE'
  | 'MFA_ENROLLMENT_NOT_FOUND'
  | 'OPERATION_NOT_ALLOWED'
  | 'SECOND_FACTOR_EXISTS'
  | 'SERVER_BUSY' // not Google's: try again soon, nothing was counted
  | 'SESSION_EXPIRED'
  | 'TOKEN_EXPIRED'
  | 'TOO_MANY_ATTEMPTS_TRY_LATER'
  | 'TOTP_CHALLENGE_TIMEOUT'
  | 'USER_DISABLED'
  | 'USER_NOT_FOUND'
  | 'WEAK_PASSWORD'

/** A refusal that the caller may see. All other errors answer 500 without detail. */
export class IdentityError extends Error {
  readonly code: IdentityErrorCode
  /** @param sentence for the person, where the code says too little */
  constructor(code: IdentityErrorCode, sentence?: string) {
    super(sentence === undefined ? code : `${code} : ${sentence}`)
    this.name = 'IdentityError'
    this.code = code
  }
}

/** Too many tries. */
export class TriesSpentError extends IdentityError {
  /** False: it was refused for that before, in the same quarter of an hour. */
  readonly isFirst: boolean
  constructor(isFirst: boolean) {
    super('TOO_MANY_ATTEMPTS_TRY_LATER')
    this.isFirst = isFirst
  }
}

/**
 * A sign-in ended by a new password or second factor, or by an administrator. The SDK sees an
 * expired token.
 */
export class EndedSignInError extends IdentityError {
  constructor() {
    super('TOKEN_EXPIRED')
    this.name = 'EndedSignInError'
  }
}

/** Google's shape of an error answer. */
export const errorAnswer = (status: number, message: string): object => ({
  error: { code: status, message, errors: [{ message, domain: 'global', reason: 'invalid' }] },
})

/**
 * The answer to a request that says nothing of who asks: the server is busy, at fault, or was asked too
 * much. A page that is loaded renews its session by the two routes named here, and the Firebase SDK
 * ends that session at any error that it can read: there it is none, and counts as a gap of the line.
 */
export const failureAnswer = (path: string, status: number, message: string): object =>
  /\/(v1\/token|accounts:lookup)$/u.test(path) ? { message } : errorAnswer(status, message)
