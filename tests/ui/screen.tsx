import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import type { Edition } from '../../src/texts'
import { EditionProvider } from '../../src/ui/edition'
import { ThemeProvider } from '../../src/ui/theme'
import './waiting'

/** jsdom has no matchMedia; the device of these tests prefers nothing. */
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as unknown as MediaQueryList

/** A piece under what it needs above it; for `rerender`. */
export const wrapped = (children: ReactNode, edition: Edition = 'en-GB') => (
  <EditionProvider edition={edition}>
    <ThemeProvider theme="day">
      <MemoryRouter>{children}</MemoryRouter>
    </ThemeProvider>
  </EditionProvider>
)

export const show = (children: ReactNode, edition: Edition = 'en-GB') =>
  render(wrapped(children, edition))
