import { expect, test, type Page } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cards, connection, graphql, nameOf, openWard, tokenOf, waitForShell } from './portal'
import { startRealServer, type RealServer } from './real-server'

/**
 * The sources built as another release than the one that is tested: its entry and everything that
 * names it get other hashed names.
 */
const build = (directory: string, gitHash: string): void => {
  execFileSync(
    process.execPath,
    [
      'node_modules/vite/bin/vite.js',
      'build',
      '--outDir',
      directory,
      '--emptyOutDir',
      '--minify',
      'false',
      '--sourcemap',
      'false',
      '--logLevel',
      'error',
    ],
    { env: { ...process.env, GIT_HASH: gitHash }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
}

let home: string
let server: RealServer
test.beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'lamplight-update-'))
  build(join(home, 'next'), 'release-next')
  server = await startRealServer({
    dataDir: join(home, 'data'),
    publicDir: process.env.E2E_DIST ?? 'dist',
  })
})
test.afterAll(async () => {
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

const deploy = async (): Promise<void> => {
  const { port } = server
  await server.stop()
  server = await startRealServer({
    port,
    dataDir: join(home, 'data'),
    publicDir: join(home, 'next'),
  })
}
/**
 * Looks elsewhere and comes back: the page asks for the deployed version then, and not only when
 * its minute is over.
 */
const look = (page: Page) =>
  page.evaluate(async () => {
    for (const state of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange'))
      await new Promise((resolve) => {
        setTimeout(resolve, 100)
      })
    }
  })
/**
 * The page's own script. A locator, because it is looked at while the page is being replaced: an
 * evaluation would be lost with its page.
 */
const entry = (page: Page) => page.locator('script[type="module"][src]').first()
const entryOf = async (page: Page): Promise<string> => (await entry(page).getAttribute('src')) ?? ''
/**
 * The new version is on the device and waits. Asked for after the notice: a busy machine installs
 * it later than it hears of it.
 */
const waitForVersion = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(
          async () => (await navigator.serviceWorker.getRegistration())?.waiting != null,
        ),
      { timeout: 60_000 },
    )
    .toBe(true)
/** How often a page of this tab was loaded since. */
const countLoads = (page: Page): { count: number } => {
  const loads = { count: 0 }
  page.on('load', () => {
    loads.count += 1
  })
  return loads
}
const field = (page: Page) => page.getByRole('textbox', { name: /^Note/ })

test('a new version with work in two tabs: nothing reloads by itself, Update says what is open where, and afterwards every word and every waiting change is there; a page that no worker helps still opens its screens', async ({
  browser,
}) => {
  // A page of the version before that no worker helps, as in a private window.
  const alone = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })
  const unhelped = await alone.newPage()
  await openWard(unhelped, 'admin@riverside.example')
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

  // A note waits, written without a line; another is being typed in the second tab, where also
  // something is typed in the first.
  await context.setOffline(true)
  const waitingText = `Waits for the update ${Date.now()}`
  await field(page).fill(waitingText)
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: waitingText })).toContainText(
    'Not sent yet',
  )
  await field(second).fill('Half a sentence in the second tab')
  await field(page).fill('And half of one in the first')
  await expect(second.getByText(/Draft saved on this device/)).toBeVisible()

  const loads = [countLoads(page), countLoads(second)]
  await deploy()
  await context.setOffline(false)
  const update = page.getByRole('button', { name: 'Update' })
  await expect(async () => {
    await look(page)
    await expect(update).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 120_000 })
  await expect(page.getByRole('status').filter({ has: update })).toContainText(
    'A new version of Lamplight is ready.',
  )
  await expect(page.getByRole('status').filter({ has: update })).toContainText(
    /Text is being entered in another tab \(.*Lamplight\)\. It is kept/,
  )
  const missing: string[] = []
  for (const tab of [page, unhelped])
    tab.on('response', (response) => {
      if (response.status() === 404 && response.url().includes('/assets/'))
        missing.push(response.url())
    })
  await waitForVersion(page)
  expect(loads.map(({ count }) => count)).toEqual([0, 0])

  // The pages of the version before still get their chunks, which the new build no longer has.
  expect((await page.request.get(oldEntry)).status()).toBe(200)
  await unhelped.getByRole('button', { name: /^User menu of/ }).click()
  await unhelped.getByRole('link', { name: 'Account' }).click()
  await expect(unhelped.getByRole('form', { name: 'Your Profile' })).toBeVisible()
  await alone.close()

  await update.click()
  for (const tab of [page, second])
    await expect(entry(tab)).not.toHaveAttribute('src', oldEntry, { timeout: 30_000 })
  await expect(field(page)).toHaveValue('And half of one in the first')
  await expect(field(second)).toHaveValue('Half a sentence in the second tab')
  expect(await entryOf(second)).toBe(await entryOf(page))
  await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0)
  await expect(connection(page)).toContainText(/Live|Up to date/)
  expect(loads.map(({ count }) => count)).toEqual([1, 1])
  expect(missing).toEqual([])
  const token = await tokenOf(page.request, 'nurse@riverside.example')
  const { patientNotes } = await graphql<{ patientNotes: { notes: { text: string }[] } }>(
    page.request,
    token,
    'query($id: ID!) { patientNotes(patientId: $id) { notes { text } } }',
    { id: record.split('/')[2] },
  )
  expect(patientNotes.notes.filter((note) => note.text === waitingText)).toHaveLength(1)
  await context.close()
})
