import { expect, test } from '@playwright/test'
import { alertItem, alertsDialog, chipName, grave, wellPatient } from './alert-screen'
import { axeFindings } from './axe-findings'
import { tooSmallForAFinger } from './finger-targets'
import { findCard, nameOf, openWard, postCheckup, riverside } from './portal'

test('C206 C222 C223 C224 C225 two browsers see an alert raised, acknowledged, snoozed, kept through another reading, and resolved; the record shows it too', async ({
  page,
  browser,
  request,
}) => {
  const patient = await wellPatient(request)
  await openWard(page, 'nurse@riverside.example')
  const other = await (await browser.newContext()).newPage()
  await openWard(other, 'admin@riverside.example')
  const [mine, theirs] = [await findCard(page, patient), await findCard(other, patient)]
  expect((await postCheckup(request, riverside, grave(patient.id))).status).toBe(201)
  for (const card of [mine, theirs])
    await expect(card.getByRole('button', { name: chipName })).toHaveAccessibleName(/raised once/)
  await expect(theirs.getByText(/open alert/)).toBeAttached()

  await mine.getByRole('button', { name: chipName }).click()
  await expect(alertsDialog(page)).toContainText(
    new RegExp(`${patient.lastName}, ${patient.firstName}, born`, 'i'),
  )
  await expect(alertItem(page)).toContainText('Total score 7 or more')
  await alertItem(page)
    .getByRole('button', { name: /^I’m dealing with this/ })
    .click()
  await expect(alertItem(page)).toContainText('Hannah Whitfield is dealing with this')

  await theirs.getByRole('button', { name: chipName }).click()
  await expect(alertItem(other)).toContainText('Hannah Whitfield is dealing with this')
  await alertItem(other)
    .getByRole('button', { name: /^Snooze/ })
    .click()
  await other.getByRole('button', { name: '1 hour', exact: true }).click()
  // In the last hour of a day it is until tomorrow, which is said.
  await expect(alertItem(page)).toContainText(
    /Snoozed until (\d\d-\w{3}-\d{4} )?\d\d:\d\d by Margaret Adeyemi/,
  )
  // The same gravity again: it is counted, and what was said stays said.
  expect((await postCheckup(request, riverside, grave(patient.id))).status).toBe(201)
  await expect(alertItem(page)).toContainText('Raised 2 times')
  await expect(alertItem(page)).toContainText('Snoozed until')
  await expect(alertItem(page)).toContainText('Hannah Whitfield is dealing with this')
  await alertsDialog(page).getByRole('button', { name: 'Close' }).click()

  // From the record: the same alerts, the same dialog.
  await nameOf(mine).click()
  await expect(page.getByRole('tab', { name: 'Vitals' })).toBeVisible()
  await page.getByRole('button', { name: chipName }).click()
  for (
    let left = await alertsDialog(page)
      .getByRole('button', { name: /^Resolve: / })
      .count();
    left > 0;
    left -= 1
  ) {
    await alertsDialog(page)
      .getByRole('button', { name: /^Resolve: / })
      .first()
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Visited the patient' }).click()
    await expect(alertsDialog(page).getByRole('button', { name: /^Resolve: / })).toHaveCount(
      left - 1,
    )
  }
  await expect(alertsDialog(page)).toContainText(/All alerts resolved\s+As of \d\d:\d\d/)
  await alertsDialog(page)
    .getByRole('button', { name: /^Resolved in the last 3 hours \([1-9]\)/ })
    .click()
  await expect(alertItem(page)).toContainText(
    /Resolved by Hannah Whitfield, .*: Visited the patient/,
  )
  // The other browser's dialog, open all the while, says it too, and its card has no chip.
  await expect(alertsDialog(other)).toContainText('All alerts resolved')
  await alertsDialog(other).getByRole('button', { name: 'Close' }).click()
  await expect(theirs.getByRole('button', { name: /^Alert: / })).toHaveCount(0)
  await other.context().close()
})

test('a call’s outcome takes three presses from the open alert, by touch and by keyboard, at 390 px; after the second without an answer it is said what the ward does', async ({
  browser,
  request,
}) => {
  const patient = await wellPatient(request, 'last')
  expect((await postCheckup(request, riverside, grave(patient.id))).status).toBe(201)
  const context = await browser.newContext({
    hasTouch: true,
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await openWard(page, 'nurse@riverside.example')
  await page.goto(`/patient/${patient.id}`)
  const openAlerts = async (): Promise<void> => {
    await page.getByRole('button', { name: chipName }).click()
    await expect(alertsDialog(page)).toBeVisible()
  }
  const calls = page.getByRole('dialog', { name: 'Calls and visits' })
  const record = alertsDialog(page).getByRole('link', { name: 'Record a call or visit' })
  const lines = calls.getByRole('list', { name: 'Calls and visits' }).getByRole('listitem')

  // By touch: the link, what came of it, Save.
  await openAlerts()
  await expect(alertsDialog(page).getByRole('link', { name: /^Call / })).toHaveAttribute(
    'href',
    /^tel:/,
  )
  await record.tap()
  await calls.getByRole('radio', { name: 'No answer', exact: true }).tap()
  await calls.getByRole('button', { name: 'Save' }).tap()
  await expect(lines).toHaveCount(1)
  await expect(lines.first()).toContainText(/^Call, patient: no answer.*about \d? ?.*alert/)
  expect(await tooSmallForAFinger(calls)).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  await calls.getByRole('button', { name: 'Close' }).last().tap()
  await expect(calls).toBeHidden()

  // By keyboard: Enter on the link, an arrow to what came of it, Enter.
  await openAlerts()
  await record.focus()
  await page.keyboard.press('Enter')
  await expect(calls.getByRole('radio', { name: 'Spoke to them' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(lines).toHaveCount(2)
  await expect(calls).toContainText('Nobody answered the last 2 calls or visits.')
  await expect(calls).toContainText(
    'This ward has written no procedure for patients who do not answer.',
  )
  expect(await axeFindings(page)).toEqual([])
  await context.close()
})
