// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ThemeProvider } from '../../src/ui/theme'

afterEach(cleanup)

test('night prints on white paper and is back afterwards', () => {
  window.matchMedia ??= (() => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as never
  render(<ThemeProvider theme="night">page</ThemeProvider>)
  const { dataset } = document.documentElement
  expect(dataset['theme']).toBe('night')
  window.dispatchEvent(new Event('beforeprint'))
  expect(dataset['theme']).toBe('day')
  window.dispatchEvent(new Event('afterprint'))
  expect(dataset['theme']).toBe('night')
})
