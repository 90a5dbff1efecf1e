import { z } from 'zod'

const claimsSchema = z.object({ sub: z.string().min(1) })

/**
 * Whose token this is, by its own claims; null for one that is not a JWT. The signature is the
 * server's to judge: this only keeps a session from using a credential that is not its own.
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
