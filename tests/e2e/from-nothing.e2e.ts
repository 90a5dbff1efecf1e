import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { startFakeSmtp, type FakeSmtp } from '../server/fake-smtp'
import { startRealServer, type RealServer } from './real-server'

let server: RealServer
let smtp: FakeSmtp
let firstLink: string
const dataDir = mkdtempSync(join(tmpdir(), 'lamplight-nothing-'))
const env = { DEMONSTRATION: '0', HOST: '127.0.0.1' }

/** `npm run first-user -- EMAIL`, while the server is stopped. */
const firstUser = (email: string) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'server/first-user.ts', email], {
    encoding: 'utf8',
    env: { ...process.env, ...env, DATA_DIR: dataDir },
  })
const linkIn = (text: string): string => /https?:\/\/\S+oobCode=\S+/u.exec(text)?.[0] ?? ''

test.beforeAll(async () => {
  smtp = await startFakeSmtp()
  const made = firstUser('first@supplier.example')
  firstLink = linkIn(made.stdout)
  expect([made.status, made.stderr]).toEqual([0, ''])
  const again = firstUser('second@supplier.example')
  expect(again.status).toBe(1)
  expect(again.stderr).toContain('An internal user exists already')
  server = await startRealServer({
    dataDir,
    publicDir: process.env['E2E_DIST'] ?? 'dist',
    env: { ...env, SMTP_URL: smtp.url },
    verbose: process.env['E2E_VERBOSE'] !== undefined,
  })
})
test.afterAll(async () => {
  await server.stop()
  await smtp.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A link of the house, where this server is. */
const here = (link: string): string => {
  const { pathname, search } = new URL(link)
  return server.url + pathname + search
}
/** A device of its own. */
const newPage = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London' })).newPage()

const signInAs = async (page: Page, email: string, words: string): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(words)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

/** Takes the password that the page of the link suggests, and signs in with it. */
const chooseAndSignIn = async (page: Page, link: string, email: string): Promise<string> => {
  await page.goto(here(link))
  const field = page.getByLabel('Your new password')
  await expect(field).toHaveValue(/^\w+-\w+-\w+$/u)
  const words = await field.inputValue()
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expect(page.getByText('Your password has been saved')).toBeVisible()
  await page.goto(`${server.url}/login`)
  await signInAs(page, email, words)
  return words
}

/** The link in the mail to an address, once the mail server has taken it. */
const mailedLink = async (to: string): Promise<string> => {
  const link = () => linkIn(smtp.taken.findLast((mail) => mail.to === to)?.text ?? '')
  await expect.poll(link).not.toBe('')
  return link()
}

test('K13 P035 P037 P038 from an empty house: the first user makes organisations of both editions, whose administrators sign in from their mail and accept the terms; staff log in as one of them', async ({
  browser,
}) => {
  const staff = await newPage(browser)
  const words = await chooseAndSignIn(staff, firstLink, 'first@supplier.example')
  await staff.goto(here(firstLink))
  await expect(staff.getByRole('alert')).toContainText('expired')
  await staff.goto(`${server.url}/admin`)
  for (const [edition, name, email] of [
    ['en-GB', 'Fen Virtual Ward', 'ada@fen.example'],
    ['en-US', 'Cape Health', 'bea@cape.example'],
  ] as const) {
    await staff.getByRole('button', { name: 'Create organisation' }).click()
    const dialog = staff.getByRole('dialog')
    await dialog.getByLabel('Name of the organisation').fill(name)
    await dialog.getByLabel('Edition').selectOption(edition)
    await dialog.getByLabel('Email of the first user').fill(email)
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(staff.getByRole('heading', { name: `Users of ${name}` })).toBeVisible()
    await expect(staff.getByRole('row', { name: new RegExp(email) })).toContainText(
      'Organisation Admin',
    )

    const page = await newPage(browser)
    await chooseAndSignIn(page, await mailedLink(email), email)
    await expect(page).toHaveURL(/\/terms$/)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'I Accept' }).click()
    await expect(page).toHaveURL((url) => url.pathname !== '/terms')
    await expect(page.getByRole('banner')).toContainText(name)
    await page.context().close()
  }

  // She asks for help: staff look with her eyes.
  const actAsAda = async (): Promise<void> => {
    await staff.getByRole('button', { name: 'Show users: Fen Virtual Ward' }).click()
    await staff.getByRole('button', { name: 'Actions for ada@fen.example' }).click()
    await staff.getByRole('button', { name: 'Log in as' }).click()
    await staff.getByRole('alertdialog').getByRole('button', { name: 'Log in as' }).click()
    await expect(staff.getByText('You act as ada@fen.example')).toBeVisible()
  }
  const databases = (): Promise<readonly (string | undefined)[]> =>
    staff.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  const before = await databases()
  await actAsAda()
  expect((await databases()).filter((name) => !before.includes(name))).not.toEqual([])
  await staff.goto(`${server.url}/account`)
  await expect(staff).toHaveURL(/\/login/)
  await signInAs(staff, 'first@supplier.example', words)
  await staff.goto(`${server.url}/admin`)
  await actAsAda()
  await staff.getByRole('button', { name: 'Exit' }).click()
  await expect(staff).toHaveURL(/\/login\?next=%2Fadmin$/)
  expect((await databases()).filter((name) => !before.includes(name))).toEqual([])
  await staff.context().close()
})
