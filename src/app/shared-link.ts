import { isRoomPath } from '../domain/video-call/paths'

/** In the tab's storage, once a link was opened in it: no secret, and nothing of whose. */
const mark = 'lamplight.openedByLink'

const stored = {
  has: (): boolean => {
    try {
      return sessionStorage.getItem(mark) !== null
    } catch {
      return false
    }
  },
  set: (is: boolean): void => {
    try {
      if (is) sessionStorage.setItem(mark, 'yes')
      else sessionStorage.removeItem(mark)
    } catch {
      /* a browser that stores nothing: a reload leads to the sign-in */
    }
  },
}

/** Where the tab goes in the place of what a link showed and a reload can show no more. */
const over = '/expiredShareToken'

/** What stands behind the `#` of a room's address, for the page of a video call; it keeps nothing else of it. */
const takeCallToken = (): string | null => {
  const { pathname, hash } = window.location
  if (!isRoomPath(pathname)) return null
  window.history.replaceState(null, '', pathname)
  return hash.slice(1)
}

/**
 * Takes the token of `/share?share=`, also `/Share/`, out of the address, its place in the tab's
 * history and this page's sight (docs/decisions/0055). `reloaded`: a link opened the tab before.
 */
const takeToken = (): string | 'reloaded' | null => {
  const { pathname, search } = window.location
  if (/^\/share\/*$/i.test(pathname)) {
    const token = new URLSearchParams(search).get('share')
    window.history.replaceState(null, '', '/')
    if (token === null || token === '') return null
    stored.set(true)
    return token
  }
  // Whoever signs in here is done with the link.
  if (pathname === '/login') stored.set(false)
  else if (stored.has() && pathname !== over) return 'reloaded'
  return null
}

// By being imported, ahead of everything else: nothing that could tell an address has run yet.
const callToken = takeCallToken()
/** The token of the video call that this page is for, empty where the address had none; null: it is the portal. */
export const tokenOfCall = (): string | null => callToken

const token = callToken === null ? takeToken() : null
/**
 * The token of the share link that opened this page; null: none did. A tab that a link opened and whose
 * token is gone is no signed-out one: it says what to do.
 * @param readKept the token that the page before the reload kept sealed
 */
export const linkToken = async (readKept: () => Promise<string | null>): Promise<string | null> => {
  if (token !== 'reloaded') return token
  const kept = await readKept()
  if (kept === null) window.history.replaceState(null, '', over)
  return kept
}
