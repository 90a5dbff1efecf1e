import { defineConfig } from '@playwright/test'
import { headlessChromium as chromium } from './tests/e2e/chromium'
import { serverUrl } from './tests/e2e/server.urls'

const files = (...names: readonly string[]): string[] => names.map((name) => `**/${name}.e2e.ts`)
/** These start a server of their own and touch no other. */
const own = [
  'bulk-upload',
  'calls',
  'device',
  'dst',
  'from-nothing',
  'sync-centre',
  'toolbar',
  'update',
]
const ownServer = files(...own)
/**
 * The files that were asked for; where all of them have a server of their own, nobody waits for
 * those that are shared.
 */
const asked = process.argv.filter((one) => one.includes('.e2e'))
const sharesServer =
  asked.length === 0 || !asked.every((one) => own.some((name) => one.includes(`${name}.e2e`)))
/** These share the first server; all others the second. */
const first = files('alerts', 'axe', 'care', 'clock', 'compute', 'hazards')

// A trace costs a fifth of the processor: a whole run keeps a picture and the page's outline of
// what failed. Whoever runs some of it, or what failed, again gets traces. The workers read it here
// too, and have other arguments.
if (asked.length > 0 || process.argv.includes('--last-failed')) process.env['E2E_TRACE'] ??= '1'

/**
 * The servers choose their ports when they start: the workers, which read this again afterwards,
 * know them.
 */
const at = (row: 0 | 1): { readonly baseURL?: string } => {
  const baseURL = serverUrl(row)
  return baseURL === undefined ? {} : { baseURL }
}

/**
 * Drives Debian's Chromium (or Playwright's own, elsewhere) against the real server, which
 * scripts/test.mjs or the fixture starts.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: false,
  // Files that share a server run one after the other, since they see each other's alerts, notes
  // and thresholds; two such rows beside each other, and beside them those that start their own.
  // One more than the cores of a small machine: tests that wait leave it idle.
  workers: 3,
  projects: [
    { name: 'first server', testMatch: first, workers: 1, use: at(0) },
    { name: 'second server', testIgnore: [...first, ...ownServer], workers: 1, use: at(1) },
    { name: 'a server each', testMatch: ownServer },
  ],
  retries: 0,
  // Five times and more of what a test takes on two idle cores: a busy machine makes none of them
  // red.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  ...(sharesServer ? { globalSetup: './tests/e2e/server.setup.ts' } : {}),
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1440, height: 900 },
    // A trace of every test takes a third of all the time: it is written of what is played alone,
    // and of what failed and is played again (scripts/test.mjs).
    trace: process.env['E2E_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
