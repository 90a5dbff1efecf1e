/** Keys that an organisation may have active at once; one that is to expire later is active. */
export const mostActiveKeys = 10

/** What the server says of a key too many (C557). */
export const tooManyKeysMessage = 'Maximum number of active API keys exceeded'

/** Hours after which a key can be told to expire (C416); 0: immediately. */
export const expiryHours = [0, 1, 2, 3, 6, 12, 24, 48, 168] as const
export type ExpiryHours = (typeof expiryHours)[number]

/** `expiring`: active, and to expire at a known instant. */
export type ApiKeyState = 'active' | 'expiring' | 'expired'

/**
 * The state of a key at an instant.
 * @param deletedAt when it expires, ISO instant; null: never
 */
export const apiKeyState = (deletedAt: string | null, nowMs: number): ApiKeyState =>
  deletedAt === null ? 'active' : Date.parse(deletedAt) <= nowMs ? 'expired' : 'expiring'

/**
 * When a key expires that is made at `nowMs`: ISO instant; null: at once, by the server's clock.
 */
export const expiryInstant = (hours: ExpiryHours, nowMs: number): string | null =>
  hours === 0 ? null : new Date(nowMs + hours * 3_600_000).toISOString()
