import { expect, type Page, type TestInfo } from '@playwright/test'
import { dayOf, typedDate } from '../../src/domain/time'
import { Keyboard } from './focus'
import { test } from './signed-in'

// Whole runs with the keyboard alone: no pointer, and no focus that the test sets itself. They admit
// and invite people on a server that other files share, which therefore come before this one.
test.use({ account: 'admin@riverside.example' })

/** The average typist who is no secretary (Card, Moran, Newell 1983), milliseconds a key. */
const keyMs = 280
/** What the issue gives a clerk to admit a patient, milliseconds. */
const clerkMs = 90_000

/** A new step of a journey is read from its heading: the focus did not stay with the step before. */
const onStep = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole('heading', { name, level: 2, exact: true })).toBeFocused()

/** Past the navigation, as the first link of each page offers. */
const skipToMain = async (page: Page, keyboard: Keyboard): Promise<void> => {
  await keyboard.tabTo('link', 'Skip to main content')
  await keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
}

/** Types into a field that searches, and takes what it finds. */
const pick = async (page: Page, keyboard: Keyboard, label: string, option: string) => {
  await keyboard.tabTo('combobox', label)
  await keyboard.type(option)
  await expect(page.getByRole('option', { name: option, exact: true })).toBeVisible()
  await keyboard.press('ArrowDown', 'Enter')
  await expect(page.getByRole('combobox', { name: label, exact: true })).toHaveValue(option)
}

const fill = async (keyboard: Keyboard, label: string, text: string): Promise<void> => {
  await keyboard.tabTo('textbox', label)
  await keyboard.type(text)
}
const pressOn = async (keyboard: Keyboard, name: string): Promise<void> => {
  await keyboard.tabTo('button', name)
  await keyboard.press('Enter')
}
/** What a run took stands in its report. */
const tell = (info: TestInfo, { tabs, keys }: Keyboard, ms: number): void => {
  info.annotations.push({
    type: 'keyboard',
    description: `${tabs} Tabs, ${keys} keys, ${(ms / 1000).toFixed(1)} s`,
  })
}

test('by keyboard: a colleague is invited from the list of users, with two wards', async ({
  page,
}, info) => {
  const email = `keys-${Date.now()}@riverside.example`
  const keyboard = new Keyboard(page)
  await page.goto('/settings/users')
  await expect(page.getByRole('row', { name: /nurse2@riverside\.example/ })).toBeVisible()
  const began = Date.now()
  await skipToMain(page, keyboard)
  await pressOn(keyboard, 'Add User')

  await expect(page).toHaveURL(/\/settings\/users\/add$/)
  await expect(page.getByRole('textbox', { name: 'Email login' })).toBeFocused()
  await fill(keyboard, 'Email login', email)
  await keyboard.tabTo('combobox', 'Role')
  await keyboard.type('Clin')
  await fill(keyboard, 'Job Role', 'Ward Sister')
  await pressOn(keyboard, 'Next')

  await onStep(page, 'Assign wards')
  for (const ward of ['Frailty Ward', 'Heart Failure Ward']) {
    await keyboard.tabTo('checkbox', new RegExp(`^${ward} \\(`))
    await keyboard.press('Space')
  }
  await pressOn(keyboard, 'Assign selected wards')

  await onStep(page, 'Success')
  await expect(page.getByText('Assigned wards: Frailty Ward, Heart Failure Ward')).toBeVisible()
  await pressOn(keyboard, 'Close')
  await expect(page).toHaveURL(/\/settings\/users$/)
  await expect(page.getByRole('main')).toBeFocused()
  await keyboard.tabTo('searchbox', 'Search users')
  await keyboard.type(email)
  const row = page.getByRole('row', { name: new RegExp(email) })
  await expect(row).toContainText('Clinician')
  tell(info, keyboard, Date.now() - began)
})

test('by keyboard: a care pathway is added, and its name, times, tolerance and questions are changed', async ({
  page,
}, info) => {
  const keyboard = new Keyboard(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  // The name of a page that was added takes the focus a frame later: a Tab before it is lost.
  const addPage = async (): Promise<void> => {
    await pressOn(keyboard, 'Add question page')
    await expect(page.getByRole('textbox', { name: 'Page name', exact: true }).last()).toBeFocused()
  }
  await page.goto('/pathways')
  await expect(page.getByRole('row', { name: /^Frailty/ })).toBeVisible()
  const began = Date.now()
  await skipToMain(page, keyboard)
  await pressOn(keyboard, 'Add pathway')
  await keyboard.tabTo('combobox', 'Begin with')
  await keyboard.type('COPD')
  await fill(keyboard, 'Pathway name', 'COPD by keys')
  await pressOn(keyboard, 'Add')

  await expect(page.getByRole('heading', { name: 'COPD by keys', level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await keyboard.tabTo('link', 'Edit pathway')
  await keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Pathway name' })).toBeVisible()
  await fill(keyboard, 'Pathway name', 'COPD by keyboard')
  await fill(keyboard, 'Times', '07:30, 19:30')
  await fill(keyboard, 'Accepted late by', '90')
  await keyboard.tabTo('combobox', 'Accepted late by: unit')
  await keyboard.type('min')
  await addPage()
  await keyboard.type('Breathing')
  await addPage()
  await keyboard.type('Sleep')
  await pressOn(keyboard, 'Move Sleep up')
  // The template has pages of its own.
  while (await button('Move Sleep up').isEnabled()) await keyboard.press('Enter')
  await expect(button('Move Sleep up')).toBeDisabled()
  await expect(button('Move Sleep down')).toBeFocused()
  await pressOn(keyboard, 'Remove Breathing')
  await expect(button('Add question page')).toBeFocused()

  // Enter in a field asks whether to save, and no is a way back to it.
  await keyboard.tabTo('textbox', 'Page name', { back: true })
  await keyboard.press('Enter')
  const sure = page.getByRole('alertdialog', { name: 'Save this pathway?' })
  await expect(sure).toBeVisible()
  await keyboard.press('Escape')
  await expect(sure).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Page name' }).last()).toBeFocused()
  await keyboard.press('Enter')
  await expect(sure).toBeVisible()
  await pressOn(keyboard, 'Save')
  await expect(sure).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'COPD by keyboard', level: 1 })).toBeVisible()
  const type = page.getByRole('region', { name: 'COPD check-up' })
  await expect(type).toContainText('Every day at 07:30 and 19:30')
  await expect(type).toContainText('1 hour early, 90 minutes late')
  await expect(type).toContainText('Sleep: 1 question')
  tell(info, keyboard, Date.now() - began)
})

test('by keyboard: a new patient is admitted from the list, within the time that a clerk has', async ({
  page,
}, info) => {
  const keyboard = new Keyboard(page)
  await page.goto('/patients/admitted')
  // Longer than the window: the skip link scrolls.
  await expect(page.getByRole('row').nth(10)).toBeVisible()
  const began = Date.now()
  await skipToMain(page, keyboard)
  await pressOn(keyboard, 'Admit a Patient')

  await expect(page.getByRole('dialog', { name: 'Admit a Patient' })).toBeVisible()
  await fill(keyboard, 'NHS number', '999 456 7012')
  await fill(keyboard, 'Date of Birth', '17/03/1941')
  await pressOn(keyboard, 'Search')

  await onStep(page, 'Patient details')
  await fill(keyboard, 'First Name', 'Winifred')
  await fill(keyboard, 'Last Name', 'Tabberer')
  await keyboard.tabTo('combobox', 'Sex')
  await keyboard.type('F')
  await pressOn(keyboard, 'Add patient')

  await onStep(page, 'Contact details')
  await fill(keyboard, 'Address', '4 Ferry Lane, Brighton')
  await fill(keyboard, 'Postcode', 'BN1 3CD')
  await fill(keyboard, 'Phone Number', '01273 800 902')
  await pressOn(keyboard, 'Continue')

  await onStep(page, 'Ward admission')
  await pick(page, keyboard, 'Ward', 'Frailty Ward')
  await pick(page, keyboard, 'Care Pathway', 'Frailty')
  const discharge = typedDate(dayOf(Date.now() + 5 * 86_400_000, 'Europe/London'), 'en-GB')
  await fill(keyboard, 'Expected Discharge Date', discharge)
  await keyboard.tabTo('checkbox', 'On Oxygen')
  await keyboard.press('Space')
  await pressOn(keyboard, 'Continue')

  await onStep(page, 'Confirm')
  await expect(page.getByRole('dialog').getByRole('definition')).toHaveCount(6)
  await pressOn(keyboard, 'Admit patient')

  await onStep(page, 'Success')
  await keyboard.tabTo('link', 'Open patient record')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Tabberer/i)
  await expect(page.getByRole('main')).toBeFocused()
  const ms = Date.now() - began
  tell(info, keyboard, ms)
  expect(ms).toBeLessThan(clerkMs)
  expect(keyboard.keys * keyMs).toBeLessThan(clerkMs)
})
