import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { IdentityContext } from './context'
import { IdentityError } from './errors'
import { algorithm } from './keys'
import { hashOf } from './secrets'
import { rows } from './tables'

/** Audience that Identity Toolkit requires. It tells custom tokens from ID tokens. */
const audience =
  'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
const issuerOf = (projectId: string): string => `identity@${projectId}.lamplight`

const payloadSchema = z.looseObject({
  uid: z.string().min(1).max(128),
  jti: z.string().min(1).max(128),
  iat: z.number(),
  exp: z.number(),
  claims: z.record(z.string(), z.unknown()).optional(),
})

/** A token for signInWithCustomToken. Valid once, for `seconds`, 300 by default. */
export const makeCustomToken = async (
  context: IdentityContext,
  uid: string,
  claims: Readonly<Record<string, unknown>> = {},
  seconds = 300,
): Promise<string> => {
  const { kid, signing } = await context.keys.signing()
  const issuedAt = Math.floor(context.clock.now() / 1000)
  return new SignJWT({ uid, claims })
    .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
    .setIssuer(issuerOf(context.projectId))
    .setSubject(issuerOf(context.projectId))
    .setAudience(audience)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + seconds)
    .sign(signing)
}

/**
 * Reads a token and spends it.
 * @throws IdentityError INVALID_CUSTOM_TOKEN for a foreign, expired or spent one
 */
export const spendCustomToken = async (
  context: IdentityContext,
  token: string,
): Promise<{
  readonly uid: string
  readonly claims: Readonly<Record<string, unknown>>
  /** When it was made, epoch seconds. */
  readonly madeAt: number
}> => {
  const options = {
    algorithms: [algorithm],
    audience,
    issuer: issuerOf(context.projectId),
    currentDate: new Date(context.clock.now()),
    requiredClaims: ['iat', 'exp'],
    maxTokenAge: 3600,
  }
  const verified = await jwtVerify(token, context.keys.find, options).catch(() => null)
  const payload = payloadSchema.safeParse(verified?.payload)
  if (!payload.success) throw new IdentityError('INVALID_CUSTOM_TOKEN')
  const spent = await rows(context.database)
    .insertInto('identity_spent_token')
    .values({ hash: hashOf(payload.data.jti), expires_at: payload.data.exp * 1000 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  if (spent === undefined) throw new IdentityError('INVALID_CUSTOM_TOKEN')
  const { uid, claims = {}, iat } = payload.data
  return { uid, claims, madeAt: iat }
}
