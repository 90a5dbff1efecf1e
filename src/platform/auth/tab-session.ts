import { z } from 'zod'

/** What a tab has of the SDK's session, as the JSON that the SDK reads and writes. */
export interface TabSession {
  get(key: string): string | null
  set(key: string, entry: string): void
  remove(key: string): void
}

export const entrySchema = z.looseObject({ stsTokenManager: z.looseObject({}) })

/** An entry without its ID token: with the refresh token, or what our own server gave in its place. */
const withoutIdToken = (entry: string): string => {
  const user = entrySchema.safeParse(JSON.parse(entry)).data
  if (user === undefined) return entry
  const { accessToken: _idToken, expirationTime: _until, ...rest } = user.stsTokenManager
  return JSON.stringify({ ...user, stsTokenManager: rest })
}

/**
 * The session of this tab: whole in memory, and in the tab's storage without its ID token, since a
 * browser writes that to the disk. A page that was just loaded has the sealed one, or gets another by the refresh.
 * @param storage sessionStorage; null where the browser refuses it
 */
export const createTabSession = (
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null,
): TabSession => {
  const inMemory = new Map<string, string>()
  return {
    get: (key) => inMemory.get(key) ?? storage?.getItem(key) ?? null,
    set: (key, entry) => {
      inMemory.set(key, entry)
      try {
        storage?.setItem(key, withoutIdToken(entry))
      } catch {
        // A full storage: the session is over with the page.
      }
    },
    remove: (key) => {
      inMemory.delete(key)
      storage?.removeItem(key)
    },
  }
}

/** The tab's sessionStorage; null where there is none. */
export const tabStorage = (): Storage | null => {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}
