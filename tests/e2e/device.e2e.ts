import { chromium, expect, test, type BrowserContext, type Page } from '@playwright/test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cards, connection, nameOf, openWard, password, waitForShell } from './portal'

/*
 * What a whole Chromium profile holds of the patients, while a nurse works with the portal and after she signed out; and how
 * a locked device opens without a line.
 */
let profile: string
let context: BrowserContext | null = null
test.beforeEach(() => { profile = mkdtempSync(join(tmpdir(), 'lamplight-device-')) })
test.afterEach(async () => {
  await context?.close()
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
})

const start = async (): Promise<Page> => {
  const { launchOptions, baseURL, locale, timezoneId, viewport } = test.info().project.use
  context = await chromium.launchPersistentContext(profile, { ...launchOptions, baseURL, locale, timezoneId, viewport } as Parameters<typeof chromium.launchPersistentContext>[1])
  return context.pages()[0] ?? await context.newPage()
}
const stop = async (): Promise<void> => {
  await context?.close()
  context = null
}
const filesWith = (needle: Buffer, folder = profile): number => readdirSync(folder).reduce((count, name) => {
  const path = join(folder, name)
  const about = statSync(path, { throwIfNoEntry: false })
  if (about?.isDirectory()) return count + filesWith(needle, path)
  return count + (about?.isFile() === true && readFileSync(path).includes(needle) ? 1 : 0)
}, 0)
const found = (text: string): number => filesWith(Buffer.from(text)) + filesWith(Buffer.from(text, 'utf16le'))

/** Family names and national identifiers of the patients on the board. */
const secretsOf = async (page: Page): Promise<readonly string[]> => {
  const texts = await cards(page).allInnerTexts()
  const names = await Promise.all((await cards(page).all()).map((card) => nameOf(card).innerText()))
  const numbers = texts.flatMap((text) => text.match(/\d{3} \d{3} \d{4}/g) ?? []).flatMap((number) => [number, number.replaceAll(' ', '')])
  return [...new Set([...names, ...numbers])]
}

test('no name and no identifier of the patients is in any file of the profile, while a nurse works and after she signed out', async () => {
  let page = await start()
  const keys: string[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('/graphql')) return
    void response.text().then((text) => { const kek = /"deviceKek":"([^"]+)"/.exec(text)?.[1]; if (kek !== undefined) keys.push(kek) }).catch(() => undefined)
  })
  await openWard(page, 'nurse@riverside.example')
  await page.evaluate(() => localStorage.setItem('control', 'CONTROLQX in the clear'))
  const secrets = await secretsOf(page)
  expect(secrets.length).toBeGreaterThanOrEqual(20)
  await nameOf(cards(page).first()).click()
  await expect(page).toHaveURL(/\/patient\/[^/]+/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(keys.length).toBeGreaterThan(0)
  await page.waitForTimeout(2_000)
  await stop()
  const raws = keys.map((key) => Buffer.from(key, 'base64url'))
  const hits = () => [...secrets, password, ...keys].filter((text) => found(text) > 0).concat(raws.filter((raw) => filesWith(raw) > 0).map((raw) => raw.toString('hex')))
  // The search sees what is there.
  expect(found('CONTROLQX')).toBeGreaterThan(0)
  expect(found('nurse@riverside.example')).toBeGreaterThan(0)
  expect(hits()).toEqual([])

  page = await start()
  await openWard(page, 'nurse@riverside.example')
  await page.getByRole('banner').getByRole('button', { name: /user|account|menu|nurse/i }).first().click()
  await page.getByRole('menuitem', { name: /sign out|log out/i }).click()
  await expect(page).toHaveURL(/\/login/)
  expect((await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))).filter((name) => name.startsWith('lamplight-cache-'))).toEqual([])
  await stop()
  expect(hits()).toEqual([])
})

test('a tablet switched on without a line is locked, opens with the password, and shows the ward with its age; a wrong password opens nothing', async () => {
  let page = await start()
  await openWard(page, 'nurse@riverside.example')
  await waitForShell(page)
  const [first] = await secretsOf(page)
  // The password is worked on beside the page.
  await page.waitForTimeout(6_000)
  await stop()

  page = await start()
  await context?.setOffline(true)
  await page.goto('/virtual-ward')
  await expect(page).toHaveURL(/\/login\?next=%2Fvirtual-ward/)
  await expect(page.getByRole('heading', { name: 'This device is locked' })).toBeVisible()
  await expect(page.getByText('nurse@riverside.example')).toBeVisible()
  expect(await page.locator('body').innerText()).not.toContain(first)
  await page.getByLabel('Password', { exact: true }).fill('not-the-password')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The password is not right')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/virtual-ward/)
  await expect(cards(page).first()).toBeVisible()
  await expect(connection(page)).toContainText(/Offline/)
  // A reload finds the key in the service worker.
  await page.reload()
  await expect(cards(page).first()).toBeVisible()
})
