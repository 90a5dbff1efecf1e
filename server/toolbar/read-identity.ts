import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose'
import { z } from 'zod'
import { toolbarIdentitySchema } from '../../src/domain/toolbar-identity/toolbar-identity'
import { clockToleranceSeconds, type ReadIdentity } from '../areas/toolbar-identity'
import type { Clock } from '../clock'

/** Of a signed identity, from its making to its end (K26). */
export const identitySeconds = 300
/** Signatures that a public key proves. Where the secret would be a text, or there is none, nothing is proved. */
const algorithms = ['ES256', 'RS256']

const claimsSchema = toolbarIdentitySchema.extend({
  aud: z.string(),
  jti: z.string().min(16).max(128),
  iat: z.number().int(),
  exp: z.number().int(),
})

/**
 * Believes the identities that a toolbar signs (RFC 7519): by one of its keys, for this portal alone, for five
 * minutes at most, with a nonce. Whether it was used before is asked of the database.
 * @param keys the toolbar's public keys; null: there is no toolbar, and nothing is believed
 * @param audience asked for each: the origin at which the portal is reached
 */
export const createReadIdentity = ({
  keys,
  audience,
  clock,
}: {
  readonly keys: JSONWebKeySet | null
  readonly audience: () => string
  readonly clock: Clock
}): ReadIdentity => {
  if (keys === null) return () => Promise.resolve(null)
  const known = createLocalJWKSet(keys)
  return async (encoded) => {
    const verified = await jwtVerify(encoded, known, {
      algorithms,
      audience: audience(),
      currentDate: new Date(clock.now()),
      clockTolerance: clockToleranceSeconds,
      maxTokenAge: identitySeconds,
      requiredClaims: ['aud', 'exp', 'iat', 'jti'],
    }).catch(() => null)
    const claims = claimsSchema.safeParse(verified?.payload).data
    if (claims === undefined || claims.exp - claims.iat > identitySeconds) return null
    const { source, organizationId, userId, jti: nonce, iat: issuedAt, exp: expiresAt } = claims
    return { source, organizationId, userId, nonce, issuedAt, expiresAt }
  }
}
