// Case: 'Saved on this device' by the data engine alone, in Chromium, beside a bare strict write,
// with a line and without; then the drain
import { loadavg } from 'node:os'
import { startServer } from '../tests/flow/server'
import { openChromiumPage } from './chromium-page'
import { option, quantile } from './engines'
import type { SavedPage } from './saved-page/page'

declare const savedPage: SavedPage

// 'Saved on this device' in Chromium: from run() to 'saved', real IndexedDB and ciphers, no
// screens; each save beside a bare strict write of as many bytes in the same page, since the disk
// of a shared machine says more than the code. With a line and without one. Then the line comes
// back: how long until the server has what waits and the device knows it.
const notes = Number(option('notes', '100'))
const rounds = Number(option('rounds', '3'))
const port = Number(option('port', '8251'))

const server = await startServer()
const patients = Array.from(
  { length: 10 },
  (_none, at) => server.patient('Respiratory Ward', at).id,
)
const chromium = await openChromiumPage('saved-page', (request) => server.app.fetch(request), port)
const show = (series: readonly number[]): string =>
  `p50 ${quantile(series, 0.5).toFixed(1)}, p95 ${quantile(series, 0.95).toFixed(1)}, most ${Math.max(...series).toFixed(1)} ms`
const all: Record<string, number[]> = {}
const add = (name: string, series: readonly number[]): void => {
  all[name] = [...(all[name] ?? []), ...series]
}

for (let round = 0; round < rounds; round += 1) {
  const context = await chromium.browser.newContext()
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(String(error)))
  await page.goto(chromium.url)
  await page.waitForFunction(() => 'savedPage' in window)
  await page.evaluate(([token, ids]) => savedPage.signIn(token, ids), [
    `${server.uid('nurse@riverside.example')}~${round}`,
    patients,
  ] as const)
  await page.evaluate(() => savedPage.save(5))
  const online = await page.evaluate((count) => savedPage.save(count), notes)
  await page.evaluate(() => savedPage.untilWaiting(0))
  await context.setOffline(true)
  await page.evaluate(() => savedPage.untilOffline())
  const offline = await page.evaluate((count) => savedPage.save(count), notes)
  await page.evaluate((count) => savedPage.untilWaiting(count), notes)
  await context.setOffline(false)
  const drained = await page.evaluate(() => savedPage.drain())
  add('saved, with a line', online.saved)
  add('saved, without one', offline.saved)
  add('bare strict write', [...online.bare, ...offline.bare])
  add(`${notes} waiting notes drained`, [drained])
  await context.close()
  console.log(
    `round ${round + 1}, load ${loadavg()[0]?.toFixed(1)}: with a line ${show(online.saved)}; without ${show(offline.saved)}; bare ${show(offline.bare)}; drained in ${drained.toFixed(0)} ms`,
  )
}
for (const [name, series] of Object.entries(all))
  console.log(`${name}: ${show(series)} (${series.length})`)
const ratio = (share: number): string =>
  (
    quantile(all['saved, without one'] ?? [], share) /
    quantile(all['bare strict write'] ?? [], share)
  ).toFixed(1)
console.log(`saved without a line ÷ bare strict write: p50 ${ratio(0.5)}, p95 ${ratio(0.95)}`)
await chromium.close()
await server.close()
process.exit(0)
