import { expect, test, type Page } from '@playwright/test'
import { patients } from './patients'
import { everythingKept } from './profile/kept'
import {
  cards,
  connection,
  graphql,
  nameOf,
  openWard,
  signIn,
  tokenOf,
  waitForShell,
} from './portal'

test('a patient opened in a second tab needs no second sign-in, nothing lasting holds the credential; signing out ends both and leaves no readable row behind, and the next user sees nothing of the first', async ({
  page,
  context,
}) => {
  await openWard(page, 'nurse@riverside.example')
  const name = await nameOf(cards(page).first()).innerText()
  const address = await nameOf(cards(page).first()).getAttribute('href')
  const second = await context.newPage()
  // What only the server can answer shows that this tab speaks to it as the nurse.
  const asked = second.waitForResponse(
    (response) => response.url().endsWith('/graphql') && response.ok(),
  )
  await second.goto(address ?? '')
  await asked
  await expect(second.getByRole('table', { name: 'Patient Check-ups' })).toBeVisible()
  await expect(second.getByRole('banner').getByRole('status')).toContainText(/Live|Up to date/)
  await expect(second).toHaveURL(/\/patient\//)

  const lasting = await second.evaluate(async () => ({
    local: Object.keys(localStorage).filter((key) => key.includes('firebase')),
    databases: (await indexedDB.databases())
      .map(({ name }) => name ?? '')
      .filter((name) => name.startsWith('firebaseLocalStorage')),
  }))
  expect(lasting).toEqual({ local: [], databases: [] })

  await second.getByRole('button', { name: /^User menu of/ }).click()
  await second.getByRole('button', { name: 'Sign out' }).click()
  await expect(second).toHaveURL(/\/login/)
  await expect(page).toHaveURL(/\/login/)
  const left = await page.evaluate(() =>
    Object.keys(sessionStorage).filter((key) => key.includes('authUser')),
  )
  expect(left).toEqual([])
  // A database goes once the last tab has closed it.
  await expect
    .poll(
      () =>
        page.evaluate(async () =>
          (await indexedDB.databases())
            .map((one) => one.name ?? '')
            .filter((one) => one.includes('cache')),
        ),
      { timeout: 10_000 },
    )
    .toEqual([])

  await signIn(page, 'carer@willowbank.example')
  await expect(page).toHaveURL(/\/virtual-ward/, { timeout: 45_000 })
  await expect(cards(page).first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(name)).toHaveCount(0)
})

test('what the browser keeps holds no token that can be read, after sign-in and after a reload: the page has the sealed one, and without it gets another by a cookie that no script reads', async ({
  page,
  context,
}) => {
  const given: string[] = []
  page.on('request', (request) => {
    const token = /^Bearer (.+)$/.exec(request.headers()['authorization'] ?? '')?.[1]
    if (token !== undefined) given.push(token)
  })
  const cookies = async () =>
    (await context.cookies())
      .filter(({ name }) => name.startsWith('lamplight-session-'))
      .map(({ value, httpOnly, expires }) => ({ value, httpOnly, expires }))
  const holds = async (token: string): Promise<boolean> =>
    (await everythingKept(page)).text.includes(token)
  await openWard(page, 'nurse@riverside.example')
  await waitForShell(page)
  const [signedIn = ''] = given
  expect(signedIn).not.toBe('')
  const before = await cookies()
  expect(before.map(({ httpOnly, expires }) => [httpOnly, expires])).toEqual([
    [true, -1],
    [true, -1],
  ])
  expect(await holds('firebase:authUser')).toBe(true)
  for (const token of [signedIn, before[0]?.value ?? '']) expect(await holds(token)).toBe(false)
  expect(await page.evaluate(() => document.cookie)).not.toContain('lamplight-session-')

  // Two tokens of one session and one second are the same.
  const second = (): number => Math.floor(Date.now() / 1_000)
  const issued = second()
  await expect.poll(second).toBeGreaterThan(issued)
  const reloaded = async (): Promise<string> => {
    given.splice(0)
    await page.reload()
    await waitForShell(page)
    await expect.poll(() => given.length).toBeGreaterThan(0)
    return given[0] ?? ''
  }
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('lamplight.idToken')))
    .not.toBeNull()
  expect(await reloaded()).toBe(signedIn)
  expect((await cookies())[0]?.value).toBe(before[0]?.value)
  await page.addInitScript(() => sessionStorage.removeItem('lamplight.idToken'))
  const renewed = await reloaded()
  expect(renewed).not.toBe(signedIn)
  const after = await cookies()
  expect(after[0]?.value).not.toBe(before[0]?.value)
  for (const token of [signedIn, renewed, after[0]?.value ?? ''])
    expect(await holds(token)).toBe(false)

  await page.getByRole('button', { name: /^User menu of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(cookies).toEqual([])
})

test('P209 T9 me, idToken, shareToken, hideAppBar and exitLoginAsToken are stored, and only hideAppBar says anything; the way back is used once', async ({
  page,
  browser,
  baseURL,
}) => {
  const inTab = (of: Page, name: string) =>
    of.evaluate((key) => sessionStorage.getItem(`lamplight.${key}`), name)
  const sealed = /^[A-Za-z0-9+/]{40,}={0,2}$/
  /** Stored, and no token that could be read. */
  const isSealed = async (of: Page, name: string): Promise<void> => {
    await expect.poll(() => inTab(of, name)).toMatch(sealed)
    const entry = Buffer.from((await inTab(of, name)) ?? '', 'base64').toString('latin1')
    expect(entry).not.toMatch(/eyJ|uid|share/)
  }
  await page.goto('/login?hideAppBar=true')
  await signIn(page, 'staff@internal.example')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  expect(await page.evaluate(() => localStorage.getItem('lamplight.hideAppBar'))).toBe('true')
  await page.goto('/admin?hideAppBar=false')
  await waitForShell(page)
  await isSealed(page, 'idToken')
  // The user as the server last said: a row of the device's database, sealed.
  const { text } = await everythingKept(page)
  const own = text.slice(text.indexOf('"id":"own:')).split('}')[0]
  expect(own).toMatch(/^"id":"own:[\w-]+","body":[\\"]+[\w.-]{200,}[\\"]+$/)
  expect(await inTab(page, 'exitLoginAsToken')).toBeNull()

  await page.getByRole('button', { name: /^Show users: Riverside/ }).click()
  await page
    .getByRole('row')
    .filter({ hasText: 'nurse@riverside.example' })
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('button', { name: 'Log in as' }).click()
  const why = page.getByRole('dialog', { name: 'Log in as this user?' })
  await why.getByRole('textbox', { name: /Reason/ }).fill('Looked at what is stored')
  await why.getByRole('button', { name: 'Log in as' }).click()
  await expect(page.getByText(/^You act as/)).toBeVisible({ timeout: 45_000 })
  await isSealed(page, 'exitLoginAsToken')
  await page.getByRole('button', { name: 'Exit' }).click()
  await expect(page).toHaveURL(/\/admin$/, { timeout: 45_000 })
  await expect(page.getByText(/^You act as/)).toHaveCount(0)
  expect(await inTab(page, 'exitLoginAsToken')).toBeNull()

  const token = await tokenOf(page.request, 'admin@riverside.example')
  const { createShareToken } = await graphql<{ createShareToken: { token: string } }>(
    page.request,
    token,
    'mutation($id: ID!) { createShareToken(patientId: $id, expiresInHours: 1) { token } }',
    { id: patients.ingest.id },
  )
  const elsewhere = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const reader = await elsewhere.newPage()
  await reader.goto(`/share?share=${createShareToken.token}`)
  await expect(reader.getByText('You read this record by an access link of')).toBeVisible()
  await isSealed(reader, 'shareToken')
  await elsewhere.close()
})

test('a deep link opened offline in a second tab stays there when the connection returns: the first tab shares its session', async ({
  page,
  context,
}) => {
  await openWard(page, 'nurse@riverside.example')
  await waitForShell(page)
  const link = nameOf(cards(page).first())
  const address = (await link.getAttribute('href')) ?? ''
  await link.click()
  await expect(page.getByRole('table', { name: 'Patient Check-ups' })).toBeVisible()
  await context.setOffline(true)
  const second = await context.newPage()
  await second.goto(address)
  await expect(second.getByRole('table', { name: 'Patient Check-ups' })).toBeVisible()
  await expect(connection(second)).toContainText('Offline')
  const asked = second.waitForResponse(
    (response) => response.url().endsWith('/graphql') && response.ok(),
  )
  await context.setOffline(false)
  await asked
  await expect(connection(second)).toContainText(/Live|Up to date/)
  await expect(second).toHaveURL(new RegExp(`${address}$`))
})
