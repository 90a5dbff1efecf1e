import { expect, type Page } from '@playwright/test'
import { axeFindings } from './axe-findings'
import { admitNewcomer, letters } from './newcomer'
import { signIn, waitForShell } from './portal'
import { test } from './signed-in'

const sender = 'admin@riverside.example'
test.use({ account: sender })
// Two devices that are new, each with its first sync.
test.setTimeout(300_000)

/** Of this run alone: nobody is registered twice. */
const lastName = `Quillan${letters(Date.now() % 1e6)}`

const onStep = async (page: Page, journey: string, name: string) => {
  const dialog = page.getByRole('dialog', { name: journey })
  await expect(dialog.getByRole('heading', { name, level: 2, exact: true })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  return dialog
}
const pick = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).fill(option)
  await page.getByRole('option', { name: option }).click()
}

test('O001 O267 O454 C570 C450 a patient is referred, accepted and admitted at the partner, and discharged where they were; a colleague is invited there', async ({
  page,
  browser,
  request,
}) => {
  const id = await admitNewcomer(
    request,
    sender,
    { first: 'Rose', last: lastName },
    { ward: 'Frailty Ward', carePathway: 'Frailty' },
  )

  // At the partner nobody has a task about them yet.
  const home = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London' })
  const partner = await home.newPage()
  await signIn(partner, 'admin@willowbank.example')
  await partner.waitForURL((url) => !url.pathname.startsWith('/login'))
  await waitForShell(partner)
  await partner.goto('/tasks')
  await expect(partner).toHaveURL(/\/tasks\/active$/)
  await expect(partner.getByRole('heading', { level: 1, name: 'Task List' })).toBeVisible()
  const row = partner.getByRole('row', { name: new RegExp(`${lastName}, Rose`, 'i') })
  await expect(row).toHaveCount(0)

  // The journey, with a discharge on acceptance.
  await page.goto(`/patient/${id}`)
  await page.getByRole('button', { name: 'Refer patient' }).click()
  const dialog = await onStep(page, 'Refer patient', 'Refer Patient')
  await pick(page, 'Refer to organisation', 'Willowbank Care Home')
  await dialog.getByLabel('Reason for referral').selectOption('Patient preference')
  const statement = dialog.getByLabel('Supporting statement')
  const lines = () =>
    statement.evaluate((box) => {
      const style = getComputedStyle(box)
      const padding = Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom)
      return Math.round((box.clientHeight - padding) / Number.parseFloat(style.lineHeight))
    })
  expect(await lines()).toBe(5)
  await statement.fill(Array.from({ length: 12 }, (_, at) => `Line ${at + 1}`).join('\n'))
  expect(await lines()).toBe(8)
  await dialog.getByLabel('Discharge the patient from the ward').check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await onStep(page, 'Refer patient', 'Discharge Details')
  await dialog.getByLabel('Reason for discharge').selectOption('Treatment completed')
  await dialog.getByLabel('full name of the patient').fill(`Rose ${lastName}`)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await onStep(page, 'Refer patient', 'Confirm referral')
  await dialog.getByRole('checkbox', { name: /I confirm/ }).check()
  await dialog.getByRole('button', { name: 'Submit referral request' }).click()
  await onStep(page, 'Refer patient', 'Success')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
  await expect(
    page.getByRole('button', { name: 'Referred to Willowbank Care Home, pending' }),
  ).toBeVisible()

  // The partner is told without asking, and decides.
  await expect(row).toBeVisible({ timeout: 10_000 })
  await expect(row).toContainText('Riverside Virtual Ward')
  expect(await axeFindings(partner)).toEqual([])
  await row.getByRole('button', { name: 'Accept' }).click()
  const sure = partner.getByRole('alertdialog', { name: 'Accept the referral' })
  await sure.getByRole('button', { name: 'Accept' }).click()
  await partner.getByRole('button', { name: 'Admit to ward' }).click()
  const journey = await onStep(partner, 'Admit a Patient', 'Contact details')
  await journey
    .getByRole('button', { name: /Skip|Continue/ })
    .first()
    .click()
  await onStep(partner, 'Admit a Patient', 'Ward admission')
  await pick(partner, 'Ward', 'Garden Wing')
  await partner.getByRole('combobox', { name: 'Care Pathway' }).click()
  await partner.getByRole('listbox', { name: 'Care Pathway' }).getByRole('option').first().click()
  await journey.getByRole('button', { name: 'Continue' }).click()
  await onStep(partner, 'Admit a Patient', 'Confirm')
  await journey.getByRole('button', { name: 'Admit patient' }).click()
  await onStep(partner, 'Admit a Patient', 'Success')

  // The sender has discharged them, and reads what became of the referral.
  await page.goto(`/patient/${id}/care-pathway?dialog=referrals`)
  await expect(page.getByRole('dialog', { name: 'Referrals' })).toContainText(/Accepted \d/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tabpanel')).toContainText('Discharged')
  await partner.goto('/tasks/completed')
  await expect(row).toContainText('Completed')

  // The partner's administrator manages who works there.
  await partner.goto('/settings/users')
  await partner.getByRole('button', { name: 'Add User' }).click()
  const colleague = `${lastName.toLowerCase()}@willowbank.example`
  await partner.getByLabel('Email login').fill(colleague)
  await partner.getByRole('combobox', { name: 'Role' }).selectOption('Clinician')
  await partner.getByRole('button', { name: 'Next' }).click()
  await partner.getByRole('checkbox', { name: /^Garden Wing \(/ }).check()
  await partner.getByRole('button', { name: 'Assign selected wards' }).click()
  await partner.getByRole('button', { name: 'Close' }).click()
  await partner.getByRole('searchbox').fill(colleague)
  await expect(partner.getByRole('row', { name: new RegExp(colleague) })).toContainText('Clinician')
  await home.close()
})
