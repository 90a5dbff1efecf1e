export type { IdentityConfig } from './context'
export { IdentityError, type IdentityErrorCode } from './errors'
export {
  createFirebaseAdministration,
  createFirebaseWelcome,
  serviceAccountSchema,
} from './firebase-administration'
export { createFirebaseVerifier, type FirebaseVerifierOptions } from './firebase-verifier'
export { createIdentity, type Identity, type IdentityOptions } from './identity'
export { portalPage } from './portal-page'
export type { Mail, Mailer } from '../graphql/mailer'
export { KeysUnreachableError, type VerifiedToken, type Verify } from './verify'
