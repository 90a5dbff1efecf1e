import { z } from 'zod'

const claimsSchema = z.object({ sub: z.string().min(1) })

/**
 * The user of a token by its claims; null: no JWT. The server checks the signature: this only
 * avoids a foreign credential.
 */
export const ownerOf = (token: string): string | null => {
  const claims = token.split('.')[1]
  if (claims === undefined) return null
  try {
    return claimsSchema.parse(JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))))
      .sub
  } catch {
    return null
  }
}
