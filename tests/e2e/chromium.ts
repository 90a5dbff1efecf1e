import { existsSync } from 'node:fs'

const firstOf = (paths: readonly string[]): string | undefined =>
  process.env['CHROMIUM_PATH'] ?? paths.find((path) => existsSync(path))
const withWindow = ['/usr/bin/chromium', '/usr/bin/chromium-browser']

/**
 * Debian's Chromium without its window where it is there: it starts sooner and needs a third less
 * time. Undefined: Playwright's own.
 */
export const headlessChromium = firstOf(['/usr/bin/chromium-headless-shell', ...withWindow])

/**
 * The browser as people have it: its profile holds what the other's has not, such as the history of
 * addresses.
 */
export const wholeChromium = firstOf(withWindow)
