// Case: a reading that a device sends: how long until it stands on two boards that nobody touches
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, request as api, type Page } from '@playwright/test'
import {
  cards,
  deteriorating,
  graphql,
  postCheckup,
  riverside,
  signIn,
  tokenOf,
} from '../tests/e2e/portal'
import { startRealServer } from '../tests/e2e/real-server'
import { option } from './engines'

// A reading posted to the ingest API: how long from its receipt (the answer to the device) until it
// stands on the boards of two browsers that nobody touches, and its alert with it (raised once more
// on the same card). The real server, two Chromium profiles, the event stream. Needs a build in
// dist (npm run build). However busy the machine is, signing in is waited for; only what follows is
// measured.
const rounds = Number(option('rounds', '100'))
const publicDir = option('dist', 'dist')
const signInWithinMs = 180_000
const rule = 'High early-warning score'
if (!existsSync(join(publicDir, 'index.html')))
  throw new Error('Build the portal first: npm run build')

const dataDir = mkdtempSync(join(tmpdir(), 'lamplight-pokes-'))
const server = await startRealServer({ dataDir, publicDir })
const executablePath =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path))
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
})
const middle = (sorted: readonly number[], at: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? NaN
try {
  const request = await api.newContext({ baseURL: server.url })
  const token = await tokenOf(request, 'nurse@riverside.example')
  const {
    virtualWardPatients: { patients: data },
  } = await graphql<{ virtualWardPatients: { patients: readonly { id: string }[] } }>(
    request,
    token,
    '{ virtualWardPatients(take: 1, skip: 0, sort: [{ field: lastName, direction: ASC }]) { patients { id } } }',
  )
  const patientId = data[0]?.id ?? ''
  const open = async (email: string): Promise<Page> => {
    const context = await browser.newContext({
      baseURL: server.url,
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      viewport: { width: 1440, height: 900 },
    })
    const page = await context.newPage()
    page.setDefaultTimeout(signInWithinMs)
    page.setDefaultNavigationTimeout(signInWithinMs)
    await signIn(page, email)
    await cards(page).first().waitFor()
    // Told of changes, and not asking by the clock.
    await page.getByRole('banner').getByText('Live', { exact: true }).waitFor()
    return page
  }
  await postCheckup(request, riverside, deteriorating(patientId))
  const pages = [await open('nurse@riverside.example'), await open('admin@riverside.example')]
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const pulse = 131 + (round % 60) // a value that no card shows yet
    const seen = await Promise.all(
      pages.map(async (page) => {
        const before = await page
          .getByRole('button', { name: `Alert: ${rule}` })
          .evaluateAll((chips) => chips.map((chip) => chip.getAttribute('aria-label')))
        return () =>
          page.waitForFunction(
            ([value = '', chip = '', known = '']) =>
              [...document.querySelectorAll('article')].some(
                (card) =>
                  card.textContent?.includes(value) === true &&
                  [...card.querySelectorAll('button')].some((button) => {
                    const label = button.getAttribute('aria-label') ?? ''
                    return (
                      label.startsWith(chip) && (label.includes('99+') || !known.includes(label))
                    )
                  }),
              ),
            [`Pulse${pulse}`, `Alert: ${rule}`, before.join(' | ')],
            { polling: 'raf', timeout: 60_000 },
          )
      }),
    )
    const waiting = seen.map((wait) => wait())
    const sent = await postCheckup(request, riverside, {
      ...deteriorating(patientId),
      pulseRate: { value: pulse, source: 'cuff', isManual: false },
    })
    const receivedAt = performance.now()
    if (sent.status !== 201) throw new Error(`The reading was answered with ${sent.status}`)
    times.push(
      ...(await Promise.all(
        waiting.map(async (one) => {
          await one
          return performance.now() - receivedAt
        }),
      )),
    )
    await new Promise((resolve) => {
      setTimeout(resolve, 300)
    })
  }
  const sorted = times.toSorted((a, b) => a - b)
  console.log(
    `${rounds} readings on two boards, each with its alert: median ${middle(sorted, 0.5).toFixed(0)} ms after their receipt, p95 ${middle(sorted, 0.95).toFixed(0)}, least ${sorted[0]?.toFixed(0)}, most ${sorted.at(-1)?.toFixed(0)} ms; load ${loadavg()[0]?.toFixed(1)}`,
  )
} finally {
  await browser.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(0)
