import { expect, test } from '@playwright/test'
import { everythingKept } from './profile/kept'
import { cards, connection, nameOf, openWard, signIn, waitForShell } from './portal'

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

test('what the browser keeps holds no token, after sign-in and after a reload, which gets another one by a cookie that no script reads', async ({
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
  given.splice(0)
  await page.reload()
  await waitForShell(page)
  await expect.poll(() => given.length).toBeGreaterThan(0)
  const [renewed = ''] = given
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
