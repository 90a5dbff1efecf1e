import type { Auth as FirebaseAuth, User } from 'firebase/auth'
import { readEntry, type SessionShare } from './share'

/** A token is renewed this long before it is over, as the SDK does. */
const renewBeforeMs = 30_000

/** The SDK's user with what it keeps of the session; the version in package.json is exact. */
type SignedInUser = User & {
  readonly stsTokenManager?: { readonly expirationTime?: number | null }
}

/** One tab at a time; where a browser has no locks, the server's grace serves two. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  globalThis.navigator?.locks === undefined
    ? work()
    : navigator.locks.request('lamplight-renew-session', work)

/** Keeps one session in all tabs of a device: the answer is how a tab gets its ID token. */
export const createRenewal = (
  auth: FirebaseAuth,
  share: SessionShare,
): ((user: User, force: boolean) => Promise<string>) => {
  const signedInUser = (): SignedInUser | null => auth.currentUser
  share.onNewer((entry) => {
    const newer = readEntry(entry)
    const user = signedInUser()
    if (newer !== null && user?.uid === newer.uid)
      Object.assign(user.stsTokenManager ?? {}, newer.stsTokenManager)
  })
  /** Of several tabs one renews the session, and the others take over what it got. */
  return async (user: SignedInUser, force: boolean): Promise<string> => {
    const until = (): number => user.stsTokenManager?.expirationTime ?? 0
    const isOver = (): boolean => until() - Date.now() < renewBeforeMs
    if (!force && !isOver()) return user.getIdToken()
    return alone(async () => {
      const before = until()
      await share.catchUp()
      if (until() !== before && !isOver()) return user.getIdToken()
      const token = await user.getIdToken(true)
      share.tell()
      return token
    })
  }
}
