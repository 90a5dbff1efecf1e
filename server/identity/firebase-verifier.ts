import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import type { Clock } from '../clock'
import { createVerifier, type VerifiedToken, type Verify } from './verify'

/** Where Google publishes the keys of Firebase's ID tokens as a JWK set. */
const googleKeys = new URL(
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
)

export interface FirebaseVerifierOptions {
  /** Id of the Firebase project (FIREBASE_PROJECT): issuer and audience of its tokens. */
  readonly projectId: string
  readonly clock: Clock
  /** Another source of keys, for tests. */
  readonly keys?: JWTVerifyGetKey
  /**
   * Asked for every token (createFirebaseWelcome). The signature does not show a revocation at
   * Google: without this such a token works until it expires, an hour at most.
   */
  readonly requireWelcome?: (token: VerifiedToken) => Promise<void>
}

/** Production: verification with the keys of a Firebase project, cached by jose. */
export const createFirebaseVerifier = ({
  projectId,
  clock,
  keys,
  requireWelcome,
}: FirebaseVerifierOptions): Verify =>
  createVerifier({
    projectId,
    clock,
    keys:
      keys ?? createRemoteJWKSet(googleKeys, { timeoutDuration: 5000, cooldownDuration: 30_000 }),
    requireWelcome: requireWelcome ?? (async () => {}),
  })
