import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, request as api, type Page } from '@playwright/test'
import { deteriorating, graphql, openWard, postCheckup, riverside, tokenOf } from '../e2e/portal'
import { freePort, startRealServer } from '../e2e/real-server'
import { option } from './engines'

// A reading posted to the ingest API: how long from its receipt (the answer to the device) until it stands on the boards of two
// browsers that nobody touches. The real server, two Chromium profiles, the event stream. Needs a build in dist (npm run build).
const rounds = Number(option('rounds', '100'))
const publicDir = option('dist', 'dist')
if (!existsSync(join(publicDir, 'index.html'))) throw new Error('Build the portal first: npm run build')

const dataDir = mkdtempSync(join(tmpdir(), 'lamplight-pokes-'))
const server = await startRealServer({ port: await freePort(), dataDir, publicDir })
const executablePath = process.env['CHROMIUM_PATH'] ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path))
const browser = await chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: ['--no-sandbox', '--disable-gpu'] })
const middle = (sorted: readonly number[], at: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? NaN
try {
  const request = await api.newContext({ baseURL: server.url })
  const token = await tokenOf(request, 'nurse@riverside.example')
  const { virtualWardPatients: { patients: data } } = await graphql<{ virtualWardPatients: { patients: readonly { id: string }[] } }>(
    request, token, '{ virtualWardPatients(take: 1, skip: 0, sort: [{ field: lastName, direction: ASC }]) { patients { id } } }')
  const patientId = data[0]?.id ?? ''
  const open = async (email: string): Promise<Page> => {
    const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB', timezoneId: 'Europe/London', viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await postCheckup(request, riverside, deteriorating(patientId))
    await openWard(page, email)
    return page
  }
  const pages = [await open('nurse@riverside.example'), await open('admin@riverside.example')]
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const pulse = 131 + (round % 60) // a value that no card shows yet
    const seen = pages.map((page) => page.waitForFunction((value) => [...document.querySelectorAll('article')].some((card) => card.textContent?.includes(value) === true), `Pulse${pulse}`, { polling: 'raf', timeout: 30_000 }))
    const sent = await postCheckup(request, riverside, { ...deteriorating(patientId), pulseRate: { value: pulse, source: 'cuff', isManual: false } })
    const receivedAt = performance.now()
    if (sent.status !== 201) throw new Error(`The reading was answered with ${sent.status}`)
    times.push(...await Promise.all(seen.map(async (one) => { await one; return performance.now() - receivedAt })))
    await new Promise((resolve) => { setTimeout(resolve, 300) })
  }
  const sorted = times.toSorted((a, b) => a - b)
  console.log(`${rounds} readings on two boards: median ${middle(sorted, 0.5).toFixed(0)} ms after their receipt, p95 ${middle(sorted, 0.95).toFixed(0)}, least ${sorted[0]?.toFixed(0)}, most ${sorted.at(-1)?.toFixed(0)} ms; load ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await browser.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(0)
