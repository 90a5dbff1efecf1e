import { userQueries } from './resolvers'

/** The signed-in user, as the engine reads them. */
export const syncedUser = { type: 'Me', read: userQueries.me } as const
