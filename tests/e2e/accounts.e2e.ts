import { expect, test } from '@playwright/test'
import { createGuardrails, generateSync } from 'otplib'
import { cards, graphql, nameOf, openWard, password, signIn, tokenOf, waitForShell } from './portal'

/** Of the demonstration; 80 bits, shorter than otplib wants. */
const code = (): string =>
  generateSync({
    secret: 'JBSWY3DPEHPK3PXP',
    guardrails: createGuardrails({ MIN_SECRET_BYTES: 10 }),
  })

test('P095 P097 P236 P240 a user with a second factor signs in with the code, and a wrong one is reported beside the field', async ({
  page,
}) => {
  await signIn(page, 'mfa@riverside.example')
  await page.getByLabel('6-digit code').fill('000000')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByLabel('6-digit code')).toHaveAccessibleDescription(
    /That code is incorrect/,
  )
  await page.getByLabel('6-digit code').fill(code())
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/virtual-ward/)
  await expect(cards(page).first()).toBeVisible()
})

test('P023 P024 a nurse of the US edition reads Fahrenheit and pounds; the same check-up is stored in Celsius and kilograms', async ({
  page,
  request,
}) => {
  await openWard(page, 'nurse@harbor.example')
  const token = await tokenOf(request, 'nurse@harbor.example')
  const {
    virtualWardPatients: { patients },
  } = await graphql<{
    virtualWardPatients: {
      patients: {
        id: string
        continuousMonitoringSession: object | null
        latestCheckup: { temperature: { value: number } | null } | null
      }[]
    }
  }>(
    request,
    token,
    '{ virtualWardPatients(take: 10, skip: 0, sort: [{ field: ewsScore, direction: DESC }, { field: latestVitals, direction: DESC }], withCheckupsInLastHours: 72) { patients { id continuousMonitoringSession { id } latestCheckup { temperature { value } } } } }',
  )
  // The card of somebody who is monitored shows the bucket.
  const measured = patients.find(
    (one) => one.continuousMonitoringSession === null && one.latestCheckup?.temperature,
  )
  const celsius = measured?.latestCheckup?.temperature?.value ?? Number.NaN
  const card = cards(page).filter({ has: page.locator(`a[href="/patient/${measured?.id}"]`) })
  await expect(card).toContainText((celsius * 1.8 + 32).toFixed(1))
  await expect(card).toContainText('°F')
  await page.goto(`/patient/${measured?.id}/vitals`)
  const chart = page.getByRole('table', { name: 'Patient Check-ups' })
  await expect(chart.getByRole('rowheader', { name: /Temperature/ })).toContainText('°F')
  await expect(chart.getByRole('rowheader', { name: /Weight/ })).toContainText('lb')
})

test('P047 P073 P125 P126 P129 O203 an administrator whose organisation has not accepted the terms is led to them, whatever page is opened', async ({
  page,
}) => {
  await signIn(page, 'newterms@willowbank.example')
  await expect(page).toHaveURL(/\/terms/)
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  await page.goto('/virtual-ward')
  await expect(page).toHaveURL(/\/terms/)
  await expect(page.getByRole('button', { name: 'I Accept' })).toBeDisabled()
  await page.getByRole('checkbox').check()
  await expect(page.getByRole('button', { name: 'I Accept' })).toBeEnabled()
  // Not accepted here: the next run, and the next person, find the demonstration as it was.
})

test('P334 C601 terms that could not be saved are logged, the page stays and says so, and the button works again', async ({
  page,
}) => {
  const logged: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') logged.push(message.text())
  })
  await signIn(page, 'newterms@willowbank.example')
  await expect(page).toHaveURL(/\/terms/)
  await waitForShell(page)
  await page.route('**/Prod/graphql', async (route) => {
    if (!(route.request().postData() ?? '').includes('createAcceptedTerms')) return route.fallback()
    return route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({
        errors: [{ message: 'The server failed', extensions: { code: 'INTERNAL' } }],
      }),
    })
  })
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'I Accept' }).click()
  await expect(page.getByText('Your acceptance was not saved. Try again.')).toBeVisible()
  await expect(page).toHaveURL(/\/terms/)
  await expect(page.getByRole('button', { name: 'I Accept' })).toBeEnabled()
  expect(logged.some((text) => /acceptTerms|terms/i.test(text))).toBe(true)
})

test('a member of two organisations switches between them and each shows its own patients', async ({
  page,
}) => {
  await openWard(page, 'multi@riverside.example')
  const first = await page.getByRole('banner').innerText()
  const names = await nameOf(cards(page)).allInnerTexts()
  await page.getByRole('button', { name: /^User menu of/ }).click()
  const target = first.includes('Willowbank') ? 'Riverside Virtual Ward' : 'Willowbank Care Home'
  await page.getByRole('combobox', { name: 'Acting organisation' }).selectOption({ label: target })
  await expect(page.getByRole('banner')).toContainText(target)
  await expect(cards(page).first()).toBeVisible()
  await expect
    .poll(async () =>
      (await nameOf(cards(page)).allInnerTexts()).filter((name) => names.includes(name)),
    )
    .toEqual([])
})

test('internal staff read the reset mail on /admin, and the link in it sets a password of three words', async ({
  page,
  browser,
}) => {
  // Somebody who forgot hers.
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('multi@riverside.example')
  await page.getByRole('button', { name: 'Send password reset email' }).click()
  await expect(page.getByText(/spam/)).toBeVisible()

  const desk = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London' })
  const staff = await desk.newPage()
  await signIn(staff, 'staff@internal.example')
  await staff.waitForURL((url) => !url.pathname.startsWith('/login'))
  await staff.goto('/admin')
  const link = staff.getByRole('link', { name: /account-action\?mode=resetPassword/ }).first()
  await expect(link).toBeVisible()
  const href = (await link.getAttribute('href')) ?? ''
  await desk.close()

  await page.goto(
    new URL(href, 'http://localhost').pathname + new URL(href, 'http://localhost').search,
  )
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expect(page.getByText('Your password has been saved')).toBeVisible()
  // The old one is no longer hers.
  await page.goto('/login')
  await page.getByLabel('Email').fill('multi@riverside.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert').first()).toContainText('incorrect')
})

test('a general practitioner sees the residents of the neighbouring care home that belong to the practice', async ({
  page,
}) => {
  await openWard(page, 'gp@eastgate.example')
  await expect(page.getByRole('banner')).toContainText('Eastgate Practice')
})

test('P076 O205 a carer sees their own home, and is led there from /admin, which is for internal staff', async ({
  page,
}) => {
  await openWard(page, 'carer@willowbank.example')
  await expect(page.getByRole('banner')).toContainText('Willowbank Care Home')
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/virtual-ward/)
})
