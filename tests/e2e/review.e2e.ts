import { randomUUID } from 'node:crypto'
import { expect, type APIRequestContext } from '@playwright/test'
import { fileItem, pdf, png, wav } from '../server/ingest/made-files'
import { admitNewcomer, letters } from './newcomer'
import { patients } from './patients'
import { deteriorating, graphql, postReading, riverside, tokenOf } from './portal'
import { test } from './signed-in'

const nurse = 'nurse@riverside.example'
test.use({ account: nurse })

const lastName = `Ferriday${letters(Date.now() % 1e6)}`

/** Sends what a patient's devices and app send: files, a check-up that names them, a chat message. */
const sendAll = async (request: APIRequestContext, patientId: string): Promise<void> => {
  const send = async (...[kind, item]: [Parameters<typeof postReading>[2], unknown]) => {
    const { status, body } = await postReading(request, riverside, kind, item)
    expect([kind, status, body['errors']]).toEqual([kind, 201, undefined])
    return String(body['url'])
  }
  const file = (name: string, bytes: Buffer) =>
    send('files', fileItem(randomUUID(), patientId, bytes, name))
  const picture = await file('left-heel.png', png())
  const sound = await file('front_upper_left.wav', wav())
  const report = await file('report.pdf', pdf())
  await send('checkups', {
    ...deteriorating(patientId),
    softSigns: [{ key: 'ankle_swelling', isEmergency: false }],
    weight: { value: 81.4, isManual: true },
    glucose: { reading: 7.2, before_after_meal: 'before_meals' },
    picture: [{ url: picture, caption: 'Left heel' }],
    lungSounds: [{ url: sound }],
    attachments: [{ id: randomUUID(), type: 'Discharge letter', downloadUrl: report }],
  })
  await send('chat-messages', {
    id: randomUUID(),
    patientId,
    message: 'My ankles are thicker than yesterday',
    sentAt: new Date().toISOString(),
  })
}

test('C002 staff review check-ups with all that they hold, scores, monitoring with the ECG and its events, notes, the chat and the timeline', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const patientId = await admitNewcomer(
    request,
    'admin@riverside.example',
    { first: 'Maud', last: lastName },
    { ward: 'Heart Failure Ward', carePathway: 'Heart Failure' },
  )
  await sendAll(request, patientId)
  const token = await tokenOf(request, nurse)
  await graphql(
    request,
    token,
    'mutation ($p: ID!) { addPatientNote(PatientId: $p, text: "Legs up, called the team") { id } }',
    { p: patientId },
  )

  // The check-up: vital signs, soft signs, weight, glucose, picture, lung sounds, attachment, score.
  await page.goto(`/patient/${patientId}/vitals`)
  await expect(page.getByRole('region', { name: 'Current score' })).toContainText('7')
  await page
    .getByRole('region', { name: 'Patient Check-ups' })
    .getByRole('columnheader')
    .getByRole('link')
    .click()
  const main = page.getByRole('main')
  for (const text of ['22', '93', '108', '38.5', '81.4', '7.2', 'Ankle swelling'])
    await expect(main.getByText(text, { exact: false }).first()).toBeVisible()
  await expect(main.getByRole('img', { name: 'Left heel' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Breath sounds' })).toBeVisible()
  await expect(main.getByRole('button', { name: /^Play: / })).toBeEnabled()
  await expect(main.getByRole('button', { name: /Open the Discharge letter/i })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Early-warning summary' })).toBeVisible()

  // Notes, chat, timeline.
  await page.goto(`/patient/${patientId}/notes`)
  await expect(page.getByText('Legs up, called the team')).toBeVisible()
  await page.getByRole('tab', { name: 'Chat' }).click()
  await expect(page.getByText('My ankles are thicker than yesterday')).toBeVisible()
  await page.getByLabel('Message to the patient').fill('Please weigh yourself tomorrow')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('log').getByText('Please weigh yourself tomorrow')).toBeVisible()
  await page.getByRole('tab', { name: 'Action Log' }).click()
  await expect(page.getByText(new RegExp(`Admitted Maud ${lastName}`))).toBeVisible()

  // Continuous monitoring of somebody who wears a patch, with what the analysis found.
  await page.goto(`/patient/${patients.care.breathless.id}/vitals`)
  await expect(page.getByRole('region', { name: /Continuous Monitoring/ })).toBeVisible()
  const ecg = page.getByRole('region', { name: /^ECG Trace/ })
  await expect(ecg.getByText(/ Hz · /)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('link', { name: /rhythm events? in 24 h/ })).toBeVisible()
  await ecg.getByRole('button', { name: 'AI ECG Event Detection' }).click()
  await expect(page.getByRole('list', { name: 'Detected Events' })).toBeVisible({ timeout: 60_000 })
})
