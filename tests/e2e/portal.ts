import { createHmac, randomUUID } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

export const password = 'lantern-harbour-violet'

/** Signs in through the login screen. */
export const signIn = async (page: Page, email: string): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in and waits for the virtual ward. */
export const openWard = async (page: Page, email: string): Promise<void> => {
  await signIn(page, email)
  await expect(page).toHaveURL(/\/virtual-ward/, { timeout: 45_000 })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(cards(page).first()).toBeVisible({ timeout: 30_000 })
}

/** The ward, where somebody is signed in already. */
export const toWard = async (page: Page): Promise<void> => {
  await page.goto('/virtual-ward')
  await expect(cards(page).first()).toBeVisible({ timeout: 30_000 })
}

/** The cards of the virtual ward. */
export const cards = (page: Page) => page.getByRole('main').getByRole('list').getByRole('article')

/** Asks for the whole ward now: in the display settings. */
export const refreshWard = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Display settings' }).click()
  await page.getByRole('button', { name: 'Refresh now' }).click()
}

/** The name on a card: a link to the record. */
export const nameOf = (card: Locator) => card.getByRole('heading', { level: 3 }).getByRole('link')

/** The connection in words, in the header. */
export const connection = (page: Page) => page.getByRole('banner').getByRole('status')

/**
 * Waits until the service worker controls the page: from then on it opens without a line. Also
 * ahead of `route`: where the worker takes the page over at that moment, Playwright sees none of
 * its requests any more, and holds up none.
 */
export const waitForShell = async (page: Page): Promise<void> => {
  // Not waitForFunction: what is asked is a promise, and that takes any promise for a yes.
  await expect(async () => {
    const controls = await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready
      return active?.state === 'activated' && navigator.serviceWorker.controller !== null
    })
    expect(controls).toBe(true)
  }).toPass({ timeout: 60_000 })
}

/** An id token straight from the identity server, for asking the API what it holds. */
export const tokenOf = async (request: APIRequestContext, email: string): Promise<string> => {
  const answer = await request.post(
    '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=test',
    { data: { email, password, returnSecureToken: true } },
  )
  return ((await answer.json()) as { idToken: string }).idToken
}

export const graphql = async <Data>(
  request: APIRequestContext,
  token: string,
  query: string,
  variables: Record<string, unknown> = {},
  organization?: string,
  /** Of a server of one's own. */
  origin = '',
): Promise<Data> => {
  const answer = await request.post(`${origin}/Prod/graphql`, {
    data: { query, variables },
    headers: {
      authorization: `Bearer ${token}`,
      ...(organization ? { 'x-acting-organization-id': organization } : {}),
    },
  })
  const body = (await answer.json()) as { data?: Data; errors?: { message: string }[] }
  if (!body.data || body.errors) throw new Error(JSON.stringify(body.errors))
  return body.data
}

/** On the ward, the card of one patient alone. */
export const findCard = async (
  page: Page,
  { firstName, lastName }: { readonly firstName: string; readonly lastName: string },
): Promise<Locator> => {
  await page.getByRole('searchbox').fill(lastName)
  const card = page
    .getByRole('region', { name: 'All Patients' })
    .getByRole('article')
    .filter({ hasText: new RegExp(`${lastName}, ${firstName}`, 'i') })
  await expect(card).toHaveCount(1)
  return card
}

export interface Device {
  readonly key: string
  readonly secret: string
}

export const harbor: Device = { key: 'demo-harbor', secret: 'demonstration-only-harbor' }
export const riverside: Device = { key: 'demo-riverside', secret: 'demonstration-only-riverside' }

/**
 * Sends something as a device of that organisation would, whose clock says `at`; `signed: false`
 * leaves the signature wrong.
 */
export const postReading = async (
  request: APIRequestContext,
  device: Device,
  kind: 'checkups' | 'monitoring-buckets' | 'files' | 'chat-messages',
  reading: unknown,
  { at = Date.now(), signed = true } = {},
): Promise<{ status: number; body: Record<string, unknown> }> => {
  const path = `/Prod/ingest/v1/${kind}`
  const timestamp = String(Math.floor(at / 1000))
  const body = JSON.stringify(reading)
  const signature = createHmac('sha256', device.secret)
    .update(`${timestamp}\nPOST\n${path}\n${body}`)
    .digest('hex')
  const answer = await request.post(path, {
    data: Buffer.from(body),
    headers: {
      'content-type': 'application/json',
      'x-api-key': device.key,
      'x-timestamp': timestamp,
      'x-signature': signed ? signature : '0'.repeat(64),
    },
  })
  return { status: answer.status(), body: (await answer.json()) as Record<string, unknown> }
}

/** Posts a check-up; `signed: false` leaves the signature wrong. */
export const postCheckup = (
  request: APIRequestContext,
  device: Device,
  checkup: Record<string, unknown>,
  signed = true,
): Promise<{ status: number; body: Record<string, unknown> }> =>
  postReading(request, device, 'checkups', checkup, { signed })

/**
 * A check-up that scores 7 on the RCP chart: RR 22 (2), SpO2 93 (2), air (0), BP 108 (1), pulse 95
 * (1), alert (0), 38.5 °C (1).
 */
export const deteriorating = (patientId: string, at = Date.now()): Record<string, unknown> => ({
  id: randomUUID(),
  patientId,
  type: 'new_checkup',
  startedAt: new Date(at - 120_000).toISOString(),
  endedAt: new Date(at).toISOString(),
  respiratoryRate: { value: 22, source: 'manual' },
  pulseOxiData: { averageSpO2: 93, confidence: 'HIGH', device: 'Nonin 3230', isManual: false },
  onOxygen: false,
  bloodPressureData: { systolic: 108, diastolic: 71, position: 'sitting', isManual: false },
  pulseRate: { value: 95, source: 'cuff', isManual: false },
  consciousness: 'A',
  temperature: { value: 38.5, isManual: true },
})
