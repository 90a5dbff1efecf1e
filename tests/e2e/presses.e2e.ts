import { expect, type Locator, type Page } from '@playwright/test'
import { patients } from './patients'
import { test } from './signed-in'

/** What a person presses: each tap, each key, each choice in a list as two. */
const counting = (page: Page) => {
  let presses = 0
  return {
    count: () => presses,
    tap: async (what: Locator): Promise<void> => {
      presses += 1
      await what.click()
    },
    type: async (text: string): Promise<void> => {
      for (const key of text) {
        presses += 1
        await page.keyboard.press(key)
      }
    },
    key: async (key: string): Promise<void> => {
      presses += 1
      await page.keyboard.press(key)
    },
    /** A list of the browser: one press opens it, one chooses. */
    choose: async (list: Locator, value: string): Promise<void> => {
      presses += 2
      await list.selectOption(value)
    },
  }
}

/** A full set that scores 0, in the order of the form. */
const typed = [
  ['Systolic (mmHg)', '124'],
  ['Diastolic (mmHg)', '78'],
  ['SpO2 (%)', '97'],
  ['Pulse (/min)', '72'],
  ['Breathing rate (/min)', '16'],
  ['Temperature (°C)', '36.9'],
] as const
const chosen = [
  ['Consciousness', 'A'],
  ['Oxygen', 'air'],
] as const

test.use({ account: 'carer@willowbank.example' })

/** The form of a patient, over their record on a telephone. */
const form = (page: Page): Locator => page.getByRole('dialog', { name: 'Take observations' })
const openRecord = async (page: Page, patientId: string): Promise<void> => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/patient/${patientId}`)
  await expect(page.getByRole('tab', { name: 'Vitals' })).toBeVisible({ timeout: 30_000 })
}
const fieldOf = (page: Page, label: string): Locator =>
  form(page).getByRole('textbox', { name: label })
const listOf = (page: Page, label: string): Locator =>
  form(page).getByRole('combobox', { name: label })

test('by touch on a telephone a full set of observations takes at most 45 presses from the record, and measuring again two', async ({
  page,
}) => {
  await openRecord(page, patients.presses.byTouch.id)
  const hand = counting(page)
  await hand.tap(page.getByRole('button', { name: 'Take observations' }))
  for (const [label, value] of typed) {
    await hand.tap(fieldOf(page, label))
    await hand.type(value)
  }
  for (const [label, value] of chosen) await hand.choose(listOf(page, label), value)
  // Whatever the check-up needs is answered.
  await expect(form(page).getByRole('button', { name: /^Not measured: / })).toHaveCount(0)
  await hand.tap(form(page).getByRole('button', { name: 'Save observations' }))
  await expect(form(page)).toHaveCount(0)
  expect(hand.count()).toBeLessThanOrEqual(45)

  const again = counting(page)
  await again.tap(page.getByRole('button', { name: 'Measure again' }))
  const asked = page.getByRole('dialog', { name: 'Measure again' })
  await again.tap(asked.getByRole('button', { name: /15 min/ }).first())
  await expect(asked).toHaveCount(0)
  expect(again.count()).toBe(2)
})

test('by keyboard the same set takes at most 45 presses', async ({ page }) => {
  await openRecord(page, patients.presses.byKeyboard.id)
  await page.getByRole('button', { name: 'Take observations' }).focus()
  const hand = counting(page)
  await hand.key('Enter')
  await expect(form(page)).toBeVisible()
  const reach = async (field: Locator): Promise<void> => {
    for (let steps = 0; steps < 20; steps += 1) {
      if (await field.evaluate((node) => node === document.activeElement)) return
      await hand.key('Tab')
    }
    throw new Error('The field is not reached by Tab')
  }
  const order = await form(page).evaluate((dialog) =>
    [...dialog.querySelectorAll('input, select')].map((node) => node.id),
  )
  const steps: { readonly at: number; readonly field: Locator; readonly keys: string }[] = []
  for (const [label, keys] of typed) {
    const field = fieldOf(page, label)
    const id = await field.evaluate((node) => node.id)
    steps.push({ at: order.indexOf(id), field, keys })
  }
  for (const [label, value] of chosen) {
    const field = listOf(page, label)
    const id = await field.evaluate((node) => node.id)
    steps.push({ at: order.indexOf(id), field, keys: value[0]?.toUpperCase() ?? '' })
  }
  for (const { field, keys } of steps.toSorted((a, b) => a.at - b.at)) {
    await reach(field)
    await hand.type(keys)
  }
  await hand.key('Enter')
  await expect(form(page)).toHaveCount(0)
  expect(hand.count()).toBeLessThanOrEqual(45)
})
