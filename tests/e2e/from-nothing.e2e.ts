import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { startFakeSmtp, type FakeSmtp } from '../server/fake-smtp'
import { connection, graphql } from './portal'
import { startRealServer, type RealServer } from './real-server'
import { liveAStay } from './whole-stay'

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
const newPage = async (browser: Browser): Promise<Page> => {
  const home = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London' })
  home.setDefaultTimeout(60_000)
  return home.newPage()
}

const signInAs = async (page: Page, email: string, words: string): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(words)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const isIn = (page: Page): Promise<void> =>
  page.waitForURL((url) => !url.pathname.startsWith('/login'))

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

/** The same from the mail of an invitation, which they then accept. @param of who asks */
const accept = async (page: Page, email: string, of: string): Promise<string> => {
  const words = await chooseAndSignIn(page, await mailedLink(email), email)
  await page.getByRole('button', { name: `Accept the invitation of ${of}` }).click()
  await isIn(page)
  return words
}

/** Turns the second factor on that internal staff must have. */
const enrol = async (page: Page, words: string): Promise<void> => {
  await expect(page.getByText('Set up two-factor authentication to go on')).toBeVisible()
  await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click()
  const asked = page.getByRole('dialog', { name: 'Enter your password again' })
  await asked.getByLabel('Password', { exact: true }).fill(words)
  await asked.getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn on two-factor authentication' })
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('6-digit code').fill(generateSync({ secret }))
  await dialog.getByRole('button', { name: 'Turn on', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Set up two-factor authentication to go on')).toBeHidden()
}
/** The link in the mail to an address, once the mail server has taken it. */
const mailedLink = async (to: string): Promise<string> => {
  const link = () => linkIn(smtp.taken.findLast((mail) => mail.to === to)?.text ?? '')
  await expect.poll(link).not.toBe('')
  return link()
}

/** Invites a nurse to wards; she signs in from her mail and accepts. */
const inviteNurse = async (
  browser: Browser,
  page: Page,
  { email, of }: { readonly email: string; readonly of: string },
  wards: readonly string[],
): Promise<Page> => {
  await page.goto(`${server.url}/settings/users`)
  await page.getByRole('button', { name: 'Add User' }).click()
  await page.getByLabel('Email login').fill(email)
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Clinician')
  await page.getByRole('button', { name: 'Next' }).click()
  for (const ward of wards)
    await page.getByRole('checkbox', { name: new RegExp(`^${ward} \\(`) }).check()
  await page.getByRole('button', { name: 'Assign selected wards' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  const nurse = await newPage(browser)
  await accept(nurse, email, of)
  await expect(nurse).toHaveURL(/\/virtual-ward/)
  return nurse
}

test('K13 P009 P035 P037 P038 from an empty house: the first user makes organisations of both editions, whose administrators accept the terms and see a patient from admission through transfers to discharge and readmission; staff log in as one of them', async ({
  browser,
  request,
}) => {
  test.setTimeout(1_500_000)
  const staff = await newPage(browser)
  const words = await chooseAndSignIn(staff, firstLink, 'first@supplier.example')
  await isIn(staff)
  await enrol(staff, words)
  await staff.goto(here(firstLink))
  await expect(staff.getByRole('alert')).toContainText('expired')
  // A page that begins with what is kept of the time before the second factor leads to /account.
  await staff.goto(server.url)
  await staff.getByRole('link', { name: 'Internal staff' }).click()
  // Who does nothing for 15 minutes is asked for their password again: nobody waits for a stay.
  const organisations: {
    readonly edition: 'en-GB' | 'en-US'
    readonly name: string
    readonly email: string
    readonly password: string
    readonly idToken: string
  }[] = []
  for (const [edition, name, email] of [
    ['en-GB', 'Fen Virtual Ward', 'ada@fen.example'],
    ['en-US', 'Cape Health', 'bea@cape.example'],
  ] as const) {
    await staff.getByRole('button', { name: 'Create organisation' }).click()
    const dialog = staff.getByRole('dialog')
    await dialog.getByLabel('Name of the organisation').fill(name)
    await dialog.getByLabel('Edition').selectOption(edition)
    await dialog.getByLabel('Email of the first user').fill(email)
    await dialog.getByLabel('Expected discharge by hand').check()
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(staff.getByRole('heading', { name: `Users of ${name}` })).toBeVisible()
    await expect(staff.getByRole('row', { name: new RegExp(email) })).toContainText(
      'Organisation Admin',
    )

    const page = await newPage(browser)
    const password = await accept(page, email, name)
    await expect(page).toHaveURL(/\/terms$/)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'I Accept' }).click()
    await expect(page).toHaveURL((url) => url.pathname !== '/terms')
    await expect(page.getByRole('banner')).toContainText(name)
    const signedIn = await request.post(
      `${server.url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=test`,
      { data: { email, password, returnSecureToken: true } },
    )
    const { idToken } = (await signedIn.json()) as { idToken: string }
    organisations.push({ edition, name, email, password, idToken })
    await page.context().close()
  }

  // She asks for help: staff look with her eyes.
  const actAsAda = async (): Promise<void> => {
    await staff.getByRole('button', { name: 'Show users: Fen Virtual Ward' }).click()
    await staff.getByRole('button', { name: 'Actions for ada@fen.example' }).click()
    await staff.getByRole('button', { name: 'Log in as' }).click()
    const why = staff.getByRole('dialog', { name: 'Log in as this user?' })
    await why.getByRole('textbox', { name: /Reason/ }).fill('Shown how the ward is set up')
    await why.getByRole('button', { name: 'Log in as' }).click()
    await expect(staff.getByText('You act as ada@fen.example')).toBeVisible()
  }
  const databases = (): Promise<readonly (string | undefined)[]> =>
    staff.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  const before = await databases()
  await actAsAda()
  expect((await databases()).filter((name) => !before.includes(name))).not.toEqual([])
  await staff.goto(`${server.url}/account`)
  // Acting ends with its page: she is herself again, and keeps nothing of the other.
  await expect(connection(staff)).toContainText('Live')
  await expect(staff.getByText('You act as')).toHaveCount(0)
  await expect(staff).toHaveURL(`${server.url}/account`)
  await staff.goto(`${server.url}/admin`)
  await actAsAda()
  await staff.getByRole('button', { name: 'Exit' }).click()
  await expect(staff).toHaveURL(`${server.url}/admin`)
  await expect(staff.getByText('You act as')).toHaveCount(0)
  await expect(staff.getByRole('button', { name: 'Show users: Fen Virtual Ward' })).toBeVisible()
  expect((await databases()).filter((name) => !before.includes(name))).toEqual([])
  await staff.context().close()

  for (const { edition, name, email, password, idToken } of organisations) {
    const page = await newPage(browser)
    await page.goto(`${server.url}/login`)
    await signInAs(page, email, password)
    await isIn(page)
    let nurse: Page | null = null
    await liveAStay({
      edition,
      admin: page,
      api: (query, variables) => graphql(request, idToken, query, variables, undefined, server.url),
      nurse: async (wards) => {
        nurse = await inviteNurse(browser, page, { email: `nurse-${email}`, of: name }, wards)
        return nurse
      },
    })
    await (nurse as Page | null)?.context().close()
    await page.context().close()
  }
})
