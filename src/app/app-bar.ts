const key = 'lamplight.hideAppBar'

/**
 * True for the wall display: nothing but the ward is on it, and nobody is there to press anything.
 */
export const isWallDisplay = (search: string): boolean =>
  new URLSearchParams(search).get('display') === 'wall'

/**
 * Whether the app bar is hidden: `?hideAppBar=true` hides it and is kept on the device (P082,
 * P209), so that it stays hidden on the pages that follow in a frame; `?hideAppBar=false` brings it
 * back.
 */
export const readHideAppBar = (search: string): boolean => {
  const asked = new URLSearchParams(search).get('hideAppBar')
  try {
    if (asked === 'true') localStorage.setItem(key, 'true')
    if (asked === 'false') localStorage.removeItem(key)
    return localStorage.getItem(key) === 'true'
  } catch {
    return asked === 'true' // storage switched off: the choice holds for this page
  }
}
