import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  expect,
  request as api,
  test,
  type APIRequestContext,
  type Browser,
  type Page,
} from '@playwright/test'
import { alertItem, chipName, grave, wellPatient } from './alert-screen'
import {
  deteriorating,
  findCard,
  graphql,
  harbor,
  password,
  postReading,
  riverside,
  tokenOf,
  type Device,
} from './portal'
import { startRealServer, type RealServer } from './real-server'

const hour = 3_600_000
const minute = 60_000
interface Night {
  readonly name: string
  readonly zone: string
  readonly locale: string
  readonly email: string
  readonly device: Device
  readonly pathway: string
  /** Half past eleven in the evening, local time, before the clocks change. */
  readonly start: string
  /**
   * The first check-up that the pathway asks for in the morning: in local time, as it is written,
   * and as an instant.
   */
  readonly due: string
  readonly dueAt: string
}
const nights: readonly Night[] = [
  {
    name: 'London, clocks go forward',
    zone: 'Europe/London',
    locale: 'en-GB',
    email: 'nurse@riverside.example',
    device: riverside,
    pathway: 'Acute Respiratory Infection',
    start: '2026-03-28T23:30:00Z',
    due: '08:00',
    dueAt: '2026-03-29T07:00:00Z',
  },
  {
    name: 'London, clocks go back',
    zone: 'Europe/London',
    locale: 'en-GB',
    email: 'nurse@riverside.example',
    device: riverside,
    pathway: 'Acute Respiratory Infection',
    start: '2026-10-24T22:30:00Z',
    due: '08:00',
    dueAt: '2026-10-25T08:00:00Z',
  },
  {
    name: 'New York, clocks go forward',
    zone: 'America/New_York',
    locale: 'en-US',
    email: 'nurse@harbor.example',
    device: harbor,
    pathway: 'Hospital at Home',
    start: '2026-03-08T04:30:00Z',
    due: '7:00 AM',
    dueAt: '2026-03-08T11:00:00Z',
  },
]

interface Listed {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly continuousMonitoringSession: object | null
  readonly schedules: readonly { readonly id: string; readonly name: string }[]
  readonly wardAdmission: { readonly carePathway: { readonly name: string } } | null
}

/** A page and a server whose clocks are moved together. */
interface Moved {
  readonly page: Page
  moveTo(at: number): Promise<void>
  close(): Promise<void>
}
/** Signed in at that instant. No worker: none of these pages is loaded twice. */
const signInAt = async (
  browser: Browser,
  server: RealServer,
  at: number,
  { email, zone: timezoneId, locale }: Pick<Night, 'email' | 'zone' | 'locale'>,
): Promise<Moved> => {
  await server.moveClock(at)
  const context = await browser.newContext({
    baseURL: server.url,
    timezoneId,
    locale,
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await page.clock.install({ time: at })
  await page.addInitScript(() =>
    localStorage.setItem(
      'virtual_ward_filters',
      JSON.stringify({ history: 4, wardIds: [], neighborIds: [], onlyOverdue: false }),
    ),
  )
  await page.goto('/login')
  await page.getByLabel(/E-?mail/i).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/virtual-ward/)
  let moves = 0
  return {
    page,
    moveTo: async (to) => {
      await server.moveClock(to)
      await page.clock.setSystemTime(to)
      // As a tablet that was put down and is taken up again: somebody is there, and the page is
      // looked at. It need not wait for its next tick.
      moves += 1
      await page.mouse.move(700, 3 + moves)
      await page.evaluate(() => {
        document.dispatchEvent(new Event('visibilitychange'))
      })
    },
    close: () => context.close(),
  }
}

for (const night of nights)
  test.describe(night.name, () => {
    const start = Date.parse(night.start)
    let dataDir: string
    let server: RealServer
    let request: APIRequestContext
    test.beforeAll(async () => {
      dataDir = mkdtempSync(join(tmpdir(), 'lamplight-dst-'))
      server = await startRealServer({
        dataDir,
        publicDir: process.env['E2E_DIST'] ?? 'dist',
        startsAt: start - hour,
      })
      request = await api.newContext({ baseURL: server.url })
    })
    test.afterAll(async () => {
      await request.dispose()
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    })

    // Once, an hour before the first of the nights, on the server that is there for it.
    if (night === nights[0])
      test('an alert that is not acknowledged in the pathway’s time is escalated, says so on card and in the dialog, and no longer once acknowledged', async ({
        browser,
      }) => {
        const at = start - hour
        const patient = await wellPatient(request)
        // The server's clock has gone on since it started: the alert is raised at `at`, and its time
        // to escalate ends half an hour later.
        await server.moveClock(at)
        expect(
          (await postReading(request, riverside, 'checkups', grave(patient.id, at), { at })).status,
        ).toBe(201)
        const { page, moveTo, close } = await signInAt(browser, server, at, night)
        const card = await findCard(page, patient)
        await expect(card.getByRole('button', { name: chipName })).toHaveAttribute(
          'data-escalated',
          'false',
        )
        await moveTo(at + 31 * minute)
        await expect(card.getByRole('button', { name: chipName })).toHaveAttribute(
          'data-escalated',
          'true',
        )
        await card.getByRole('button', { name: chipName }).click()
        await expect(alertItem(page)).toContainText(/Escalated .*: not acknowledged in time/)
        await alertItem(page)
          .getByRole('button', { name: /^I’m dealing with this/ })
          .click()
        await expect(alertItem(page)).toContainText('Hannah Whitfield is dealing with this')
        await expect(alertItem(page)).not.toContainText('Escalated')
        await close()
      })

    test(`ages, due times, the history window and a missed check-up are right over the night: ${night.name}`, async ({
      browser,
    }) => {
      await server.moveClock(start)
      const token = await tokenOf(request, night.email)
      const {
        virtualWardPatients: { patients },
      } = await graphql<{ virtualWardPatients: { patients: readonly Listed[] } }>(
        request,
        token,
        '{ virtualWardPatients(take: 50, skip: 0, sort: [{ field: alertCount, direction: ASC }]) { patients { id firstName lastName wardAdmission { carePathway { name } } schedules { id name } continuousMonitoringSession { id } } } }',
      )
      const patient = patients.find(
        (one) =>
          one.wardAdmission?.carePathway.name === night.pathway &&
          one.continuousMonitoringSession === null,
      )
      if (patient === undefined) throw new Error(`Nobody is on ${night.pathway}`)
      // A total of 0: the score asks for the next observation after twelve hours only, the pathway
      // in the morning.
      const quiet = {
        ...deteriorating(patient.id, start - 5 * minute),
        id: randomUUID(),
        checkupType: { id: patient.schedules[0]?.id, name: patient.schedules[0]?.name },
        respiratoryRate: { value: 16, source: 'manual' },
        pulseOxiData: {
          averageSpO2: 97,
          confidence: 'HIGH',
          device: 'Nonin 3230',
          isManual: false,
        },
        bloodPressureData: { systolic: 124, diastolic: 71, position: 'sitting', isManual: false },
        pulseRate: { value: 72, source: 'cuff', isManual: false },
        temperature: { value: 37, isManual: true },
      }
      expect(
        (await postReading(request, night.device, 'checkups', quiet, { at: start })).status,
      ).toBe(201)

      const { page, moveTo, close } = await signInAt(browser, server, start, night)
      const card = await findCard(page, patient)
      await expect(card).toContainText(/Check-?up \d+ min ago/i)
      await expect(card).toContainText(`Next ${night.due}`)
      // Three hours and fifty minutes have passed, whatever the clock on the wall says: inside a
      // window of four hours.
      await moveTo(start + 3 * hour + 45 * minute)
      await expect(card).toContainText(/Check-?up 3 hr? 5\d min ago/i)
      await expect(card).toContainText(`Next ${night.due}`)
      await moveTo(start + 4 * hour + 10 * minute)
      await expect(card).toContainText('No visible checkups')
      // The morning of the pathway, in local time: overdue ten minutes after it, missed and an
      // alert after its tolerance of an hour (and before the session ends, 12 h on).
      await moveTo(Date.parse(night.dueAt) + 10 * minute)
      await expect(card).toContainText(new RegExp(`Overdue 1\\d\\smin, due ${night.due}`))
      await expect(card.getByRole('button', { name: /^Alert: Missed/ })).toHaveCount(0)
      // A clock that jumps is a break to the server: it waits for what devices could not send, half
      // an hour at most (server/jobs/hearing.ts).
      let at = Date.parse(night.dueAt) + hour + 10 * minute
      await expect(async () => {
        await moveTo(at)
        at += 31 * minute
        await expect(card.getByRole('button', { name: /^Alert: Missed/ })).toBeVisible({
          timeout: 20_000,
        })
      }).toPass({ timeout: 80_000 })
      await card.getByRole('button', { name: /^Alert: Missed/ }).click()
      await expect(page.getByRole('dialog', { name: 'Alerts' })).toContainText(
        new RegExp(`was due .*${night.due}`),
      )
      await close()
    })
  })
