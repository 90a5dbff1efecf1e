import { expect, test } from '@playwright/test'
import { deteriorating, findCard, graphql, openWard, postCheckup, riverside, tokenOf, willowbank } from './portal'

interface Page { virtualWardPatients: { patients: { id: string; firstName: string; lastName: string }[] } }
const anyPatient = async (request: Parameters<typeof graphql>[0], email: string) => {
  const token = await tokenOf(request, email)
  const { virtualWardPatients } = await graphql<Page>(request, token, '{ virtualWardPatients(take: 50, skip: 0, sort: [{ field: lastName, direction: ASC }]) { patients { id firstName lastName } } }')
  const patient = virtualWardPatients.patients[3]
  if (!patient) throw new Error('The demonstration has no fourth patient')
  return { token, ...patient }
}

test('C173 C174 C211 P002 a device’s check-up shows on an open virtual ward within one refresh, with the score of the RCP chart', async ({ page, request }) => {
  const patient = await anyPatient(request, 'nurse@riverside.example')
  await openWard(page, 'nurse@riverside.example')
  const card = await findCard(page, patient)

  const stored = await postCheckup(request, riverside, deteriorating(patient.id))
  expect(stored.status).toBe(201)
  await page.getByRole('button', { name: 'Refresh now' }).click()
  await expect(page.getByText('Updated just now')).toBeVisible()
  await expect(card.getByRole('img', { name: /^Early-warning score/ })).toContainText('7')
  await expect(card).toContainText('108/71')
  await expect(card).toContainText('38.5')
})

test('an unsigned check-up, and one of another organisation’s device, never show', async ({ page, request }) => {
  const patient = await anyPatient(request, 'nurse@riverside.example')
  const before = async () => (await graphql<{ checkupsByPatient: { total: number } }>(request, patient.token, 'query($id: ID!) { checkupsByPatient(patientId: $id, take: 1) { total } }', { id: patient.id })).checkupsByPatient.total
  const count = await before()
  const reading = { ...deteriorating(patient.id), temperature: { value: 34.2, isManual: true } }
  const unsigned = await postCheckup(request, riverside, reading, false)
  expect(unsigned.status).toBe(401)
  const foreign = await postCheckup(request, willowbank, reading)
  expect([403, 404]).toContain(foreign.status)
  expect(await before()).toBe(count)

  await openWard(page, 'nurse@riverside.example')
  const card = await findCard(page, patient)
  // A reading that may be shown proves that the refresh came, and that the others are not merely late.
  expect((await postCheckup(request, riverside, { ...deteriorating(patient.id), temperature: { value: 37.7, isManual: true } })).status).toBe(201)
  await page.getByRole('button', { name: 'Refresh now' }).click()
  await expect(card).toContainText('37.7')
  await expect(card).not.toContainText('34.2')
})
