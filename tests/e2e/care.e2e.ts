import { expect, type Page } from '@playwright/test'
import { patients } from './patients'
import { alertsDialog } from './alert-screen'
import { tooSmallForAFinger } from './finger-targets'
import { connection, findCard, graphql, toWard, tokenOf, waitForShell } from './portal'
import { test } from './signed-in'

/** Pictures of every width and theme, where a directory is named for them. */
const look = async (page: Page, name: string): Promise<void> => {
  const directory = process.env.E2E_SHOTS
  if (directory === undefined) return
  for (const theme of ['day', 'night', 'high-contrast']) {
    await page.evaluate((value) => {
      document.documentElement.dataset['theme'] = value
    }, theme)
    for (const width of [390, 820, 1440, 1920]) {
      if (theme !== 'day' && width !== 1440) continue
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${directory}/${name}-${theme}-${width}.png` })
    }
  }
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'day'
  })
  await page.setViewportSize({ width: 1440, height: 900 })
}
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('C044 C045 C221 C179 C587 C588 a star on the card watches a patient, can be undone, and the watch list is above all patients', async ({
  page,
  request,
}) => {
  const token = await tokenOf(request, 'nurse@riverside.example')
  const watched = () =>
    graphql<{ patientsInWatchList: { total: number } }>(
      request,
      token,
      '{ patientsInWatchList { total } }',
    ).then(({ patientsInWatchList }) => patientsInWatchList.total)
  const others = await watched()
  await toWard(page)
  const card = await findCard(page, patients.care.watched)
  await card.getByRole('button', { name: /^Watch / }).click()
  await expect(page.getByText(/ added to watch list$/)).toBeVisible()
  const watching = page.getByRole('region', { name: `Watching (${others + 1})` })
  await expect(watching.getByRole('article')).toHaveCount(others + 1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/ removed from watch list$/)).toBeVisible()
  await expect(watching).toHaveCount(0)
  await card.getByRole('button', { name: /^Watch / }).press('Enter')
  await expect(watching.getByRole('article')).toHaveCount(others + 1)
  await look(page, 'ward')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBe(0)
  await page.reload()
  await expect(watching.getByRole('article')).toHaveCount(others + 1)
  await watching
    .getByRole('button', {
      name: new RegExp(`^Stop watching .*${patients.care.watched.lastName}`, 'i'),
    })
    .click()
  await expect(watching).toHaveCount(0)
  // The star is taken back at the server too: whoever signs in next finds the ward as it was.
  await expect.poll(watched).toBe(others)
})

test('C042 C389 C436 the record’s header sets and clears the expected discharge date', async ({
  page,
}) => {
  await page.goto(`/patient/${patients.care.leaving.id}`)
  await page.getByRole('button', { name: /expected discharge/i }).click()
  const dialog = page.getByRole('dialog', { name: 'Expected Discharge Date' })
  await dialog.getByRole('button', { name: 'Next month' }).click()
  await dialog.locator('table button:not([disabled])').nth(20).click()
  await expect(
    dialog.getByText(/^New date: \d\d-\w{3}-\d{4}\. Length of stay: \d+ days\.$/),
  ).toBeVisible()
  await look(page, 'discharge')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBe(0)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /^More\b.*, about the patient$/ }).click()
  const chip = page.getByRole('button', { name: /^Expected discharge \d\d-/ })
  await expect(chip).toBeVisible()
  await expect(page.getByText(/Not sent yet|Sending/)).toHaveCount(0)
  await chip.click()
  await page.getByRole('button', { name: 'Clear the date' }).click()
  const asked = page.getByRole('alertdialog')
  await expect(asked.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await asked.getByRole('button', { name: 'Clear the date' }).click()
  await expect(page.getByRole('button', { name: 'Set expected discharge' })).toBeVisible()
})

test('C043 C425 C426 an acuity score needs the full name typed, also without a connection, and is sent when it is back', async ({
  page,
  context,
}) => {
  const { firstName: first, lastName: last } = patients.care.breathless
  await page.goto(`/patient/${patients.care.breathless.id}`)
  await waitForShell(page)
  const set = async (score: string, name: string): Promise<void> => {
    await page.getByRole('button', { name: /acuity/i }).click()
    await page.getByLabel(/Acuity score, 1 to 4/).fill(score)
    await page.getByLabel(/Reason/).fill('More breathless since the morning')
    await page.getByLabel(/Enter the full name/).fill(name)
    await page.getByRole('button', { name: 'Save' }).click()
  }
  await set('3', `${first} Nobody`)
  await expect(page.getByText('Patient name must match')).toBeVisible()
  await page.getByLabel(/Enter the full name/).fill(`${first} ${last.toLowerCase()}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /^Acuity 3, medium, just now/ })).toBeVisible()
  await context.setOffline(true)
  await expect(connection(page)).toContainText(/Offline/, { timeout: 30_000 })
  await page.getByRole('button', { name: /acuity/i }).click()
  await page.getByLabel(/Acuity score, 1 to 4/).fill('1')
  await expect(page.getByText('Increasing')).toBeVisible()
  await look(page, 'acuity')
  await page.getByLabel(/Enter the full name/).fill(`${first} ${last}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /^Acuity 1, emergency/ })).toBeVisible()
  await expect(page.getByText('Not sent yet')).toBeVisible()
  await look(page, 'record-offline')
  await context.setOffline(false)
  await expect(page.getByText('Not sent yet')).toHaveCount(0, { timeout: 60_000 })
  await expect(page.getByRole('button', { name: /^Acuity 1, emergency/ })).toBeVisible()
})

test('what can be pressed on a telephone at the bedside is as large as a finger, 44 px: on the ward, in the alerts, on the record and in what it says of the patient, whose number is rung', async ({
  page,
  context,
}) => {
  const touch = await context.newCDPSession(page)
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await toWard(page)
  const chip = page.getByRole('button', { name: /^Alert: / }).first()
  const dialog = alertsDialog(page)
  const tooSmall = async (): Promise<string[]> => [
    ...new Set(await tooSmallForAFinger(page.locator('body'))),
  ]
  await expect(chip).toBeVisible()
  expect(await tooSmall(), 'ward').toEqual([])
  await chip.click()
  await expect(dialog.getByRole('button', { name: /^Resolve: / }).first()).toBeVisible()
  expect(await tooSmallForAFinger(dialog), 'alerts').toEqual([])
  await dialog.getByRole('link', { name: 'Open patient record' }).click()
  await expect(page.getByRole('tab', { name: 'Vitals' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Patient Check-ups' })).toBeVisible()
  expect(await tooSmall(), 'record').toEqual([])
  await page.getByRole('button', { name: /^More\b.*, about the patient$/ }).click()
  const call = page.getByRole('link', { name: /^Call / })
  await expect(call).toHaveAttribute('href', /^tel:\+?\d{8,}$/)
  expect(await tooSmall(), 'about the patient').toEqual([])
})
