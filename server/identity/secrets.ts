import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a link, a refresh token or a challenge. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The stored form of a secret. Full entropy needs only a fast hash. */
export const hashOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url')
