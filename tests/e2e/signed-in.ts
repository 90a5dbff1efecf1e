import { test as base, type Browser, type BrowserContext } from '@playwright/test'
import { openWard, waitForShell } from './portal'

/**
 * Browsers in which somebody is signed in and has the ward, by their e-mail: of this process, which
 * plays the files of one server.
 */
const kept = new Map<string, BrowserContext>()

/**
 * What a tab keeps of its session goes into every tab that is opened later, as it does at a reload.
 * The keys are not in it: those a tab gets from the service worker or from the server.
 */
const signInOnce = async (browser: Browser, email: string): Promise<BrowserContext> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await openWard(page, email)
  await waitForShell(page)
  const session = await page.evaluate(() => Object.entries(sessionStorage))
  await context.addInitScript((entries) => {
    try {
      for (const [key, value] of entries)
        if (sessionStorage.getItem(key) === null) sessionStorage.setItem(key, value)
    } catch {
      // a page of no origin has no storage
    }
  }, session)
  await page.close()
  return context
}

const signedIn = async (browser: Browser, email: string): Promise<BrowserContext> => {
  const context = kept.get(email) ?? (await signInOnce(browser, email))
  kept.set(email, context)
  return context
}

/**
 * A test whose `context` is a browser in which `account` is signed in already: once for all files
 * of a server, since deriving keys from a password and the first sync take most of the time of a
 * short test. Each test has a page of its own, and what it writes goes to a patient of its own
 * (patients.ts). Where sign-in, what the browser keeps, or the browser itself is the subject,
 * Playwright's own `test` makes a new one.
 */
export const test = base.extend<{ account: string }>({
  account: ['nurse@riverside.example', { option: true }],
  context: async ({ browser, account }, use, info) => {
    const context = await signedIn(browser, account)
    const before = await context.storageState()
    await use(context)
    // After a failure Playwright starts a new process, with a browser of its own.
    if (info.status !== info.expectedStatus) return
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    // What a page remembers of this device: filters, widths, a calibration.
    await context
      .pages()[0]
      ?.evaluate((entries) => {
        localStorage.clear()
        for (const { name, value } of entries) localStorage.setItem(name, value)
      }, before.origins[0]?.localStorage ?? [])
      .catch(() => undefined) // a page of no origin has no storage
    await Promise.all(context.pages().map((page) => page.close()))
  },
})
