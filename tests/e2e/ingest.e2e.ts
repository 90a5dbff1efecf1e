import { expect } from '@playwright/test'
import { patients } from './patients'
import { deteriorating, findCard, postCheckup, riverside, toWard } from './portal'
import { test } from './signed-in'

test('C173 C174 C211 P002 a device’s check-up shows on an open virtual ward within one refresh, with the score of the RCP chart', async ({
  page,
  request,
}) => {
  await toWard(page)
  const card = await findCard(page, patients.ingest)

  const stored = await postCheckup(request, riverside, deteriorating(patients.ingest.id))
  expect(stored.status).toBe(201)
  await page.getByRole('button', { name: 'Refresh now' }).click()
  await expect(page.getByText('Updated just now')).toBeVisible()
  await expect(card.getByRole('img', { name: /^Early-warning score/ })).toContainText('7')
  await expect(card).toContainText('108/71')
  await expect(card).toContainText('38.5')
})
