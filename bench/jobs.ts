// Case: five jobs of a nurse in Chromium on the whole portal: who is worst and why, acknowledge,
// ring, write a note, open the last rhythm event; clicks and times
// Quick: --times 3 | 90 s
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request as api, type Locator, type Page } from '@playwright/test'
import { alertItem, alertsDialog, chipName, grave } from '../tests/e2e/alert-screen'
import {
  cards,
  findCard,
  nameOf,
  openWard,
  postCheckup,
  riverside,
  toWard,
  waitForShell,
} from '../tests/e2e/portal'
import { startRealServer } from '../tests/e2e/real-server'
import { patientNamed } from '../tests/server/ingest/device'
import { option, quantile } from './engines'
import { declareBars, figure, measured } from './report'
import { startChromium } from './served-page'

// A nurse who is signed in, at the board. Times are from the first press (of the first job: from the
// start of the navigation) until the answer can be read. Clicks are counted by the presses made.
const times = Number(option('times', '7'))
const bars = {
  worst: 'who is worst and why, from opening the board, median',
  acknowledge: 'an alert acknowledged from the board',
  ring: 'the telephone of the patient from the record',
  write: 'a note from the board: where it is written',
  rhythm: 'the last rhythm event from the board',
}
declareBars([
  { name: bars.worst, unit: 'ms', atMost: 2_000 },
  { name: bars.acknowledge, unit: 'clicks', atMost: 2 },
  { name: bars.ring, unit: 'clicks', atMost: 1 },
  { name: bars.write, unit: 'clicks', atMost: 2 },
  { name: bars.rhythm, unit: 'clicks', atMost: 2 },
])

const home = mkdtempSync(join(tmpdir(), 'lamplight-jobs-'))
const server = await startRealServer({
  dataDir: join(home, 'data'),
  publicDir: option('dist', 'dist'),
})
const browser = await startChromium()

const fill = async (): Promise<void> => {
  const filling = spawn(
    process.execPath,
    [
      ...['--import', 'tsx', 'server/demonstration/simulator.ts', '--url', server.url],
      ...['--state', join(home, 'simulator'), '--days', '1', '--once'],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const code = await new Promise((resolve) => filling.on('exit', resolve))
  if (code !== 0) throw new Error(`The simulator ended with ${String(code)}`)
}

let clicks = 0
const press = async (what: Locator): Promise<void> => {
  clicks += 1
  await what.click()
}
/** How long a job takes each time, and how many clicks it needs. */
const job = async (
  name: string,
  run: () => Promise<{ readonly answer: Locator; readonly ready?: () => Promise<void> }>,
  before: () => Promise<void>,
): Promise<{ readonly clicks: number; readonly median: number }> => {
  const took: number[] = []
  for (let nth = 0; nth < times; nth += 1) {
    await before()
    clicks = 0
    const began = performance.now()
    const { answer, ready } = await run()
    await answer.first().waitFor({ state: 'visible', timeout: 60_000 })
    took.push(performance.now() - began)
    await ready?.()
  }
  const median = quantile(took, 0.5)
  figure(`${name}, median ms`, median)
  figure(`${name}, p95 ms`, quantile(took, 0.95))
  console.log(
    `  ${name}: ${clicks} clicks, median ${median.toFixed(0)} ms of ${took.map((ms) => ms.toFixed(0)).join(' ')}`,
  )
  return { clicks, median }
}

try {
  await fill()
  const request = await api.newContext({ baseURL: server.url })
  const patient = patientNamed('Gallagher')
  const sent = await postCheckup(request, riverside, grave(patient.id))
  if (sent.status !== 201) throw new Error(`The check-up was answered ${sent.status}`)

  const page: Page = await browser.newPage({
    baseURL: server.url,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1440, height: 900 },
  })
  const began = performance.now()
  await openWard(page, 'nurse@riverside.example')
  figure('from the sign-in page to the first card on a new device, ms', performance.now() - began)
  await waitForShell(page)
  const board = (): Promise<void> => toWard(page)

  const worst = await job(
    bars.worst,
    async () => {
      await page.goto('/virtual-ward', { waitUntil: 'commit' })
      const first = cards(page).first()
      await first.getByRole('heading', { level: 3 }).waitFor({ timeout: 60_000 })
      await first.locator('[role="img"][data-band]').first().waitFor()
      return { answer: first.locator('p[title]') }
    },
    async () => {},
  )
  measured(bars.worst, worst.median)

  const chip = async (): Promise<Locator> =>
    (await findCard(page, patient)).getByRole('button', { name: chipName })
  let found: Locator
  const acknowledge = await job(
    bars.acknowledge,
    async () => {
      await press(found)
      await press(alertItem(page).getByRole('button', { name: /^I’m dealing with this/ }))
      return {
        answer: alertItem(page).getByText(/is dealing with this/),
        ready: async () => {
          await alertItem(page)
            .getByRole('button', { name: /^Hand back/ })
            .click()
          await alertItem(page)
            .getByRole('button', { name: /^I’m dealing with this/ })
            .waitFor()
          await alertsDialog(page).getByRole('button', { name: 'Close' }).click()
        },
      }
    },
    async () => {
      await board()
      found = await chip()
      await found.waitFor()
    },
  )
  measured(bars.acknowledge, acknowledge.clicks)

  const ring = await job(
    bars.ring,
    async () => {
      const call = page.locator('a[href^="tel:"]').first()
      await call.waitFor()
      // Nobody is rung: what a press would do is the address.
      clicks += 1
      return { answer: call }
    },
    async () => {
      await board()
      await nameOf(await findCard(page, patient)).click()
    },
  )
  measured(bars.ring, ring.clicks)

  const saved: number[] = []
  const write = await job(
    bars.write,
    async () => {
      await press(nameOf(cards(page).first()))
      await press(page.getByRole('tab', { name: 'Notes' }))
      const field = page.getByRole('textbox', { name: /^Note/ })
      return {
        answer: field,
        ready: async () => {
          const text = `Seen at the bedside ${performance.now()}`
          await field.fill(text)
          const pressed = performance.now()
          await page.getByRole('button', { name: 'Add note' }).click()
          await page.getByRole('listitem').filter({ hasText: text }).first().waitFor()
          saved.push(performance.now() - pressed)
        },
      }
    },
    async () => {
      await board()
      await findCard(page, patient)
    },
  )
  measured(bars.write, write.clicks)
  figure('a third press, Add note: until it is in the list, median ms', quantile(saved, 0.5))

  const wearer = patientNamed('Smith', 'John')
  const rhythmChip = async (): Promise<Locator> =>
    (await findCard(page, wearer)).getByRole('link', { name: /^Rhythm event/ })
  const rhythm = await job(
    bars.rhythm,
    async () => {
      await press(await rhythmChip())
      return { answer: page.locator('mark') }
    },
    async () => {
      // The server analyses what came when it has the time for it.
      for (const until = Date.now() + 180_000; ;) {
        await board()
        if ((await (await rhythmChip()).count()) > 0) break
        if (Date.now() > until) throw new Error('No rhythm event of the ECG was found')
        await page.waitForTimeout(2_000)
      }
    },
  )
  measured(bars.rhythm, rhythm.clicks)
  await request.dispose()
} finally {
  await browser.close()
  await server.stop()
  rmSync(home, { recursive: true, force: true })
}
