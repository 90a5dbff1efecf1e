import { expect } from '@playwright/test'
import { demonstrationPatients } from '../../server/demonstration/people'
import { formatPatientName } from '../../src/domain/identity'
import { typedDate } from '../../src/domain/time'
import { patients } from './patients'
import { waitForShell } from './portal'
import { test } from './signed-in'

test('O017 O036 O044 a patient is found in the list and assigned to a practice, and one of another organisation is looked up', async ({
  page,
}) => {
  const own = patients.patients
  const name = formatPatientName(own)
  await page.goto('/virtual-ward')
  await waitForShell(page)
  await page.getByRole('link', { name: 'Patients', exact: true }).click()
  await expect(page).toHaveURL(/\/patients\/admitted$/)
  await expect(page.getByRole('table', { name: 'Admitted patients' })).toBeVisible()
  await page.getByRole('tab', { name: 'All', exact: true }).click()
  await page.getByLabel('Search by name or number').fill(`${own.lastName} ${own.firstName}`)
  const row = page
    .getByRole('row')
    .filter({ hasText: own.birthDate.slice(0, 4) })
    .filter({
      has: page.getByRole('link', { name: own.firstName, exact: true }),
    })
  await row.getByRole('button', { name: `Unassigned: assign ${name} to a practice` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByLabel('Eastgate Practice').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(row.getByText('Eastgate Practice')).toBeVisible()

  await page.getByRole('tab', { name: 'Search' }).click()
  const stranger = demonstrationPatients.find(
    (one) => one.organization === 'willowbank' && one.nhsNumber !== null,
  )
  if (stranger?.nhsNumber == null) throw new Error('Willowbank has nobody with a number')
  const search = page.getByRole('button', { name: 'Search Patients' })
  await expect(search).toBeDisabled()
  await page.getByLabel('NHS number').fill(stranger.nhsNumber)
  await search.click()
  await expect(page.getByText('No Patient Found')).toBeVisible()
  await page
    .getByRole('textbox', { name: 'Date of birth' })
    .fill(typedDate(stranger.birthDate, 'en-GB'))
  await page.getByRole('button', { name: 'Refresh' }).click()
  const card = page.getByRole('region', { name: formatPatientName(stranger) })
  await expect(card.getByText('Registered with another organisation')).toBeVisible()
  await expect(card.getByRole('link')).toHaveCount(0)
  await expect(card.getByRole('definition')).toHaveCount(1)
})
