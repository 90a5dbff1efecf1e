import type { EndedSignIn, Problem } from '../../domain/problem'

/**
 * The identity provider. Production: a Firebase project. Embedded: our server at `emulatorOrigin`.
 */
export interface AuthConfig {
  readonly apiKey: string
  readonly projectId: string
  /** Origin of an Identity Toolkit server, e.g. `http://localhost:8080`. */
  readonly emulatorOrigin?: string
  /** Part of the session's key in sessionStorage; the same across reloads. */
  readonly appName?: string
}

export type AuthenticationState = 'signed-out' | 'signed-in' | 'signed-in-with-second-step'

/** A password was right, a one-time code is awaited. Only the Auth that made it can answer it. */
export interface Challenge {
  /** Name the user gave the authenticator, if any. */
  readonly factorName: string | null
}

export interface Failed {
  readonly kind: 'problem'
  readonly problem: Problem
}
export interface Succeeded {
  readonly kind: 'success'
}

export type SignInResult =
  | Succeeded
  | { readonly kind: 'one-time-password'; readonly challenge: Challenge }
  | { readonly kind: 'IncorrectPassword' }
  | Failed
export type ChallengeResult =
  Succeeded | { readonly kind: 'Timeout' } | { readonly kind: 'InvalidVerificationCode' } | Failed
export type TokenSignInResult = Succeeded | Failed
export type SendResetResult = Succeeded | Failed
export type CheckCodeResult =
  { readonly kind: 'valid'; readonly email: string } | { readonly kind: 'invalid' } | Failed
export type ActionCodeResult = Succeeded | { readonly kind: 'invalid' } | Failed
export type StartEnrolmentResult =
  | { readonly kind: 'started'; readonly secret: string; readonly uri: string }
  | { readonly kind: 'IncorrectPassword' }
  | { readonly kind: 'RequiresReauthentication' }
  | Failed
export type FinishEnrolmentResult =
  | Succeeded
  | { readonly kind: 'InvalidVerificationCode' }
  | { readonly kind: 'RequiresReauthentication' }
  | Failed

/** A sign-in that still runs, on this device or another. */
export interface RunningSession {
  readonly id: string
  /** Browser and system; empty where unknown. */
  readonly device: string
  /** ISO instants. */
  readonly startedAt: string
  readonly lastUsedAt: string
  readonly isThisOne: boolean
}
/** A device that may still send what was written on it: nobody is signed in there any more. */
export interface LeftDevice {
  /** endSession takes it. */
  readonly id: string
  /** '' where it is not known. */
  readonly device: string
  readonly organization: string
  readonly startedAt: string
  readonly lastUsedAt: string
  /** What arrives later needs a person. */
  readonly until: string
}
/** `unavailable`: the provider tells nobody. */
export type SessionsResult =
  | {
      readonly kind: 'sessions'
      readonly sessions: readonly RunningSession[]
      readonly devices: readonly LeftDevice[]
    }
  | { readonly kind: 'unavailable' }
  | Failed
export type EndSessionResult = Succeeded | Failed

/** What a tab keeps sealed through a reload: platform/vault's. */
export interface SealedTokens {
  read(name: 'idToken' | 'exitLoginAsToken'): Promise<string | null>
  keep(name: 'idToken' | 'exitLoginAsToken', secret: string): Promise<void>
  forget(name: 'idToken' | 'exitLoginAsToken'): void
}

/** Sign-in, codes and second factors. Only `idToken` rejects, with a ProblemError. */
export interface Auth {
  signInWithPassword(email: string, password: string): Promise<SignInResult>
  /** `Timeout`: the challenge is over, start again with the password. */
  answerChallenge(challenge: Challenge, code: string): Promise<ChallengeResult>
  signInWithToken(customToken: string): Promise<TokenSignInResult>
  /** Keeps what leads back to one's own sign-in, once, while one acts as another user. */
  keepExit(token: string): Promise<void>
  /** Gives it out and forgets it; null: there is none. Every sign-out forgets it. */
  takeExit(): Promise<string | null>
  /**
   * The token, refreshed within 30 s of its expiry; null: nobody is signed in. Rejects with
   * ProblemError `network`, `too-many` or `server` when the refresh failed: that is no sign-out.
   */
  idToken(forceRefresh?: boolean): Promise<string | null>
  /**
   * Why the provider refused this tab's last credential; null: it did not, or a sign-in followed.
   */
  ended(): EndedSignIn | null
  state(): Promise<AuthenticationState>
  /**
   * Gives the credential up. `leaves`: the user signs out, and what the device writes from now on is
   * not theirs; else the page is locked, and its data and its writing stay theirs.
   */
  signOut(leaves?: boolean): Promise<void>
  /** Succeeds for unknown addresses too: the provider does not tell. */
  sendPasswordReset(email: string): Promise<SendResetResult>
  checkResetCode(code: string): Promise<CheckCodeResult>
  /** A refused password is a problem `invalid-arguments` with the provider's sentence. */
  confirmReset(code: string, password: string): Promise<ActionCodeResult>
  /** Takes a just-added second factor off again (the link in the mail about it). */
  applyRevertCode(code: string): Promise<ActionCodeResult>
  /** With a second factor enrolled the answer is a challenge, as in sign-in. */
  reauthenticate(password: string): Promise<SignInResult>
  /**
   * Begins to put a second factor on, after `reauthenticate`. @param password the present one, which
   * our own server asks for in this act; Firebase is content with the sign-in
   */
  startTotpEnrolment(password: string): Promise<StartEnrolmentResult>
  finishTotpEnrolment(code: string): Promise<FinishEnrolmentResult>
  /** Sign-ins of this user that still run, the latest used first. */
  sessions(): Promise<SessionsResult>
  /** Ends one of them; null: all but this one. */
  endSession(sessionId: string | null): Promise<EndSessionResult>
}
