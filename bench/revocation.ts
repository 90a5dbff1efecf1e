// Case: a ward taken from its nurse while she looks at it: how long until its patients are off her
// screen and out of her device's store
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { startGoverned } from '../tests/e2e/governed'
import { cards, signIn } from '../tests/e2e/portal'
import { option } from './engines'
import { declareBars, figure, measured } from './report'

// The real server (its database changed underneath, as an administrator's screen will), one
// Chromium, the event stream; the ward is given back after each round. Counted from the end of the
// transaction that takes it. Needs a build in dist (npm run build), or E2E_DIST.
const rounds = Number(option('rounds', '10'))
const bar = 'a revoked ward gone from an online device, most of all rounds'
declareBars([{ name: bar, unit: 'ms', atMost: 5_000 }])
const waitMs = 120_000
if (!existsSync(join(process.env['E2E_DIST'] ?? 'dist', 'index.html')))
  throw new Error('Build the portal first: npm run build')

const nurse = `(select id from user_account where email = 'nurse@riverside.example')`
const ward = `(select id from ward where name = 'Respiratory Ward')`
const server = await startGoverned()
const executablePath =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path))
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const theirs = (await server.govern(
    `select patient_id as id from ward_admission where ward_id = ${ward} and discharged_at is null`,
  )) as readonly { id: string }[]
  const ids = theirs.map(({ id }) => id)
  const page = await (
    await browser.newContext({
      baseURL: server.url,
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      viewport: { width: 1440, height: 900 },
    })
  ).newPage()
  page.setDefaultTimeout(waitMs)
  await signIn(page, 'nurse@riverside.example')
  await cards(page).first().waitFor()
  await page.getByRole('banner').getByText('Live', { exact: true }).waitFor()
  /** What of them the page shows, and what its store holds. */
  const left = () =>
    page.evaluate(async (known) => {
      const shown = [...document.querySelectorAll('main a[href*="/patient/"]')].filter((link) =>
        known.some((id) => link.getAttribute('href')?.includes(id)),
      ).length
      let kept = 0
      for (const { name = '' } of (await indexedDB.databases()).filter((one) =>
        one.name?.startsWith('lamplight-cache-'),
      )) {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const asked = indexedDB.open(name)
          asked.addEventListener('success', () => resolve(asked.result))
          asked.addEventListener('error', () => reject(asked.error ?? new Error(name)))
        })
        // What is left of a scope that ended is its name, so that the page can say why the record
        // is gone.
        for (const store of [...database.objectStoreNames].filter((one) => one !== 'cursor')) {
          const keys = await new Promise<readonly IDBValidKey[]>((resolve) => {
            const asked = database.transaction(store).objectStore(store).getAllKeys()
            asked.addEventListener('success', () => resolve(asked.result))
          })
          kept += keys.filter((key) => known.some((id) => JSON.stringify(key).includes(id))).length
        }
        database.close()
      }
      return { shown, kept }
    }, ids)
  /** Milliseconds from now until it is as wanted, each apart. */
  const until = async (
    isWanted: (count: number) => boolean,
  ): Promise<{ readonly screen: number; readonly store: number }> => {
    const since = performance.now()
    let [screen, store] = [NaN, NaN]
    while (Number.isNaN(screen) || Number.isNaN(store)) {
      const { shown, kept } = await left()
      if (isWanted(shown)) screen = Number.isNaN(screen) ? performance.now() - since : screen
      else screen = NaN
      if (isWanted(kept)) store = Number.isNaN(store) ? performance.now() - since : store
      else store = NaN
      if (performance.now() - since > waitMs)
        throw new Error(`Still ${shown} on the screen, ${kept} in the store`)
      await new Promise((resolve) => {
        setTimeout(resolve, 25)
      })
    }
    return { screen, store }
  }
  const screens: number[] = []
  const stores: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await until((count) => count > 0)
    await server.govern(`delete from ward_staff where ward_id = ${ward} and user_id = ${nurse}`)
    const { screen, store } = await until((count) => count === 0)
    screens.push(screen)
    stores.push(store)
    await server.govern(
      `insert into ward_staff (ward_id, user_id, organization_id, assigned_at) select id, ${nurse}, organization_id, now() from ward where id = ${ward}`,
    )
  }
  const middle = (times: readonly number[]): number =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN
  console.log(
    `  ${rounds} rounds, ${ids.length} patients: off the screen median ${middle(screens).toFixed(0)}, out of the store median ${middle(stores).toFixed(0)} ms`,
  )
  figure('off the screen, median ms', middle(screens))
  figure('out of the store, median ms', middle(stores))
  measured(bar, Math.max(...screens, ...stores))
} finally {
  await browser.close()
  server.close()
}
process.exit(0)
