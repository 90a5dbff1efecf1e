export { ThemeProvider, useTheme } from './ThemeProvider'
export { applyTheme, preferredTheme, readStoredTheme, themes, type ThemeName } from './themes'
