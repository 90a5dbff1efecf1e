import { expect, test } from '@playwright/test'
import { patients } from './patients'
import {
  cards,
  connection,
  findCard,
  graphql,
  nameOf,
  openWard,
  password,
  tokenOf,
  waitForShell,
} from './portal'

const notesQuery =
  'query($id: ID!) { patientNotes(patientId: $id) { total notes { id text createdBy { firstName lastName } } } }'
interface Notes {
  patientNotes: { total: number; notes: { id: string; text: string }[] }
}

test('P001 C001 C003 P040 C170 C171 P054 P072 O202 a user who opens the ward is asked to sign in and led back to it, sees it, reads a chart, loses the connection, reloads, writes a note, and it arrives once', async ({
  page,
  context,
  request,
}) => {
  await page.goto('/virtual-ward?x=1')
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.getByLabel('Email').fill('nurse@riverside.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/virtual-ward\?x=1$/, { timeout: 45_000 })
  await expect(cards(page).first()).toBeVisible({ timeout: 30_000 })
  await waitForShell(page)

  // Her ward, through the same home route that she lands on.
  await page.goto('/')
  await expect(page).toHaveURL(/\/virtual-ward$/)
  await expect(cards(page).first()).toBeVisible()

  // A patient's record: the chart agrees with the server's scores.
  const patientId = patients.thread.id
  await nameOf(await findCard(page, patients.thread)).click()
  await expect(page).toHaveURL(new RegExp(`/patient/${patientId}`))
  const table = page.getByRole('table', { name: 'Patient Check-ups' })
  await expect(table).toBeVisible()
  const token = await tokenOf(request, 'nurse@riverside.example')
  const { checkupsByPatient } = await graphql<{
    checkupsByPatient: { checkups: { ewsScores: { totalScore: number | null } | null }[] }
  }>(
    request,
    token,
    'query($id: ID!) { checkupsByPatient(patientId: $id, take: 10) { checkups { ewsScores { totalScore } } } }',
    { id: patientId },
  )
  const expected = checkupsByPatient.checkups
    .map((checkup) => checkup.ewsScores?.totalScore ?? null)
    .reverse()
  const cellsOf = async () =>
    (
      await table
        .getByRole('row', { name: /^Total Score/ })
        .getByRole('cell')
        .allInnerTexts()
    ).map((text) => text.match(/\d+|N\/A/)?.[0])
  await expect
    .poll(cellsOf)
    .toEqual(expected.map((total) => (total === null ? 'N/A' : String(total))))

  // The line goes. She reloads, and still reads the ward and the record, with their age in words.
  await context.setOffline(true)
  await page.reload()
  await expect(table).toBeVisible()
  expect(await cellsOf()).toEqual(expected.map((total) => (total === null ? 'N/A' : String(total))))
  await expect(connection(page)).toContainText(/Offline/)

  // She writes a note: it is said to be kept only when it is, and shown as not sent.
  const text = `Walked to the kitchen and back, breathing easier ${Date.now()}`
  await page.getByRole('tab', { name: 'Notes' }).click()
  await page.getByRole('textbox', { name: /^Note/ }).fill(text)
  await page.getByRole('button', { name: 'Add note' }).click()
  const note = page.getByRole('listitem').filter({ hasText: text })
  await expect(note).toContainText('Not sent yet')
  await expect(connection(page)).toContainText('1 change kept on this device')

  // A reload without the line keeps it.
  await page.reload()
  await expect(note).toContainText('Not sent yet')
  expect(
    (await graphql<Notes>(request, token, notesQuery, { id: patientId })).patientNotes.notes.filter(
      (one) => one.text === text,
    ),
  ).toHaveLength(0)

  // The line is back: it is sent by itself, once.
  await context.setOffline(false)
  await expect(note).not.toContainText('Not sent yet', { timeout: 30_000 })
  await expect(connection(page)).toContainText(/Live|Up to date/)
  const stored = async () =>
    (await graphql<Notes>(request, token, notesQuery, { id: patientId })).patientNotes.notes.filter(
      (one) => one.text === text,
    )
  expect(await stored()).toHaveLength(1)
  await page.reload()
  await expect(note).toHaveCount(1)
  expect(await stored()).toHaveLength(1)
})

test('a cold start offline opens the last ward and a deep link to an opened patient', async ({
  page,
  context,
}) => {
  await openWard(page, 'nurse2@riverside.example')
  await waitForShell(page)
  const names = await nameOf(cards(page)).allInnerTexts()
  await nameOf(cards(page).first()).click()
  await expect(page.getByRole('table', { name: 'Patient Check-ups' })).toBeVisible()
  const record = page.url()
  await context.setOffline(true)

  const cold = await context.newPage()
  await page.close()
  await cold.goto('/virtual-ward')
  await expect(cards(cold).first()).toBeVisible()
  expect((await nameOf(cards(cold)).allInnerTexts()).sort()).toEqual(names.sort())
  await expect(connection(cold)).toContainText(/Offline/)
  await expect(cold.getByText(/data from|as of/i).first()).toBeVisible()

  await cold.goto(record)
  await expect(cold.getByRole('table', { name: 'Patient Check-ups' })).toBeVisible()
})

test('a wrong password is said beside the form and nothing typed is lost', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('nurse@riverside.example')
  await page.getByLabel('Password', { exact: true }).fill(`${password}x`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('nurse@riverside.example')
  await expect(page).toHaveURL(/\/login/)
})
