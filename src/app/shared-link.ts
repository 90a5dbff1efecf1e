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

/** Where the tab goes in the place of what a link showed and a reload forgot. */
const over = '/expiredShareToken'

/**
 * Takes the token of `/share?share=`, also `/Share/`, out of the address, its place in the tab's
 * history and this page's sight, and hands it on in memory alone (docs/decisions/0055). A tab that was
 * opened by a link and has none any more, after a reload, is no signed-out one: it says what to do.
 */
const takeToken = (): string | null => {
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
  else if (stored.has() && pathname !== over) window.history.replaceState(null, '', over)
  return null
}

// By being imported, ahead of everything else: nothing that could tell an address has run yet.
const token = takeToken()
/** The token of the share link that opened this page; null: none did. */
export const linkToken = (): string | null => token
