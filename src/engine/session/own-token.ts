import { ownerOf } from '../../platform/auth'

/**
 * The credential of whoever's session it is, or null. A tab that was frozen or restored may hold
 * that of whoever used this device before: a session never uses it. Rejects when a refresh needs a
 * network that is away.
 */
export const createOwnToken =
  (auth: { idToken(force?: boolean): Promise<string | null> }, owner: () => string | undefined) =>
  async (force?: boolean): Promise<string | null> => {
    const token = await auth.idToken(force)
    const user = owner()
    const holder = token === null ? null : ownerOf(token)
    return holder !== null && user !== undefined && holder !== user ? null : token
  }
