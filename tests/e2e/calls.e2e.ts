import { chromium, expect, test } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secretBox } from '../../server/secret-box'
import { receiptToken } from '../../server/push/told'
import { wholeChromium } from './chromium'
import { startGoverned, type GovernedServer } from './governed'
import { password, signIn, waitForShell } from './portal'

/*
 * A call on a device whose pages are closed: the worker shows it and says so to the server. The browser is the
 * whole one, as people have it: the other shows nobody a notification. Chromium has no
 * push service here, so the test hands the worker what a push service would (DevTools,
 * ServiceWorker.deliverPushMessage); that a push is sealed for a browser and opened by it is tested in
 * tests/server/calling/push.test.ts.
 */
const nurse = 'nurse@riverside.example'
let server: GovernedServer
let profile: string
test.beforeAll(async () => {
  profile = mkdtempSync(join(tmpdir(), 'lamplight-calls-'))
  server = await startGoverned()
})
test.afterAll(() => {
  server.close()
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
})

/** A call of the nurse about a patient of hers, which was pushed. */
const pushed = async (): Promise<{ readonly id: string; readonly patientId: string }> => {
  const rows = (await server.govern(`
    with who as (select id from user_account where email = '${nurse}'),
      place as (select a.organization_id, a.ward_id, a.patient_id from ward_admission a
        join ward_staff s on s.ward_id = a.ward_id join who on who.id = s.user_id where a.discharged_at is null order by a.patient_id limit 1),
      called as (insert into calling (id, organization_id, ward_id, patient_id, alert_ids, began_at)
        select 'calling-1', organization_id, ward_id, patient_id, '{}', now() from place returning id, organization_id, patient_id),
      step as (insert into calling_step (id, calling_id, organization_id, patient_id, step, user_id, called_at)
        select 'step-1', c.id, c.organization_id, c.patient_id, 1, who.id, now() from called c, who returning id, organization_id, user_id, patient_id),
      push as (insert into call_push (id, organization_id, user_id, calling_step_id, severity, made_at)
        select 'push-1', organization_id, user_id, id, 4, now() from step returning id)
    select push.id, step.patient_id as "patientId" from push, step`)) as {
    id: string
    patientId: string
  }[]
  const [row] = rows
  if (row === undefined) throw new Error('The nurse has no patient')
  return row
}

test('is shown with every page closed, said to be received, and leads to the patient', async () => {
  const { launchOptions, locale, timezoneId } = test.info().project.use
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    ...(wholeChromium === undefined ? {} : { executablePath: wholeChromium }),
    baseURL: server.url,
    permissions: ['notifications'],
    locale,
    timezoneId,
  } as Parameters<typeof chromium.launchPersistentContext>[1])
  const page = await context.newPage()
  await signIn(page, nurse)
  await expect(page).toHaveURL(/\/virtual-ward/)
  await waitForShell(page)
  const { id, patientId } = await pushed()

  // A page of nobody's, which the worker does not know: DevTools speak through it.
  const elsewhere = await context.newPage()
  const devTools = await context.newCDPSession(elsewhere)
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(server.url))
      if (ours !== undefined) resolve(ours.registrationId)
    })
  })
  await devTools.send('ServiceWorker.enable')
  const registrationId = await registered
  await page.close()
  const token = receiptToken(secretBox(new Uint8Array(32)), id)
  await devTools.send('ServiceWorker.deliverPushMessage', {
    origin: server.url,
    registrationId,
    data: JSON.stringify({ id, token, severity: 4 }),
  })
  const received = () =>
    server.govern(`select 1 from calling_step where id = 'step-1' and received_at is not null`)
  await expect.poll(async () => (await received()).length).toBe(1)

  const opened = await context.newPage()
  await opened.goto(`/called/${id}`)
  const shown = await opened.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(
      ({ title, body, tag }) => ({
        title,
        body,
        tag,
      }),
    ),
  )
  expect(shown).toEqual([
    {
      title: 'Lamplight: you are called',
      body: 'An alert of severity 4 needs someone now.',
      tag: id,
    },
  ])
  // The device opens without a sign-in what it keeps; whom the call is about the server alone knows.
  await opened.getByRole('button', { name: 'Sign in', exact: true }).click()
  await opened.getByLabel('Email').fill(nurse)
  await opened.getByLabel('Password', { exact: true }).fill(password)
  await opened.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(opened).toHaveURL(`${server.url}/patient/${patientId}`)
  await context.close()
})
