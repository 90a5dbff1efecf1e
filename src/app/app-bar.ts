const key = 'lamplight.hideAppBar'

/** True for the wall display: only the ward, no controls. */
export const isWallDisplay = (search: string): boolean =>
  new URLSearchParams(search).get('display') === 'wall'

/**
 * Whether the app bar is hidden. `?hideAppBar=true` is kept on the device (P082, P209) for the next
 * pages in a frame; `?hideAppBar=false` ends it.
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
