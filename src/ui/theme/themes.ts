export const themes = ['day', 'night', 'high-contrast'] as const
export type ThemeName = (typeof themes)[number]

const key = 'lamplight.theme'
const asks = (query: string): boolean =>
  typeof matchMedia === 'function' && matchMedia(query).matches

/** The theme that the device's own settings ask for. */
export const preferredTheme = (): ThemeName => {
  if (asks('(prefers-contrast: more)')) return 'high-contrast'
  return asks('(prefers-color-scheme: dark)') ? 'night' : 'day'
}

/** The theme chosen on this device, or null: then the device's own settings hold. */
export const readStoredTheme = (): ThemeName | null => {
  try {
    const stored = localStorage.getItem(key)
    return themes.find((theme) => theme === stored) ?? null
  } catch {
    return null // storage may be switched off
  }
}

export const storeTheme = (theme: ThemeName): void => {
  try {
    localStorage.setItem(key, theme)
  } catch {
    // the choice then lasts as long as the page
  }
}

/** Puts a theme on the page; called before the first paint and at each change. */
export const applyTheme = (theme: ThemeName): void => {
  document.documentElement.dataset['theme'] = theme
}
