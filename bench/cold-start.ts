// Case: the board from a cold start without a line, the whole portal, at 1x and 6x, beside a bare
// React page with the same data
// Quick: --starts 3 | 60 s
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { request as api, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { graphql, signIn, tokenOf, waitForShell } from '../tests/e2e/portal'
import { startRealServer } from '../tests/e2e/real-server'
import { option, quantile } from './engines'
import { declareBars, figure, measured } from './report'
import { servePage } from './served-page'

declare const keep: (rows: readonly unknown[]) => Promise<void>

// From the start of the navigation until the cards of the board's first page are drawn: the build
// of `dist` out of the service worker, the key from there too, the rows from the encrypted store.
// The bare page comes over HTTP from this machine and reads the same cards in the clear.
const starts = Number(option('starts', '9'))
const fast = 1
const slow = 6
const shown = 10
const bars = {
  fast: 'cold offline start to the readable board, 1x',
  slow: 'cold offline start to the readable board, 6x',
  bare: 'cold offline start against a bare React page with the same data',
}
declareBars([
  { name: bars.fast, unit: 'ms', atMost: 1_000 },
  { name: bars.slow, unit: 'ms', atMost: 4_000 },
  { name: bars.bare, unit: 'times', atMost: 1.5 },
])

const home = mkdtempSync(join(tmpdir(), 'lamplight-cold-'))
const server = await startRealServer({
  dataDir: join(home, 'data'),
  publicDir: option('dist', 'dist'),
})
const bare = await servePage({ folder: 'bare-page' })
const origin = server.url
const board = `{ virtualWardPatients(take: ${shown}, skip: 0, withCheckupsInLastHours: 72, sort: [{ field: ewsScore, direction: DESC }]) { patients {
  id firstName lastName gender birthDate numSimilarNames onWatchList wardAdmission { ward { id name } } latestCheckup { id endedAt ewsScores { totalScore riskLevel } } trend { endedAt totalScore } alerts { id } } } }`

const throttled = async (page: Page, rate: number): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  return session
}
/** When the frame with the cards was drawn, milliseconds after the navigation began. */
const readableAt = async (
  context: BrowserContext,
  from: string,
  to: string,
  rate: number,
  before: () => Promise<void> = () => Promise.resolve(),
): Promise<number> => {
  const page = await context.newPage()
  await page.goto(from)
  await throttled(page, rate)
  await before()
  // tsx names the functions of what it compiles by a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript((least) => {
    const look = (): void => {
      if (document.querySelectorAll('main li article').length < least) return
      watcher.disconnect()
      requestAnimationFrame(() =>
        setTimeout(() => {
          Object.assign(window, { readableAt: performance.now() })
        }, 0),
      )
    }
    const watcher = new MutationObserver(look)
    watcher.observe(document, { subtree: true, childList: true })
  }, shown)
  await page.goto(to, { waitUntil: 'commit' })
  const ms = await page
    .waitForFunction(() => (window as { readonly readableAt?: number }).readableAt, undefined, {
      timeout: 60_000,
    })
    .then((found) => found.jsonValue() as Promise<number>)
  await page.close()
  return ms
}

try {
  const request = await api.newContext({ baseURL: server.url })
  const {
    virtualWardPatients: { patients: rows },
  } = await graphql<{ virtualWardPatients: { patients: readonly unknown[] } }>(
    request,
    await tokenOf(request, 'nurse@riverside.example'),
    board,
  )
  const bareContext = await bare.browser.newContext({ locale: 'en-GB' })
  const prepared = await bareContext.newPage()
  await prepared.goto(bare.url)
  await prepared.evaluate((given) => keep(given), rows)

  const context = await bare.browser.newContext({
    baseURL: origin,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1440, height: 900 },
  })
  const first = await context.newPage()
  await signIn(first, 'nurse@riverside.example')
  await first.locator('main li article').first().waitFor({ timeout: 60_000 })
  await waitForShell(first)
  await first.waitForTimeout(8_000)
  // The tab that signed in goes; the key stays with the service worker.
  await first.goto(`${origin}/manifest.webmanifest`)

  const took = {
    portal: new Map<number, number[]>([
      [fast, []],
      [slow, []],
    ]),
    bare: new Map<number, number[]>([
      [fast, []],
      [slow, []],
    ]),
  }
  for (let nth = 0; nth < starts; nth += 1)
    for (const rate of [fast, slow]) {
      await context.setOffline(false)
      took.portal
        .get(rate)
        ?.push(
          await readableAt(
            context,
            `${origin}/manifest.webmanifest`,
            `${origin}/virtual-ward`,
            rate,
            () => context.setOffline(true),
          ),
        )
      took.bare.get(rate)?.push(await readableAt(bareContext, `${bare.url}empty`, bare.url, rate))
    }
  const said = (of: Map<number, number[]>, rate: number): string => {
    const all = of.get(rate) ?? []
    return `least ${Math.min(...all).toFixed(0)}, median ${quantile(all, 0.5).toFixed(0)}, most ${Math.max(...all).toFixed(0)} ms`
  }
  for (const rate of [fast, slow]) {
    console.log(
      `${rate}x, ${starts} starts each in turn, load ${loadavg()[0]?.toFixed(1)}: the portal ${said(took.portal, rate)}; a bare React page ${said(took.bare, rate)}`,
    )
    figure(`bare React page, ${rate}x, median, ms`, quantile(took.bare.get(rate) ?? [], 0.5))
    figure(
      `the portal against a bare React page, ${rate}x`,
      quantile(took.portal.get(rate) ?? [], 0.5) / quantile(took.bare.get(rate) ?? [], 0.5),
    )
  }
  measured(bars.fast, quantile(took.portal.get(fast) ?? [], 0.5))
  measured(bars.slow, quantile(took.portal.get(slow) ?? [], 0.5))
  measured(
    bars.bare,
    quantile(took.portal.get(slow) ?? [], 0.5) / quantile(took.bare.get(slow) ?? [], 0.5),
  )
} finally {
  await bare.close()
  await server.stop()
  rmSync(home, { recursive: true, force: true })
}
process.exit(0)
