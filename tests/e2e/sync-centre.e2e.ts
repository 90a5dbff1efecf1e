import { AxeBuilder } from '@axe-core/playwright'
import { expect, request, test, type Page } from '@playwright/test'
import { startGoverned, type GovernedServer } from './governed'
import { cards, connection, graphql, nameOf, openWard, tokenOf, waitForShell } from './portal'

const email = 'nurse@riverside.example'
let server: GovernedServer
test.beforeAll(async () => {
  server = await startGoverned()
})
test.afterAll(() => server.close())

const userId = `(select id from user_account where email = '${email}')`
/**
 * Her role from now on; what she had before ended half a minute ago, since a device estimates the
 * server's clock to the line's latency.
 */
const roles = async (role: string): Promise<void> => {
  await server.govern(
    `update user_organization set roles = '["${role}"]' where user_id = ${userId}`,
  )
  await server.govern(
    `update access_history set until = until - interval '30 seconds' where user_id = ${userId} and until > now() - interval '5 seconds'`,
  )
}
const stored = async (text: string): Promise<number> =>
  (await server.govern(`select id from patient_note where text = '${text}'`)).length

const centre = async (page: Page) => {
  await page
    .getByRole('banner')
    .getByRole('link')
    .filter({ has: page.getByRole('status') })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sync centre' })).toBeVisible()
}
/** One item of the centre, by its words. */
const item = (page: Page, words: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: words })
const write = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: /^Note/ }).fill(text)
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: text })).toContainText('Not sent yet')
}

test('a note written after the permission was removed is in the sync centre with its reason, and leaves it only corrected or discarded with a reason', async ({
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  const page = await context.newPage()
  await openWard(page, email)
  await waitForShell(page)
  await nameOf(cards(page).first()).click()
  const name = await page
    .getByRole('region', { name: 'Patient', exact: true })
    .getByRole('heading')
    .innerText()
  await page.getByRole('tab', { name: 'Notes' }).click()
  await expect(page.getByRole('button', { name: 'Add note' })).toBeVisible()

  // Without a line she does not hear that her role was taken away, and goes on writing.
  await context.setOffline(true)
  await expect(connection(page)).toContainText(/Offline/, { timeout: 60_000 })
  await roles('Read Only')
  await write(page, 'Walked to the kitchen')
  await write(page, 'Written twice by mistake')
  await page.getByRole('link', { name: 'See it in the sync centre' }).first().click()
  await expect(page.getByRole('heading', { name: 'Waiting to be sent' })).toBeVisible()
  await expect(item(page, 'Walked to the kitchen')).toContainText('Not sent yet')

  // The line is back: the server refuses both, and they stand in front of her.
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Needs your attention' })).toBeVisible({
    timeout: 60_000,
  })
  await expect(item(page, 'Walked to the kitchen')).toContainText(
    'You were not allowed to do this when you wrote it.',
  )
  await expect(item(page, 'Written twice by mistake')).toContainText('Not accepted')
  await expect(connection(page)).toContainText('2 need your attention')
  const head = page.getByRole('heading', { level: 3 })
  expect(name.toLowerCase()).toContain((await head.innerText()).split(' ').at(-1)?.toLowerCase())
  expect(await stored('Walked to the kitchen')).toBe(0)
  const findings = (await new AxeBuilder({ page }).analyze()).violations.filter(
    ({ impact }) => impact === 'serious' || impact === 'critical',
  )
  expect(findings.map(({ id }) => id)).toEqual([])

  // They outlive a reload; nothing clears them silently.
  await page.reload()
  await expect(item(page, 'Walked to the kitchen')).toContainText('Not accepted')

  // She discards one, with a reason.
  await item(page, 'Written twice by mistake')
    .getByRole('button', { name: /^Discard/ })
    .click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Written twice by mistake')
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(dialog).toContainText('Choose a reason')
  await dialog.getByRole('radio', { name: 'Already on the record' }).check()
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(item(page, 'Written twice by mistake')).toHaveCount(0)
  // Why is told to the server, once, under her name.
  const given = `select result::jsonb ->> 'reason' as reason from client_mutation where operation = 'syncDiscard' and user_id = ${userId}`
  await expect
    .poll(() => server.govern(given), { timeout: 30_000 })
    .toEqual([{ reason: 'Already on the record' }])

  // She may again, corrects the other, and it arrives once.
  await roles('Clinician')
  await item(page, 'Walked to the kitchen').getByRole('button', { name: /^Edit/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: 'Note' })
    .fill('Walked to the kitchen and back')
  await page.getByRole('button', { name: 'Save and send' }).click()
  await expect(
    page.getByRole('heading', { name: 'All your work on this device is sent' }),
  ).toBeVisible({
    timeout: 30_000,
  })
  await expect(connection(page)).toContainText(/Live|Up to date/)
  expect(await stored('Walked to the kitchen and back')).toBe(1)
  expect(await stored('Walked to the kitchen')).toBe(0)
  expect(await stored('Written twice by mistake')).toBe(0)
  await centre(page)
  await context.close()
})

test('signing out offline says how many records are safe; the sign-in page says that they wait, sends them in their author’s name once connected, and ends the author’s session', async ({
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  const page = await context.newPage()
  await openWard(page, email)
  await waitForShell(page)
  await nameOf(cards(page).first()).click()
  await page.getByRole('tab', { name: 'Notes' }).click()
  await expect(page.getByRole('button', { name: 'Add note' })).toBeVisible()
  await context.setOffline(true)
  await expect(connection(page)).toContainText(/Offline/, { timeout: 60_000 })
  await write(page, 'Safe over the sign-out')
  await page.getByRole('button', { name: /^User menu of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('1 record has not been sent yet')
  await expect(dialog.getByRole('button', { name: /discard/i })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/, { timeout: 30_000 })
  await expect(page.getByText('1 record waits on this device to be sent.')).toBeVisible()
  await context.setOffline(false)
  // Nobody signs in: the page sends it, says so, and her session is over at the server too.
  await expect(
    page.getByText('1 record that was waiting on this device has been sent.'),
  ).toBeVisible({ timeout: 60_000 })
  expect(await stored('Safe over the sign-out')).toBe(1)
  const live = `select count(*)::int as live from sync_session s join user_account u on u.id = s.user_id where u.email = '${email}' and s.revoked_at is null
    and s.group_id = (select m.group_id from sync_mutation m join patient_note n on n.id = m.id where n.text = 'Safe over the sign-out')`
  await expect.poll(() => server.govern(live), { timeout: 30_000 }).toEqual([{ live: 0 }])
  const [row] = await server.govern(
    `select u.email from patient_note n join user_account u on u.id = n.created_by where n.text = 'Safe over the sign-out'`,
  )
  expect(row).toEqual({ email })
  await context.close()
})

interface Standing {
  patient: {
    wardAdmission: {
      ward: { id: string }
      carePathway: { id: string }
      expectedDischargeDate: string | null
    }
  }
}
const standing =
  'query($id: ID!) { patient(patientId: $id) { wardAdmission { ward { id } carePathway { id } expectedDischargeDate } } }'
const choice = `mutation($patientId: ID!, $wardId: ID!, $carePathwayId: ID!, $expectedDischargeDate: Date) {
  updateExpectedDischargeDate(patientId: $patientId, wardId: $wardId, carePathwayId: $carePathwayId, expectedDischargeDate: $expectedDischargeDate) { id } }`
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const shown = (date: string): string => {
  const [year, , of] = date.split('-')
  return `${of}-${new Date(`${date}T12:00:00Z`).toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })}-${year}`
}

test('an expected discharge date that somebody else chose meanwhile is compared: theirs is kept until the user confirms twice, then the user’s replaces it', async ({
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  const page = await context.newPage()
  const api = await request.newContext({ baseURL: server.url })
  const token = await tokenOf(api, 'admin@riverside.example')
  await openWard(page, email)
  await waitForShell(page)
  await nameOf(cards(page).first()).click()
  await expect(page.getByRole('tab', { name: 'Vitals' })).toBeVisible()
  const record = new URL(page.url()).pathname.split('/').slice(0, 3).join('/')
  const patientId = record.split('/')[2] ?? ''
  const now = async () =>
    (await graphql<Standing>(api, token, standing, { id: patientId })).patient.wardAdmission

  const disagree = async (theirs: string): Promise<string> => {
    await page.goto(record)
    const chip = page.getByRole('button', { name: /expected discharge/i }).first()
    await expect(chip).toBeVisible()
    await context.setOffline(true)
    await expect(connection(page)).toContainText(/Offline/, { timeout: 60_000 })
    await chip.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Next month' }).click()
    await dialog.getByRole('button', { name: /^15 / }).click()
    const mine = /New date: (\S+)\./.exec(await dialog.innerText())?.[1] ?? ''
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    const { ward, carePathway } = await now()
    await graphql(api, token, choice, {
      patientId,
      wardId: ward.id,
      carePathwayId: carePathway.id,
      expectedDischargeDate: theirs,
    })
    await context.setOffline(false)
    await expect(connection(page)).toContainText('1 needs your attention', { timeout: 60_000 })
    await centre(page)
    const table = page.getByRole('table', { name: /^Expected discharge date/ })
    await expect(table.getByRole('columnheader').last()).toHaveText(
      'Other version: Margaret Adeyemi',
    )
    await expect(table.getByRole('cell').nth(1)).toHaveText(mine)
    await expect(table.getByRole('cell').nth(2)).toHaveText(shown(theirs))
    await expect(table.getByRole('rowheader')).toContainText('Differs')
    expect((await now()).expectedDischargeDate).toBe(theirs)
    return mine
  }

  // Theirs stands, and hers is given up with the reason.
  const first = day(Date.now() + 100 * 86_400_000)
  await disagree(first)
  await page.getByRole('button', { name: /^Keep the other version/ }).click()
  await expect(page.getByLabel('The reason')).toHaveValue('The change by Margaret Adeyemi was kept')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(
    page.getByRole('heading', { name: 'All your work on this device is sent' }),
  ).toBeVisible()
  expect((await now()).expectedDischargeDate).toBe(first)

  // Hers is sent after all, once she has seen both values in the question.
  const second = day(Date.now() + 101 * 86_400_000)
  const mine = await disagree(second)
  await page.getByRole('button', { name: /^Send mine/ }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`${shown(second)} becomes ${mine}`)
  expect((await now()).expectedDischargeDate).toBe(second)
  await question.getByRole('button', { name: 'Yes, send mine' }).click()
  await expect(
    page.getByRole('heading', { name: 'All your work on this device is sent' }),
  ).toBeVisible({
    timeout: 30_000,
  })
  expect(shown((await now()).expectedDischargeDate ?? '')).toBe(mine)
  await api.dispose()
  await context.close()
})
