import { expect, test, type Page } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cards, connection, graphql, nameOf, openWard, tokenOf, waitForShell } from './portal'
import { freePort, startRealServer, type RealServer } from './real-server'

/** The same sources built as another release: its entry and everything that names it get other hashed names. */
const build = (directory: string, gitHash: string): void => {
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--outDir', directory, '--emptyOutDir', '--logLevel', 'error'],
    { env: { ...process.env, GIT_HASH: gitHash }, stdio: ['ignore', 'ignore', 'inherit'] })
}

test.describe.configure({ timeout: 300_000 })
let home: string
let server: RealServer
test.beforeAll(async () => {
  test.setTimeout(180_000)
  home = mkdtempSync(join(tmpdir(), 'lamplight-update-'))
  build(join(home, 'first'), 'release-one')
  build(join(home, 'second'), 'release-two')
})
test.beforeEach(async () => {
  server = await startRealServer({ port: await freePort(), dataDir: join(home, 'data'), publicDir: join(home, 'first') })
})
test.afterEach(() => server.stop())
test.afterAll(() => rmSync(home, { recursive: true, force: true }))

const deploy = async (): Promise<void> => {
  const { port } = server
  await server.stop()
  server = await startRealServer({ port, dataDir: join(home, 'data'), publicDir: join(home, 'second') })
}
/** Asks for the deployed version now, as the page does every minute while it is looked at. */
const look = (page: Page) => page.evaluate(() => { document.dispatchEvent(new Event('visibilitychange')) })
const entryOf = (page: Page) => page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '')
/** How often a page of this tab was loaded since. */
const countLoads = (page: Page): { count: number } => {
  const loads = { count: 0 }
  page.on('load', () => { loads.count += 1 })
  return loads
}
const field = (page: Page) => page.getByRole('textbox', { name: /^Note/ })

test('a new version with work in two tabs: nothing reloads by itself, Update says what is open where, and afterwards every word and every waiting change is there', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await openWard(page, 'nurse@riverside.example')
  await waitForShell(page)
  await nameOf(cards(page).first()).click()
  await page.getByRole('tab', { name: 'Notes' }).waitFor()
  const record = new URL(page.url()).pathname.split('/').slice(0, 3).join('/')
  await page.getByRole('tab', { name: 'Notes' }).click()
  const second = await context.newPage()
  await second.goto('/virtual-ward')
  await nameOf(cards(second).nth(1)).click()
  await second.getByRole('tab', { name: 'Notes' }).click()
  await expect(field(second)).toBeVisible()
  const oldEntry = await entryOf(page)

  // A note waits, written without a line; another is being typed in the second tab, where also something is typed in the first.
  await context.setOffline(true)
  const waitingText = `Waits for the update ${Date.now()}`
  await field(page).fill(waitingText)
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: waitingText })).toContainText('Not sent yet')
  await field(second).fill('Half a sentence in the second tab')
  await field(page).fill('And half of one in the first')
  await expect(second.getByText(/Draft kept on this device/)).toBeVisible()

  const loads = [countLoads(page), countLoads(second)]
  await deploy()
  await context.setOffline(false)
  await look(page)
  const update = page.getByRole('button', { name: 'Update' })
  await expect(update).toBeVisible({ timeout: 90_000 })
  await expect(page.getByRole('status').filter({ has: update })).toContainText('A new version of Lamplight is ready.')
  await expect(page.getByRole('status').filter({ has: update })).toContainText(/Something is being typed in another tab \(.*Lamplight\)\. It is kept/)
  // The page of the old version still gets its lazy chunks, which the new build no longer has.
  const missing: string[] = []
  page.on('response', (response) => { if (response.status() === 404 && response.url().includes('/assets/')) missing.push(response.url()) })
  expect((await page.request.get(oldEntry)).status()).toBe(200)
  await page.waitForTimeout(1_500)
  expect(loads.map(({ count }) => count)).toEqual([0, 0])

  await update.click()
  await expect.poll(() => entryOf(page), { timeout: 30_000 }).not.toBe(oldEntry)
  await expect(field(page)).toHaveValue('And half of one in the first')
  await expect(field(second)).toHaveValue('Half a sentence in the second tab')
  expect(await entryOf(second)).toBe(await entryOf(page))
  await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0)
  await expect(connection(page)).toContainText(/Live|Up to date/)
  await page.waitForTimeout(1_500)
  expect(loads.map(({ count }) => count)).toEqual([1, 1])
  expect(missing).toEqual([])
  const token = await tokenOf(page.request, 'nurse@riverside.example')
  const { patientNotes } = await graphql<{ patientNotes: { notes: { text: string }[] } }>(
    page.request, token, 'query($id: ID!) { patientNotes(patientId: $id) { notes { text } } }', { id: record.split('/')[2] })
  expect(patientNotes.notes.filter((note) => note.text === waitingText)).toHaveLength(1)
  await context.close()
})

test('a page of the version before opens a screen that the new build no longer has, without the worker\'s help', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })
  const page = await context.newPage()
  await openWard(page, 'nurse@riverside.example')
  await deploy()
  await page.getByRole('button', { name: /^User menu of/ }).click()
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('form', { name: 'Your Profile' })).toBeVisible()
  await context.close()
})
