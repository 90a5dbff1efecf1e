import type { Persistence } from 'firebase/auth'
import { z } from 'zod'
import type { SealedTokens } from './auth'
import { entrySchema, type TabSession } from './tab-session'

const idTokenSchema = z.object({
  uid: z.string(),
  accessToken: z.string(),
  expirationTime: z.number(),
})
const withIdTokenSchema = z.looseObject({
  uid: z.string(),
  stsTokenManager: z.looseObject({ accessToken: z.string(), expirationTime: z.number() }),
})
/** The ID token of an entry, as it is sealed; null where it has none. */
const idTokenOf = (entry: unknown): string | null => {
  const user = withIdTokenSchema.safeParse(entry).data
  if (user === undefined) return null
  const { accessToken, expirationTime } = user.stsTokenManager
  return JSON.stringify({ uid: user.uid, accessToken, expirationTime })
}
/** The entry of a page that was just loaded, with the ID token that the page before had. */
const withIdToken = (entry: unknown, kept: string | null): unknown => {
  const user = entrySchema.safeParse(entry).data
  const token = idTokenSchema.safeParse(JSON.parse(kept ?? 'null')).data
  if (user === undefined || token === undefined || user['uid'] !== token.uid) return entry
  const { accessToken, expirationTime } = token
  return {
    ...user,
    stsTokenManager: { ...user.stsTokenManager, accessToken, expirationTime },
  }
}

/**
 * Has the SDK keep its session there. It makes its persistence from a class, whose members the
 * public types leave out; the version in package.json is exact.
 */
export const persistenceOf = (kept: TabSession, sealed: SealedTokens): Persistence => {
  class TabPersistence {
    static readonly type = 'SESSION'
    readonly type = 'SESSION'
    async _isAvailable(): Promise<boolean> {
      return true
    }
    async _set(key: string, value: unknown): Promise<void> {
      kept.set(key, JSON.stringify(value))
      const token = idTokenOf(value)
      // Nobody waits for it: a sign-in that was sealed too late asks for another one after a reload.
      if (token !== null) void sealed.keep('idToken', token)
    }
    async _get(key: string): Promise<unknown> {
      const entry = kept.get(key)
      if (entry === null) return null
      const parsed: unknown = JSON.parse(entry)
      return idTokenOf(parsed) !== null || entrySchema.safeParse(parsed).data === undefined
        ? parsed
        : withIdToken(parsed, await sealed.read('idToken'))
    }
    async _remove(key: string): Promise<void> {
      kept.remove(key)
      sealed.forget('idToken')
    }
    _addListener(): void {}
    _removeListener(): void {}
  }
  return TabPersistence
}
