import { errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import type { Clock } from '../clock'
import { IdentityError } from './errors'
import { algorithm } from './keys'

/** Who a request comes from, as far as the identity provider knows. */
export interface VerifiedToken {
  readonly uid: string
  readonly email: string | null
  /** The session it belongs to; absent where the provider has none. */
  readonly sessionId?: string
  /** Epoch seconds of the sign-in behind the token (not of its last refresh). */
  readonly authTime: number
  /** How they signed in, as Firebase names it: `password`, `custom`. */
  readonly provider?: string
  /** Present when the sign-in had a second step, e.g. `totp`. */
  readonly secondFactor?: string
  /** What a custom token added, e.g. who is logged in as this user. */
  readonly claims: Readonly<Record<string, unknown>>
}

const payloadSchema = z.looseObject({
  sub: z.string().min(1).max(128),
  auth_time: z.number().int(),
  email: z.string().optional(),
  sid: z.string().max(128).optional(),
  firebase: z
    .looseObject({
      sign_in_provider: z.string().optional(),
      sign_in_second_factor: z.string().optional(),
    })
    .optional(),
})

const ownClaims: ReadonlySet<string> = new Set([
  'iss',
  'aud',
  'sub',
  'user_id',
  'auth_time',
  'sid',
  'iat',
  'exp',
  'nbf',
  'jti',
  'email',
  'email_verified',
  'firebase',
  'name',
  'picture',
  'phone_number',
])

export interface VerifierOptions {
  readonly projectId: string
  readonly clock: Clock
  /** Where keys come from: our database, or Google. */
  readonly keys: JWTVerifyGetKey
  /**
   * Asked last, for every token. Throws an IdentityError for a removed account or ended sign-in.
   */
  readonly requireWelcome: (token: VerifiedToken) => Promise<void>
}

/** No key could be had: a fault of the moment, which must not sign anyone out. */
export class KeysUnreachableError extends Error {
  constructor(cause: unknown) {
    super('The identity provider’s keys could not be read', { cause })
    this.name = 'KeysUnreachableError'
  }
}

/** Tells a key that does not exist (the token is refused) from keys that cannot be read. */
const reachable =
  (keys: JWTVerifyGetKey): JWTVerifyGetKey =>
  async (header, token) => {
    try {
      return await keys(header, token)
    } catch (thrown) {
      const refuses =
        thrown instanceof errors.JWKSNoMatchingKey ||
        thrown instanceof errors.JWKSMultipleMatchingKeys ||
        thrown instanceof errors.JOSENotSupported
      throw refuses ? thrown : new KeysUnreachableError(thrown)
    }
  }

export type Verify = (idToken: string) => Promise<VerifiedToken>

/**
 * The only verification of ID tokens: RS256, issuer, audience, expiry (no leeway), known key, then
 * the account. Throws IdentityError TOKEN_EXPIRED, INVALID_ID_TOKEN, USER_NOT_FOUND or
 * USER_DISABLED. KeysUnreachableError and database faults pass through and sign nobody out.
 */
export const createVerifier =
  ({ projectId, clock, keys, requireWelcome }: VerifierOptions): Verify =>
  async (idToken) => {
    const verified = await jwtVerify(idToken, reachable(keys), {
      algorithms: [algorithm],
      issuer: `https://securetoken.google.com/${projectId}`,
      audience: projectId,
      currentDate: new Date(clock.now()),
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
    }).catch((thrown: unknown) => {
      if (thrown instanceof KeysUnreachableError) throw thrown
      throw new IdentityError(
        thrown instanceof errors.JWTExpired ? 'TOKEN_EXPIRED' : 'INVALID_ID_TOKEN',
      )
    })
    const payload = payloadSchema.safeParse(verified.payload)
    if (!payload.success) throw new IdentityError('INVALID_ID_TOKEN')
    const { sub, auth_time, email, sid, firebase } = payload.data
    const token: VerifiedToken = {
      uid: sub,
      email: email ?? null,
      authTime: auth_time,
      ...(sid === undefined ? {} : { sessionId: sid }),
      ...(firebase?.sign_in_provider === undefined ? {} : { provider: firebase.sign_in_provider }),
      ...(firebase?.sign_in_second_factor === undefined
        ? {}
        : { secondFactor: firebase.sign_in_second_factor }),
      claims: Object.fromEntries(
        Object.entries(verified.payload).filter(([name]) => !ownClaims.has(name)),
      ),
    }
    await requireWelcome(token)
    return token
  }
