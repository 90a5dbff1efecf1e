import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a link, a refresh token or a challenge. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/**
 * How such a secret is stored. It has full entropy, so a fast hash is enough: nothing can be
 * guessed from it.
 */
export const hashOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url')
