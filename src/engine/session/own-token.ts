import { ownerOf } from '../../platform/auth'
import { personOf } from './session-state'

/**
 * The session's own credential, or null. A frozen or restored tab may hold that of an earlier user,
 * which is never used. Rejects when a refresh needs a missing network.
 */
export const createOwnToken =
  (auth: { idToken(force?: boolean): Promise<string | null> }, owner: () => string | undefined) =>
  async (force?: boolean): Promise<string | null> => {
    const token = await auth.idToken(force)
    const user = owner()
    const holder = token === null ? null : ownerOf(token)
    return holder !== null && user !== undefined && holder !== personOf(user) ? null : token
  }
