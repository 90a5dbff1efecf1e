import { expect } from '@playwright/test'
import { patients } from './patients'
import { deteriorating, findCard, postCheckup, refreshWard, riverside, toWard } from './portal'
import { test } from './signed-in'

test('C173 C174 C211 P002 a device’s check-up shows on an open virtual ward within one refresh, with the score of the RCP chart', async ({
  page,
  request,
}) => {
  await toWard(page)
  const card = await findCard(page, patients.ingest)

  const stored = await postCheckup(request, riverside, deteriorating(patients.ingest.id))
  expect(stored.status).toBe(201)
  await refreshWard(page)
  await expect(page.getByText('Updated just now')).toBeVisible()
  // Seven of the chart, and two for oxygen by the patient's flag.
  await expect(card.getByRole('img', { name: /^Early-warning score/ })).toContainText('9')
  await expect(card).toContainText('108/71')
  await expect(card).toContainText('38.5')
})

test.describe('with an administrator', () => {
  test.use({ account: 'admin@riverside.example' })

  test('C004 C245 C246 C247 C400 C417 C523 C524 a key is made, its secret is shown once, it signs a reading, and once it has expired it signs none', async ({
    page,
    request,
  }) => {
    await page.goto('/settings/api-keys')
    await page.getByRole('button', { name: 'Add key' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Add key' }).click()
    const made = page.getByRole('alertdialog', { name: 'The API key was made' })
    await expect(made.locator('code').first()).toHaveText(/^lk_/)
    const [key = '', secret = ''] = await made.locator('code').allTextContents()
    expect(key).toMatch(/^lk_/)
    for (let press = 0; press < 2; press += 1) await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await expect(made).toBeVisible()
    await made.getByRole('button', { name: 'I have copied it' }).click()
    await expect(made).toHaveCount(0)
    const row = page.getByRole('row', { name: new RegExp(key) })
    await expect(row).toContainText('Never')
    expect(await page.content()).not.toContain(secret)

    const checkup = (): ReturnType<typeof deteriorating> => deteriorating(patients.ingest.id)
    const device = { key, secret }
    expect((await postCheckup(request, device, checkup())).status).toBe(201)
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('button', { name: 'Expire key' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    const sure = page.getByRole('alertdialog')
    await expect(sure).toContainText('to expire immediately?')
    await sure.getByRole('button', { name: 'Expire key' }).click()
    await expect(row).toContainText('Expired')
    expect((await postCheckup(request, device, checkup())).status).toBe(401)
  })
})
