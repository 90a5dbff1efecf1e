import { chromium, expect, test, type BrowserContext, type Page } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keyNeedle, searchProfile, wordsNeedle, type Needle } from './profile/search'
import { serveVaultPage } from './vault-page/host'
import type { VaultRig } from './vault-page/page'

/*
 * The vault on Chromium's real disk: the production ciphers, codec, store and vault in a page of
 * their own, so that a whole profile can be searched. It needs no portal server.
 */
declare const rig: VaultRig

const nurse = { userId: 'nurse-1', organizationId: 'riverside' }
const kek = Array.from({ length: 32 }, (_, at) => (at * 37 + 11) % 256)
const controlKey = Array.from({ length: 32 }, (_, at) => (at * 91 + 5) % 256)
const password = 'lantern-harbour-violet'
const names = Array.from({ length: 50 }, (_, at) => `SURNAMEQX${at}, Forename`)

let host: Awaited<ReturnType<typeof serveVaultPage>>
let profile: string
let context: BrowserContext | null = null
test.beforeAll(async () => {
  host = await serveVaultPage()
})
test.afterAll(() => host.close())
test.beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'lamplight-profile-'))
})
test.afterEach(async () => {
  await context?.close()
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
})

const start = async (): Promise<BrowserContext> => {
  const { launchOptions } = test.info().project.use
  context = await chromium.launchPersistentContext(profile, launchOptions)
  return context
}
const stop = async (): Promise<void> => {
  await context?.close()
  context = null
}
const open = async (browser: BrowserContext): Promise<Page> => {
  const page = await browser.newPage()
  await page.goto(host.url)
  await page.waitForFunction(() => 'rig' in window)
  await page.evaluate(() => rig.ready())
  return page
}

const found = (...needles: readonly Needle[]): readonly string[] => [
  ...searchProfile(profile, needles).keys(),
]

test('nothing of 50 names, the password and the keys is in any file of the profile, while signed in and after signing out', async () => {
  let page = await open(await start())
  const keys = await page.evaluate(([owner, raw, text]) => rig.signIn(owner, raw, text), [
    nurse,
    kek,
    password,
  ] as const)
  await page.evaluate(([owner, all]) => rig.store(owner, all), [nurse, names] as const)
  await page.evaluate(([name, raw]) => rig.storeInTheClear(name, raw), [
    'CONTROLNAME, In The Clear',
    controlKey,
  ] as const)
  expect(await page.evaluate((owner) => rig.read(owner), nurse)).toEqual(names.toSorted())
  expect(keys.length).toBeGreaterThanOrEqual(3)
  await stop()

  const raws = [...keys.map((key) => Buffer.from(key, 'base64url')), Buffer.from(kek)]
  const hits = () =>
    found(
      ...[...names, 'SURNAMEQX', password].map(wordsNeedle),
      ...raws.map((raw, at) => keyNeedle(`key ${at}`, raw)),
    )
  // The search sees what is there: rows' ids, and what finding 5 saw of a key that is kept as a
  // CryptoKey.
  const there = [
    wordsNeedle('row-49'),
    wordsNeedle('CONTROLNAME'),
    keyNeedle('control key', Buffer.from(controlKey)),
  ]
  expect(found(...there)).toHaveLength(there.length)
  expect(hits()).toEqual([])

  page = await open(await start())
  expect(await page.evaluate((owner) => rig.resume(owner), nurse)).toBe(false)
  expect(await page.evaluate((owner) => rig.read(owner), nurse)).toEqual(
    names.map(() => 'storage:locked'),
  )
  expect(
    await page.evaluate(([owner, text]) => rig.openWithPassword(owner, text), [
      nurse,
      password,
    ] as const),
  ).toEqual({ kind: 'unlocked' })
  expect(await page.evaluate((owner) => rig.read(owner), nurse)).toEqual(names.toSorted())
  await page.evaluate((owner) => rig.signOut(owner), nurse)
  await stop()
  expect(hits()).toEqual([])
})

test('a reload finds the key in the service worker, a second and a third tab in the first; locking one locks all', async () => {
  const browser = await start()
  const page = await open(browser)
  await page.evaluate(([owner, raw, text]) => rig.signIn(owner, raw, text), [
    nurse,
    kek,
    password,
  ] as const)
  await page.evaluate(([owner, all]) => rig.store(owner, all), [nurse, names] as const)

  await page.reload()
  await page.waitForFunction(() => 'rig' in window)
  expect(await page.evaluate((owner) => rig.resume(owner), nurse)).toBe(true)
  expect(await page.evaluate((owner) => rig.read(owner), nurse)).toEqual(names.toSorted())

  const others = [await open(browser), await open(browser)]
  for (const other of others) {
    expect(await other.evaluate((owner) => rig.resume(owner), nurse)).toBe(true)
    expect(await other.evaluate((owner) => rig.read(owner), nurse)).toEqual(names.toSorted())
  }
  await others[0]?.evaluate(() => rig.lock())
  for (const tab of [page, ...others])
    await expect.poll(() => tab.evaluate(() => rig.state())).toBe('locked')
  await page.reload()
  await page.waitForFunction(() => 'rig' in window)
  expect(await page.evaluate((owner) => rig.resume(owner), nurse)).toBe(false)
})

test("the password is worked on beside the page, under the portal's security policy", async () => {
  const page = await open(await start())
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  await page.evaluate(([owner, raw, text]) => rig.signIn(owner, raw, text), [
    nurse,
    kek,
    password,
  ] as const)
  await page.evaluate(() => rig.lock())
  expect(
    await page.evaluate(([owner, text]) => rig.openWithPassword(owner, text), [
      nurse,
      password,
    ] as const),
  ).toEqual({ kind: 'unlocked' })
  expect(workers.filter((url) => url.includes('password-worker'))).toHaveLength(2)
  expect(refused).toEqual([])
})
