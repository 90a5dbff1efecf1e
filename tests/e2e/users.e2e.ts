import { expect } from '@playwright/test'
import { cards, graphql, signIn, waitForShell } from './portal'
import { test } from './signed-in'

test.use({ account: 'admin@riverside.example' })
// Two sign-ins of a new device each: on a busy machine the first board of the second takes a minute.
test.setTimeout(300_000)

test('O288 O400 O170 P310 an administrator invites a nurse to two wards; she signs in from her mail, accepts and sees exactly those', async ({
  page,
  browser,
  request,
}) => {
  const email = `sister-${Date.now()}@riverside.example`
  await page.goto('/settings/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  await page.getByLabel('Email login').fill(email)
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Clinician')
  await page.getByLabel('Job Role').fill('Ward Sister')
  await page.getByRole('button', { name: 'Next' }).click()
  for (const ward of ['Frailty Ward', 'Heart Failure Ward'])
    await page.getByRole('checkbox', { name: new RegExp(`^${ward} \\(`) }).check()
  await page.getByRole('button', { name: 'Assign selected wards' }).click()
  await expect(page.getByText('Assigned wards: Frailty Ward, Heart Failure Ward')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('searchbox', { name: 'Search users' }).fill(email)
  const row = page.getByRole('row', { name: new RegExp(email) })
  await expect(row).toContainText('Invited, not yet accepted.')
  await expect(row.getByRole('link', { name: 'Frailty Ward' })).toBeVisible()

  // Her mail, which the demonstration keeps on /admin.
  const desk = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London' })
  const staff = await desk.newPage()
  await signIn(staff, 'staff@internal.example')
  await staff.waitForURL((url) => !url.pathname.startsWith('/login'))
  // It keeps the key: without it a page that is loaded again asks a busy server, and then the user.
  await waitForShell(staff)
  const mail = staff.getByRole('article').filter({ hasText: email })
  await expect(async () => {
    await staff.goto('/admin')
    await expect(mail).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 45_000 })
  const link = mail.getByRole('link', { name: /account-action\?mode=resetPassword/ })
  const href = new URL((await link.getAttribute('href')) ?? '', 'http://localhost')
  await desk.close()

  const home = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London' })
  const sister = await home.newPage()
  await sister.goto(href.pathname + href.search)
  await expect(sister.getByText(`For ${email}.`)).toBeVisible()
  // The words come a moment after the field.
  const proposed = sister.getByLabel('Your new password')
  await expect(proposed).toHaveValue(/^\w+-\w+-\w+$/u)
  const words = await proposed.inputValue()
  await sister.getByRole('button', { name: 'Save Password' }).click()
  await expect(sister.getByText('Your password has been saved')).toBeVisible()
  await sister.goto('/login')
  await sister.getByLabel('Email').fill(email)
  await sister.getByLabel('Password', { exact: true }).fill(words)
  await sister.getByRole('button', { name: 'Sign in', exact: true }).click()
  await sister.getByRole('button', { name: /^Accept the invitation of/ }).click()
  await expect(cards(sister).first()).toBeVisible({ timeout: 120_000 })

  const answer = await request.post(
    '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=test',
    { data: { email, password: words, returnSecureToken: true } },
  )
  const { idToken } = (await answer.json()) as { idToken: string }
  const { me } = await graphql<{
    me: { wards: { name: string }[]; roles: string[]; jobRole: string | null }
  }>(request, idToken, '{ me { wards { name } roles jobRole } }')
  expect(me).toEqual({
    wards: [{ name: 'Frailty Ward' }, { name: 'Heart Failure Ward' }],
    roles: ['Clinician'],
    jobRole: 'Ward Sister',
  })
  const seen = await graphql<{
    virtualWardPatients: { patients: { wardAdmission: { ward: { name: string } } | null }[] }
  }>(
    request,
    idToken,
    '{ virtualWardPatients(take: 50, skip: 0) { patients { wardAdmission { ward { name } } } } }',
  )
  const wards = seen.virtualWardPatients.patients.map((one) => one.wardAdmission?.ward.name)
  expect([...new Set(wards)].toSorted()).toEqual(['Frailty Ward', 'Heart Failure Ward'])
  await home.close()
})
