export type {
  ActionCodeResult,
  Auth,
  AuthConfig,
  AuthenticationState,
  Challenge,
  ChallengeResult,
  CheckCodeResult,
  EndSessionResult,
  FinishEnrolmentResult,
  LeftDevice,
  RunningSession,
  SealedTokens,
  SendResetResult,
  SessionsResult,
  SignInResult,
  StartEnrolmentResult,
  TokenSignInResult,
} from './auth'
export { createAuth } from './create-auth'
export {
  generatePassphrase,
  minimumPassphraseLength,
  passphraseWords,
  randomBelow,
} from './passphrase'
export { ownerOf } from './token-owner'
