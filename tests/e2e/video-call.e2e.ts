import { chromium, expect, type Browser, type Page } from '@playwright/test'
import { axeFindings } from './axe-findings'
import { patients } from './patients'
import { test } from './signed-in'

test.use({ account: 'nurse@harbor.example' })

let devices: Browser
test.beforeAll(async () => {
  const { launchOptions } = test.info().project.use
  devices = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  })
})
test.afterAll(() => devices.close())

/** A browser with camera and microphone of its own, in which nobody ever signed in. */
const someone = async (): Promise<Page> => {
  const context = await devices.newContext({ viewport: { width: 390, height: 780 } })
  await context.addInitScript(() => {
    const made: RTCPeerConnection[] = []
    const Own = window.RTCPeerConnection
    window.RTCPeerConnection = class extends Own {
      constructor(...args: ConstructorParameters<typeof Own>) {
        super(...args)
        made.push(this)
      }
    }
    Object.assign(window, { made })
  })
  return context.newPage()
}
/** Frames of the other's picture that this page has decoded. */
const decoded = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const last = (window as unknown as { made: RTCPeerConnection[] }).made.at(-1)
    let frames = 0
    for (const row of (await last?.getStats())?.values() ?? [])
      if (row.type === 'inbound-rtp' && row.kind === 'video') frames += row.framesDecoded ?? 0
    return frames
  })
const talks = async (page: Page): Promise<void> => {
  await expect(page.getByText('You are in the call.')).toBeVisible()
  const before = await decoded(page)
  await expect.poll(() => decoded(page)).toBeGreaterThan(before)
}
/** The page as a person finds it: nothing to mend, nothing beside the window. */
const look = async (page: Page, name: string): Promise<void> => {
  expect(await axeFindings(page), name).toEqual([])
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide, name).toBeLessThanOrEqual(0)
  const shots = process.env['E2E_SHOTS']
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` })
}

test('P006 C032 C033 C034 C035 C387 staff and patient see each other by two links that are shown once', async ({
  page,
  baseURL,
}) => {
  const { id, lastName } = patients.videoCall
  // As the server names itself where PORTAL_URL does not.
  const origin = (baseURL ?? '').replace('127.0.0.1', 'localhost')
  await page.goto(`/patient/${id}`)
  await page.getByRole('button', { name: 'Video call' }).click()
  const dialog = page.getByRole('dialog', { name: 'Video call' })
  await expect(dialog.getByRole('checkbox', { name: 'Waiting room' })).toBeChecked()
  await look(page, 'not-started')
  await dialog.getByRole('button', { name: 'Start video call' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Waiting room' })).toBeDisabled()
  const [forPatient = '', forHost = ''] = await dialog.locator('code').allTextContents()
  expect(forPatient).toMatch(new RegExp(`^${origin}/call/patient#[\\w-]{43}$`))
  expect(forHost).toMatch(new RegExp(`^${origin}/call/host#[\\w-]{43}$`))
  await look(page, 'started')
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    dialog.getByRole('button', { name: 'Open as host' }).click(),
  ])
  await expect(opened).toHaveURL(`${origin}/call/host`)
  await expect(opened.getByRole('heading', { name: /^Video call of Harbor/ })).toBeVisible()
  await opened.close()

  const patient = await someone()
  const asked: string[] = []
  patient.on('request', (request) => asked.push(`${request.url()} ${request.headers()['referer']}`))
  await patient.goto(forPatient)
  await expect(patient.getByRole('heading', { name: /^Video call with Harbor/ })).toBeVisible()
  await expect(patient.getByText('This is what the other person will see.')).toBeVisible()
  await expect(patient.getByText('You wait until you are let in.')).toBeVisible()
  expect(patient.url()).toBe(`${origin}/call/patient`)
  await look(patient, 'ready')
  await patient.getByRole('button', { name: 'Join the call' }).click()
  await expect(patient.getByText('Please wait. You are let in soon.')).toBeVisible()
  await look(patient, 'waiting')

  const host = await someone()
  await host.setViewportSize({ width: 1440, height: 900 })
  await host.goto(forHost)
  await host.getByRole('button', { name: 'Join the call' }).click()
  await expect(host.getByText('The patient is waiting.')).toBeVisible()
  expect(await decoded(patient)).toBe(0)
  await look(host, 'knocking')
  await host.getByRole('button', { name: 'Let the patient in' }).click()
  await talks(host)
  await talks(patient)
  await look(host, 'host-talking')
  await look(patient, 'patient-talking')

  await patient.getByRole('button', { name: 'Turn microphone off' }).click()
  await patient.getByRole('button', { name: 'Turn camera off' }).click()
  await expect(patient.getByRole('button', { name: 'Turn camera on' })).toBeVisible()

  // A second person with the same link is no third in the call.
  const third = await someone()
  await third.goto(forPatient)
  await third.getByRole('button', { name: 'Join the call' }).click()
  await expect(
    third.getByRole('heading', { name: 'The call is open in another window' }),
  ).toBeVisible()
  await third.context().close()

  await patient.getByRole('button', { name: 'Leave' }).click()
  await expect(patient.getByRole('heading', { name: 'You have left the call' })).toBeVisible()
  await expect(host.getByText('The other person has left.')).toBeVisible()
  await patient.getByRole('button', { name: 'Join again' }).click()
  await patient.getByRole('button', { name: 'Join the call' }).click()
  await talks(patient)
  await talks(host)

  // A reload gives the link up, and leaves the call.
  await patient.reload()
  await expect(
    patient.getByRole('heading', { name: 'This link does not open a call' }),
  ).toBeVisible()
  await expect(host.getByText('The other person has left.')).toBeVisible()
  await patient.goto('about:blank')
  await patient.goto(forPatient)
  await patient.getByRole('button', { name: 'Join the call' }).click()
  await talks(patient)

  await host.getByRole('button', { name: 'End call for both' }).click()
  for (const one of [host, patient])
    await expect(one.getByRole('heading', { name: 'The call is over' })).toBeVisible()
  await look(patient, 'over')
  await patient.goto('about:blank')
  for (const link of [forPatient, forHost]) {
    await patient.goto('about:blank')
    await patient.goto(link)
    await expect(patient.getByRole('heading', { name: 'The call is over' })).toBeVisible()
  }

  // The token is in no address that was asked for, and in nothing that the browser keeps; the name of the patient nowhere.
  const token = forPatient.split('#')[1] ?? 'none'
  expect(asked.filter((one) => one.includes(token))).toEqual([])
  const kept = await patient.evaluate(async () => {
    const urls: string[] = []
    for (const key of await caches.keys())
      urls.push(...(await (await caches.open(key)).keys()).map(({ url }) => url))
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, urls])
  })
  expect(kept).not.toContain(token)
  expect(await patient.content()).not.toContain(lastName)
  await patient.context().close()
  await host.context().close()

  // Closed, the dialog has forgotten the links.
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByRole('button', { name: 'Video call' }).click()
  await expect(dialog.locator('code')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Start video call' })).toBeVisible()
})

test('without a camera and a microphone somebody joins all the same, and is told so', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto(`/patient/${patients.videoCall.id}?dialog=video-call`)
  const dialog = page.getByRole('dialog', { name: 'Video call' })
  await dialog.getByText('Waiting room').click()
  await dialog.getByRole('button', { name: 'Start video call' }).click()
  const [forPatient = '', forHost = ''] = await dialog.locator('code').allTextContents()
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const without = await context.newPage()
  await without.goto(forPatient)
  await expect(without.getByText('No camera and no microphone was found')).toBeVisible()
  await look(without, 'lacks')
  await without.getByRole('button', { name: 'Join the call' }).click()
  await expect(without.getByText('Nobody else is here yet.')).toBeVisible()
  const host = await someone()
  await host.goto(forHost)
  await host.getByRole('button', { name: 'Join the call' }).click()
  await expect(without.getByText('You are in the call.')).toBeVisible()
  await expect(host.getByText('You are in the call.')).toBeVisible()
  await expect
    .poll(() =>
      without
        .getByLabel('The other person')
        .evaluate(
          (video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames,
        ),
    )
    .toBeGreaterThan(0)
  await context.close()
  await host.context().close()
})
