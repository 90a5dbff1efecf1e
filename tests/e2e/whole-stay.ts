import { expect, type Locator, type Page } from '@playwright/test'
import { cards } from './portal'

/** Who lives a stay, in which organisation. */
export interface Stay {
  readonly edition: 'en-GB' | 'en-US'
  /** An administrator of the organisation, signed in on their page. */
  readonly admin: Page
  /** Asks the API as them. */
  readonly api: <Data>(query: string, variables?: Record<string, unknown>) => Promise<Data>
  /** An invited nurse, on the board. Called once she is assigned to the wards. */
  readonly nurse: (wards: readonly string[]) => Promise<Page>
}

interface Where {
  readonly ward: { readonly name: string }
  readonly carePathway: { readonly name: string }
  readonly expectedDischargeDate: string | null
}
interface Told {
  readonly patient: { readonly wardAdmission: Where | null }
  readonly virtualWardPatients: {
    readonly patients: readonly { readonly id: string; readonly wardAdmission: Where | null }[]
  }
  readonly actionLogs: { readonly entries: readonly { readonly message: string }[] }
}
const where = 'wardAdmission { ward { name } carePathway { name } expectedDischargeDate }'
const toldQuery = `query ($id: ID!) { patient(patientId: $id) { ${where} }
  virtualWardPatients(take: 50, skip: 0) { patients { id ${where} } } actionLogs(patientId: $id) { entries { message } } }`

const patient = { firstName: 'Ada', lastName: 'Fenwick' }
const fullName = `${patient.firstName} ${patient.lastName}`
const wards = ['North Ward', 'South Ward'] as const

const addWards = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Wards', exact: true }).first().click()
  for (const name of wards) {
    await page.getByRole('button', { name: 'Add ward' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Ward name').fill(name)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('row', { name: new RegExp(`^${name}`) })).toBeVisible()
  }
}

const pick = async (dialog: Locator, page: Page, label: string, option: string): Promise<void> => {
  await dialog.getByRole('combobox', { name: label }).fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** The last two steps of the journey: where to, and the confirmation. */
const admitTo = async (page: Page, ward: string, pathway: string): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Ward admission', level: 2 })).toBeVisible()
  await pick(dialog, page, 'Ward', ward)
  await pick(dialog, page, 'Care Pathway', pathway)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Admit patient' }).click()
  await expect(dialog.getByText(/was admitted to/)).toBeVisible()
}

/** From the list of patients: nobody of that name is there, so they are registered and admitted. */
const admitFirst = async ({ admin: page, edition }: Stay, pathway: string): Promise<string> => {
  await page.getByRole('link', { name: 'Patients', exact: true }).first().click()
  await page.getByRole('button', { name: 'Admit a Patient' }).click()
  const dialog = page.getByRole('dialog', { name: 'Admit a Patient' })
  await dialog.getByLabel('First Name').fill(patient.firstName)
  await dialog.getByLabel('Last Name').fill(patient.lastName)
  await dialog
    .getByRole('textbox', { name: 'Date of Birth' })
    .fill(edition === 'en-GB' ? '05/11/1938' : '11/05/1938')
  await dialog.getByRole('button', { name: 'Search', exact: true }).click()
  await dialog.getByLabel('Sex').selectOption('Female')
  await dialog.getByRole('button', { name: 'Add patient' }).click()
  await dialog.getByLabel('Address').fill('2 Mill Lane')
  await dialog
    .getByLabel(edition === 'en-GB' ? 'Postcode' : 'ZIP Code')
    .fill(edition === 'en-GB' ? 'BN1 2AB' : '04101')
  await dialog
    .getByLabel('Phone Number')
    .fill(edition === 'en-GB' ? '01273 800 901' : '(207) 555-0199')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await admitTo(page, wards[0], pathway)
  await dialog.getByRole('link', { name: 'Open patient record' }).click()
  await expect(page).toHaveURL(/\/patient\/[^/]+$/)
  return /\/patient\/([^/]+)/.exec(page.url())?.[1] ?? ''
}

const chooseAction = async (page: Page, name: string): Promise<Locator> => {
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('button', { name }).click()
  return page.getByRole('dialog', { name })
}
const transfer = async (page: Page, action: string, target: string): Promise<void> => {
  const dialog = await chooseAction(page, action)
  await dialog.getByRole('combobox').selectOption({ label: target })
  await dialog.getByLabel('Enter the full name of the patient to confirm').fill(fullName)
  await dialog.getByRole('button', { name: 'Transfer patient' }).click()
  await expect(dialog).toBeHidden()
}

/** Three days from now, as the calendar and as the server name it. */
const inThreeDays = (): { readonly label: string; readonly day: string } => {
  const date = new Date(Date.now() + 3 * 86_400_000)
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', ...options }).format(date)
  return {
    label: part({ day: 'numeric', month: 'long', year: 'numeric' }),
    day: new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(date),
  }
}

/**
 * A whole stay, from wards that are made to a readmission. After each step the record, the board
 * and the action log say the same.
 */
export const liveAStay = async (stay: Stay): Promise<void> => {
  const { admin: page, api } = stay
  await addWards(page)
  const nurse = await stay.nurse(wards)
  const { carePathways } = await api<{ carePathways: { name: string }[] }>(
    '{ carePathways { name } }',
  )
  const [first = '', second = ''] = carePathways.map(({ name }) => name)
  const card = cards(nurse).filter({ hasText: /FENWICK, Ada/i })
  const id = await admitFirst(stay, first)

  const agree = async (at: Where | null, message: RegExp): Promise<void> => {
    await expect(async () => {
      const told = await api<Told>(toldQuery, { id })
      const onBoard = told.virtualWardPatients.patients.filter((one) => one.id === id)
      expect(told.patient.wardAdmission).toEqual(at)
      expect(onBoard.map(({ wardAdmission }) => wardAdmission)).toEqual(at === null ? [] : [at])
      expect(told.actionLogs.entries[0]?.message).toMatch(message)
    }, 'the server').toPass({ timeout: 30_000 })
    if (at === null) await expect(card).toBeHidden()
    else {
      await expect(card).toBeVisible()
      for (const name of [at.ward.name, at.carePathway.name])
        await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible()
    }
    await page.getByRole('tab', { name: 'Action Log' }).click()
    await expect(
      page.getByRole('tabpanel').getByText(message).first(),
      'the log on the screen',
    ).toBeVisible()
  }
  const at = (
    ward: string,
    pathway: string,
    expectedDischargeDate: string | null = null,
  ): Where => ({
    ward: { name: ward },
    carePathway: { name: pathway },
    expectedDischargeDate,
  })
  await agree(at(wards[0], first), /^Admitted Ada Fenwick to North Ward under/)
  await transfer(page, 'Transfer to another ward', wards[1])
  await agree(at(wards[1], first), /from North Ward to South Ward$/)
  await transfer(page, 'Transfer to another care pathway', second)
  await agree(at(wards[1], second), /^Transferred Ada Fenwick from the care pathway/)

  const { label, day } = inThreeDays()
  await page.getByRole('button', { name: /expected discharge/i }).click()
  const calendar = page.getByRole('dialog', { name: 'Expected Discharge Date' })
  await calendar.getByRole('button', { name: label, exact: true }).click()
  await calendar.getByRole('button', { name: 'Save' }).click()
  await expect(calendar).toBeHidden()
  await expect(page.getByRole('button', { name: /^Expected discharge .*Change it$/ })).toBeVisible()
  await agree(at(wards[1], second, day), /^Set the expected discharge date to/)

  await page.getByRole('button', { name: 'Discharge from ward' }).click()
  const discharge = page.getByRole('dialog', { name: 'Discharge from ward' })
  await discharge.getByLabel('Reason for discharge').selectOption('Treatment completed')
  await discharge.getByLabel('Enter the full name of the patient to confirm').fill(fullName)
  await discharge.getByRole('button', { name: 'Discharge patient' }).click()
  await expect(discharge).toBeHidden()
  await agree(null, /^Discharged Ada Fenwick from .+: treatment completed$/)
  await page.getByRole('tab', { name: 'Care Pathway' }).click()
  const summary = page.getByRole('button', { name: 'Open the discharge summary (PDF)' }).first()
  await expect(summary, 'the summary is drawn').toBeVisible({ timeout: 60_000 })
  const [paper] = await Promise.all([
    page.context().waitForEvent('response', (answer) => answer.url().includes('/documents/')),
    summary.click(),
  ])
  expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf'])

  await page.getByRole('button', { name: 'Admit to ward' }).click()
  // The contact details are those of the first stay, and are looked at again.
  await expect(page.getByRole('dialog').getByLabel('Address')).toHaveValue('2 Mill Lane')
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await admitTo(page, wards[0], second)
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  await agree(at(wards[0], second), /^Admitted Ada Fenwick to North Ward under/)
}
