import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, request as api, test, type APIRequestContext, type Page } from '@playwright/test'
import { deteriorating, findCard, graphql, nameOf, openWard, postCheckup, postReading, riverside, tokenOf } from './portal'
import { freePort, startRealServer } from './real-server'

interface Listed { readonly id: string; readonly firstName: string; readonly lastName: string; readonly alerts: readonly unknown[] }
/** A patient of the nurse's ward without an open alert. */
const wellPatient = async (request: APIRequestContext): Promise<Listed> => {
  const token = await tokenOf(request, 'nurse@riverside.example')
  const { virtualWardPatients } = await graphql<{ virtualWardPatients: { patients: readonly Listed[] } }>(
    request, token, '{ virtualWardPatients(take: 50, skip: 0, sort: [{ field: alertCount, direction: ASC }]) { patients { id firstName lastName alerts { id } } } }')
  const well = virtualWardPatients.patients.find(({ alerts }) => alerts.length === 0)
  if (well === undefined) throw new Error('Every patient of the demonstration has an alert')
  return well
}
/** Scores 7 or more on either scale of SpO2: RR 25 (3), BP 108 (1), pulse 115 (2), 38.5 °C (1). */
const grave = (patientId: string, at = Date.now()) => ({ ...deteriorating(patientId, at), respiratoryRate: { value: 25, source: 'manual' }, pulseRate: { value: 115, source: 'cuff', isManual: false } })
const chipName = /^Alert: High early-warning score/
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Alerts' })
const item = (page: Page) => dialogOf(page).getByRole('listitem').filter({ hasText: 'High early-warning score' })

test('C206 C222 C223 C224 C225 two browsers see an alert come, be taken, be put off, survive another reading, and be resolved; the record has it too', async ({ page, browser, request }) => {
  test.setTimeout(420_000)
  const patient = await wellPatient(request)
  await openWard(page, 'nurse@riverside.example')
  const other = await (await browser.newContext()).newPage()
  await openWard(other, 'admin@riverside.example')
  const [mine, theirs] = [await findCard(page, patient), await findCard(other, patient)]
  expect((await postCheckup(request, riverside, grave(patient.id))).status).toBe(201)
  for (const card of [mine, theirs]) await expect(card.getByRole('button', { name: chipName })).toHaveAccessibleName(/raised once/, { timeout: 10_000 })
  await expect(theirs.getByText(/open alert/)).toBeAttached()

  await mine.getByRole('button', { name: chipName }).click()
  await expect(dialogOf(page)).toContainText(new RegExp(`${patient.lastName}, ${patient.firstName}, born`, 'i'))
  await expect(item(page)).toContainText('Total score 7 or more')
  await item(page).getByRole('button', { name: /^I’m on it/ }).click()
  await expect(item(page)).toContainText('Hannah Whitfield is on it')

  await theirs.getByRole('button', { name: chipName }).click()
  await expect(item(other)).toContainText('Hannah Whitfield is on it', { timeout: 10_000 })
  await item(other).getByRole('button', { name: /^Snooze/ }).click()
  await other.getByRole('button', { name: '1 hour', exact: true }).click()
  // In the last hour of a day it is until tomorrow, which is said.
  await expect(item(page)).toContainText(/Snoozed until (\d\d-\w{3}-\d{4} )?\d\d:\d\d by Margaret Adeyemi/, { timeout: 10_000 })
  // The same gravity again: it is counted, and what was said stays said.
  expect((await postCheckup(request, riverside, grave(patient.id))).status).toBe(201)
  await expect(item(page)).toContainText('Raised 2 times', { timeout: 10_000 })
  await expect(item(page)).toContainText('Snoozed until')
  await expect(item(page)).toContainText('Hannah Whitfield is on it')
  await dialogOf(page).getByRole('button', { name: 'Close' }).click()

  // From the record: the same alerts, the same dialog.
  await nameOf(mine).click()
  await expect(page.getByRole('tab', { name: 'Vitals' })).toBeVisible()
  await page.getByRole('button', { name: chipName }).click()
  for (let left = await dialogOf(page).getByRole('button', { name: /^Resolve: / }).count(); left > 0; left -= 1) {
    await dialogOf(page).getByRole('button', { name: /^Resolve: / }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resolve' }).click()
    await expect(dialogOf(page).getByRole('button', { name: /^Resolve: / })).toHaveCount(left - 1, { timeout: 15_000 })
  }
  await expect(dialogOf(page)).toContainText(/All alerts resolved\s+As of \d\d:\d\d/, { timeout: 15_000 })
  await dialogOf(page).getByRole('button', { name: /^Resolved in the last 3 hours \([1-9]\)/ }).click()
  await expect(item(page)).toContainText('Resolved by Hannah Whitfield')
  // The other browser's dialog, open all the while, says it too, and its card has no chip.
  await expect(dialogOf(other)).toContainText('All alerts resolved', { timeout: 15_000 })
  await dialogOf(other).getByRole('button', { name: 'Close' }).click()
  await expect(theirs.getByRole('button', { name: /^Alert: / })).toHaveCount(0)
  await other.context().close()
})

test('an alert that nobody takes in the pathway\'s time is escalated, says so on card and in the dialog, and taken it is no longer', async ({ page }) => {
  test.setTimeout(420_000)
  const dataDir = mkdtempSync(join(tmpdir(), 'lamplight-escalate-'))
  const startsAt = Date.parse('2026-06-15T10:00:00Z')
  const server = await startRealServer({ port: await freePort(), dataDir, publicDir: process.env['E2E_DIST'] ?? 'dist', startsAt })
  try {
    const request = await api.newContext({ baseURL: server.url })
    const patient = await wellPatient(request)
    await page.clock.install({ time: startsAt })
    await page.goto(`${server.url}/login`)
    expect((await postReading(request, riverside, 'checkups', grave(patient.id, startsAt), { at: startsAt })).status).toBe(201)
    await page.getByLabel('E-mail').fill('nurse@riverside.example')
    await page.getByLabel('Password', { exact: true }).fill('lantern-harbour-violet')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(/\/virtual-ward/, { timeout: 45_000 })
    const card = await findCard(page, patient)
    await expect(card.getByRole('button', { name: chipName })).toHaveAttribute('data-escalated', 'false')
    const later = startsAt + 31 * 60_000
    server.moveClock(later)
    await page.clock.setSystemTime(later)
    await expect(card.getByRole('button', { name: chipName })).toHaveAttribute('data-escalated', 'true', { timeout: 40_000 })
    await card.getByRole('button', { name: chipName }).click()
    await expect(item(page)).toContainText(/Escalated .*: nobody was on it in time/)
    await item(page).getByRole('button', { name: /^I’m on it/ }).click()
    await expect(item(page)).toContainText('Hannah Whitfield is on it')
    await expect(item(page)).not.toContainText('Escalated')
    await request.dispose()
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
