// Case: big tables on the screen: 5,000 patients at 4x, 2,000 users, and a sheet of 500 rows
// Quick: --turns 12 | 90 s
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { sql } from 'kysely'
import { goodRows, workbookOf } from '../scripts/patient-sheets'
import { openDatabase } from '../server/db/database'
import { openWard } from '../tests/e2e/portal'
import { startRealServer } from '../tests/e2e/real-server'
import { option, quantile } from './engines'
import { declareBars, figure, measured } from './report'
import { startChromium } from './served-page'
import { traceFrames } from './frame-trace'
import { traceTasks } from './task-trace'

// The product itself, on PGlite: from the press of 'Next page', or of Enter in the search, until
// the rows of the answer are painted. The patients have no ward, so that the board does not count.
const patients = Number(option('patients', '5000'))
const users = Number(option('users', '2000'))
const rows = Number(option('rows', '500'))
const turns = Number(option('turns', '20'))
/** `sheet`: the lists are left out. */
const only = option('only', 'all')
const bars = {
  patients: 'a page of 5,000 patients on screen at 4x, p95',
  users: 'a page or a search of 2,000 users on screen, p95',
  sheet: "a sheet of 500 rows: longest task of the page, by the thread's own time",
}
declareBars([
  ...(only === 'sheet'
    ? []
    : [
        { name: bars.patients, unit: 'ms', atMost: 300 },
        { name: bars.users, unit: 'ms', atMost: 300 },
      ]),
  { name: bars.sheet, unit: 'ms', atMost: 50 },
])

const email = 'admin@riverside.example'
const home = mkdtempSync(join(tmpdir(), 'lamplight-tables-'))
const options = {
  dataDir: join(home, 'data'),
  publicDir: resolve(option('dist', process.env['E2E_DIST'] ?? 'dist')),
}

const fill = async (): Promise<void> => {
  const database = await openDatabase({ dataDir: options.dataDir })
  await database.asSystem(async (trx) => {
    const organization = sql`(select o.organization_id from user_account u join user_organization o on o.user_id = u.id where u.email = ${sql.lit(email)} limit 1)`
    const series = (count: number) => sql`generate_series(1, ${sql.lit(count)}) i`
    await sql`insert into patient (id, organization_id, first_name, last_name, gender, birth_date, created_at, revision)
      select 'm' || i, ${organization}, 'First' || i % 97, 'Last' || i % 211, 'female', '1940-02-29', now(), 100000 + i from ${series(patients)}`.execute(
      trx,
    )
    await sql`insert into patient_organization (patient_id, organization_id, linked_at) select 'm' || i, ${organization}, now() from ${series(patients)}`.execute(
      trx,
    )
    await sql`insert into user_account (id, email, first_name, last_name, created_at)
      select 'u' || i, 'u' || i || '@example.test', 'First' || i % 97, 'Last' || i % 211, now() from ${series(users)}`.execute(
      trx,
    )
    await sql`insert into user_organization (user_id, organization_id, roles, created_at) select 'u' || i, ${organization}, '["Nurse"]', now() from ${series(users)}`.execute(
      trx,
    )
    await sql`update org_version set version = greatest(version, 200000)`.execute(trx)
  })
  await sql.raw('analyze').execute(database.kysely)
  await database.close()
}

/** Milliseconds from what is done until the table's text is another one, and painted. */
const untilPainted = async (page: Page, act: string): Promise<number> =>
  page.evaluate(async (what) => {
    const body = document.querySelector('main tbody')
    const text = (): string => document.querySelector('main tbody')?.textContent ?? ''
    if (body === null) throw new Error('No table')
    const before = text()
    const began = performance.now()
    performance.mark('asked')
    const search = document.querySelector<HTMLInputElement>('main input[type=search]')
    if (what === 'next')
      document.querySelector<HTMLButtonElement>('main [aria-label="Next page"]')?.click()
    else if (search !== null) {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, what)
      search.dispatchEvent(new Event('input', { bubbles: true }))
      search.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
      search.form?.requestSubmit()
    }
    const frame = (): Promise<void> =>
      new Promise((done) => {
        requestAnimationFrame(() => setTimeout(done))
      })
    while (text() === before || text() === '' || document.querySelector('main [aria-busy=true]'))
      if (performance.now() - began > 20_000) throw new Error(`${what}: no other rows`)
      else await frame()
    await frame()
    performance.mark('painted')
    return performance.now() - began
  }, act)

const measureTable = async (
  name: string,
  { page, session }: { readonly page: Page; readonly session: CDPSession },
  acts: readonly string[],
): Promise<void> => {
  const series: number[] = []
  const ended = await traceFrames(session)
  for (const [at, act] of acts.entries()) {
    const ms = await untilPainted(page, act)
    if (at >= 2) series.push(ms)
    await page.waitForTimeout(400)
  }
  const own = (await ended()).between('asked', 'painted').map(({ main }) => main)
  measured(name, quantile(series, 0.95))
  figure(`${name}: the page's own time, median, ms`, quantile(own, 0.5))
  figure(`${name}: median, ms`, quantile(series, 0.5))
  figure(`${name}: load`, loadavg()[0]?.toFixed(1) ?? '')
}

const measureLists = async (page: Page, session: CDPSession): Promise<void> => {
  await page.goto('/settings/users')
  await page.getByText(/of 2,?\d{3}$/).waitFor({ timeout: 60_000 })
  await page.waitForTimeout(5_000)
  await measureTable(
    bars.users,
    { page, session },
    Array.from({ length: turns }, (_none, nth) => (nth % 2 === 0 ? 'next' : `Last${nth}`)),
  )
  await page.goto('/patients/all')
  await page.getByText(/of 5,?\d{3}$/).waitFor({ timeout: 60_000 })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await measureTable(
    bars.patients,
    { page, session },
    Array.from({ length: turns }, () => 'next'),
  )
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
}

const measureSheet = async (page: Page, session: CDPSession): Promise<void> => {
  const file = join(home, 'many.xlsx')
  writeFileSync(file, await workbookOf(goodRows(rows)))
  await page.goto('/patients/admitted')
  await page.goto('/welcome')
  await page.getByRole('button', { name: 'Add Patients' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bulk Add Patients' })
  await dialog.getByRole('button', { name: 'Choose file' }).waitFor()
  await page.waitForTimeout(1_000)
  const ended = await traceTasks(session)
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose file' }).click()
  await (await chooser).setFiles(file)
  await dialog.getByText('No fault was found.').waitFor({ timeout: 60_000 })
  await page.waitForTimeout(1_000)
  const tasks = await ended()
  const longest = tasks.toSorted((a, b) => b.own - a.own)[0]
  measured(bars.sheet, longest?.own ?? 0)
  if (longest !== undefined) figure('what took most of it', longest.most.slice(0, 4).join('; '))
}

const first = await startRealServer(options)
await first.stop()
if (only !== 'sheet') await fill()
const server = await startRealServer(options)
const browser = await startChromium()
try {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1440, height: 900 },
  })
  // What tsx puts around functions with names, for those that run in the page.
  await context.addInitScript('globalThis.__name = (one) => one')
  const page = await context.newPage()
  await openWard(page, email)
  const session = await context.newCDPSession(page)
  if (only !== 'sheet') await measureLists(page, session)
  await measureSheet(page, session)
} finally {
  await browser.close()
  await server.stop()
  rmSync(home, { recursive: true, force: true })
}
process.exit(0)
