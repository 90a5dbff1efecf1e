import { MantineProvider } from '@mantine/core'
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react'
import { mantineTheme } from './mantine-theme'
import { applyTheme, preferredTheme, readStoredTheme, storeTheme, type ThemeName } from './themes'

interface ThemeValue {
  readonly theme: ThemeName
  readonly setTheme: (theme: ThemeName) => void
}

const ThemeContext = createContext<ThemeValue>({ theme: 'day', setTheme: () => undefined })

/** The theme in use and how to choose another; the choice is kept on the device. */
export const useTheme = (): ThemeValue => use(ThemeContext)

const preferences = ['(prefers-contrast: more)', '(prefers-color-scheme: dark)']

/** Gives the theme to everything below. Without `theme`: the stored choice, else the device's. */
export function ThemeProvider({
  theme: fixed,
  children,
}: {
  readonly theme?: ThemeName
  readonly children: ReactNode
}) {
  const [chosen, setChosen] = useState<ThemeName | null>(readStoredTheme)
  const [preferred, setPreferred] = useState<ThemeName>(preferredTheme)
  const theme = fixed ?? chosen ?? preferred

  useEffect(() => {
    if (typeof matchMedia !== 'function') return undefined
    const follow = () => setPreferred(preferredTheme())
    const queries = preferences.map((query) => matchMedia(query))
    for (const query of queries) query.addEventListener('change', follow)
    return () => {
      for (const query of queries) query.removeEventListener('change', follow)
    }
  }, [])

  useLayoutEffect(() => applyTheme(theme), [theme])

  // Paper is white whatever the screen: night would print black sheets.
  useEffect(() => {
    const forPaper = () => applyTheme(theme === 'night' ? 'day' : theme)
    const forScreen = () => applyTheme(theme)
    window.addEventListener('beforeprint', forPaper)
    window.addEventListener('afterprint', forScreen)
    return () => {
      window.removeEventListener('beforeprint', forPaper)
      window.removeEventListener('afterprint', forScreen)
    }
  }, [theme])

  const setTheme = useCallback((next: ThemeName) => {
    storeTheme(next)
    setChosen(next)
  }, [])
  const value = useMemo(() => ({ theme, setTheme }), [theme, setTheme])
  return (
    <ThemeContext value={value}>
      {/* The variables come from style sheets, not from an injected <style>: the content security policy forbids inline styles. */}
      <MantineProvider
        theme={mantineTheme}
        forceColorScheme={theme === 'night' ? 'dark' : 'light'}
        withCssVariables={false}
        withGlobalClasses={false}
      >
        {children}
      </MantineProvider>
    </ThemeContext>
  )
}
