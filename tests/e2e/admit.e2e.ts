import { expect, type Page } from '@playwright/test'
import { dayOf, typedDate } from '../../src/domain/time'
import { axeFindings } from './axe-findings'
import { cards, openWard, waitForShell } from './portal'
import { test } from './signed-in'

/** The dialog of the journey, on one of its steps, where axe finds nothing serious. */
const onStep = async (page: Page, name: string) => {
  const dialog = page.getByRole('dialog', { name: 'Admit a Patient' })
  await expect(dialog.getByRole('heading', { name, level: 2 })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  return dialog
}

const startFromList = async (page: Page) => {
  await page.goto('/patients/admitted')
  await waitForShell(page)
  await page.getByRole('button', { name: 'Admit a Patient' }).click()
}

/** Picks a ward or a pathway by name. */
const pick = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).fill(option)
  await page.getByRole('option', { name: option }).click()
}

test.describe('a house without self-care', () => {
  test.use({ account: 'admin@riverside.example' })

  test('O053 O054 O056 P008 a patient who is not found is registered and admitted, and is on the board of a nurse of the ward within 3 s', async ({
    page,
    browser,
  }) => {
    const home = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London' })
    const nurse = await home.newPage()
    await openWard(nurse, 'nurse2@riverside.example')
    await nurse.getByRole('searchbox').fill('Quillmason')
    const card = cards(nurse)
      .filter({ hasText: /Quillmason, Ada/i })
      .first()

    await startFromList(page)
    const dialog = await onStep(page, 'Patient search')
    await dialog.getByLabel('NHS number').fill('999 123 4535')
    await dialog.getByRole('textbox', { name: 'Date of Birth' }).fill('05/11/1938')
    await dialog.getByRole('button', { name: 'Search', exact: true }).click()

    await onStep(page, 'Patient details')
    await expect(dialog.getByText('Patient not found')).toBeVisible()
    await dialog.getByLabel('First Name').fill('Ada')
    await dialog.getByLabel('Last Name').fill('Quillmason')
    await dialog.getByLabel('Sex').selectOption('Female')
    await dialog.getByRole('button', { name: 'Add patient' }).click()

    await onStep(page, 'Contact details')
    await dialog.getByLabel('Address').fill('2 Mill Lane, Brighton')
    await dialog.getByLabel('Postcode').fill('BN1 2AB')
    await dialog.getByLabel('Phone Number').fill('01273 800 901')
    await dialog.getByRole('button', { name: 'Continue' }).click()

    await onStep(page, 'Ward admission')
    await pick(page, 'Ward', 'Frailty Ward')
    await pick(page, 'Care Pathway', 'Frailty')
    const discharge = typedDate(dayOf(Date.now() + 5 * 86_400_000, 'Europe/London'), 'en-GB')
    await dialog.getByRole('textbox', { name: 'Expected Discharge Date' }).fill(discharge)
    await dialog.getByLabel('On Oxygen').check()
    await expect(dialog.getByText('Length of stay: 5 days')).toBeVisible()
    await dialog.getByRole('button', { name: 'Continue' }).click()

    await onStep(page, 'Confirm')
    await expect(dialog.getByRole('definition')).toHaveCount(6)
    await expect(card).toBeHidden()
    await dialog.getByRole('button', { name: 'Admit patient' }).click()
    const open = dialog.getByRole('link', { name: 'Open patient record' })
    await expect(open).toBeVisible()
    await expect(card).toBeVisible({ timeout: 3_000 })
    await onStep(page, 'Success')
    await open.click()
    await expect(page).toHaveURL(/\/patient\/[^/]+/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Quillmason', {
      ignoreCase: true,
    })
    await home.close()
  })
})

test.describe('an American house with self-care', () => {
  test.use({ account: 'nurse@harbor.example' })

  test('O055 O235 O094 O095 a patient with a kit of their own gets a login, and is admitted', async ({
    page,
  }) => {
    await startFromList(page)
    const dialog = await onStep(page, 'Patient search')
    await dialog.getByLabel('First Name').fill('Desmond')
    await dialog.getByLabel('Last Name').fill('Okafor-Lindqvist')
    await dialog.getByRole('textbox', { name: 'Date of Birth' }).fill('11/05/1938')
    await dialog.getByRole('button', { name: 'Search', exact: true }).click()

    await onStep(page, 'Patient details')
    await dialog.getByLabel('Sex').selectOption('Male')
    await dialog.getByRole('button', { name: 'Add patient' }).click()

    await onStep(page, 'Ward admission')
    await pick(page, 'Ward', 'Hospital at Home')
    await dialog.getByRole('combobox', { name: 'Care Pathway' }).click()
    // In its own list: before that is drawn, the first option of the dialog is of another field.
    const pathways = dialog.getByRole('listbox', { name: 'Care Pathway' })
    await pathways.getByRole('option').first().click()
    await dialog.getByLabel('Will this patient have their own kit?').selectOption('Yes (own kit)')
    await dialog.getByRole('button', { name: 'Continue' }).click()

    await onStep(page, 'Contact details')
    await dialog.getByLabel('Address').fill('18 Pier Road, Portland, ME')
    await dialog.getByLabel('ZIP Code').fill('04101')
    await dialog.getByLabel('Phone Number').fill('(207) 555-0199')
    await dialog.getByRole('button', { name: 'Continue' }).click()

    await onStep(page, 'Login credentials')
    await dialog.getByLabel('Email').fill('desmond@home.example')
    const words = await dialog.getByRole('code').textContent()
    await dialog.getByRole('button', { name: 'Continue' }).click()

    await onStep(page, 'Confirm')
    await dialog.getByRole('button', { name: 'Admit patient' }).click()
    await onStep(page, 'Success')
    await expect(dialog.getByRole('code')).toHaveText(words ?? '')
    await expect(dialog.getByRole('link', { name: 'Open patient record' })).toBeVisible()
  })
})
