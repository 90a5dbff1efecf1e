import { expect, type Locator } from '@playwright/test'
import { demonstrationPatients } from '../../server/demonstration/people'
import { cards, nameOf, refreshWard, toWard, waitForShell } from './portal'
import { test } from './signed-in'

test('C014 C016 C078 C142 the record is titled Patient Record and opens on vitals; a check-up opens from its date, and its print button is not printed', async ({
  page,
}) => {
  await toWard(page)
  await nameOf(cards(page).first()).click()
  await expect(page.getByRole('tab', { name: 'Vitals' })).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveTitle(/Patient Record/)
  await page
    .getByRole('table', { name: 'Patient Check-ups' })
    .getByRole('columnheader')
    .getByRole('link')
    .last()
    .click()
  await expect(page).toHaveURL(/\/patient\/[^/]+\/checkup\/[^/]+$/)
  const print = page.getByRole('button', { name: 'Print / save as PDF' })
  await expect(print).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(print).toBeHidden()
})

test('a server that is killed while the ward is open is said within seconds, and the ward is current again when it is back', async ({
  page,
  context,
}) => {
  await toWard(page)
  await waitForShell(page)
  await context.route('**/Prod/**', (route) => route.abort('connectionrefused'))
  await refreshWard(page)
  await expect(page.getByRole('banner').getByRole('status')).toContainText(/Offline/, {
    timeout: 10_000,
  })
  await expect(cards(page).first()).toBeVisible()
  await context.unroute('**/Prod/**')
  await expect(page.getByRole('banner').getByRole('status')).toContainText(/Up to date|Live/, {
    timeout: 60_000,
  })
})

test('a captive portal that answers 200 with its own page is not taken for the server', async ({
  page,
  context,
}) => {
  await toWard(page)
  await waitForShell(page)
  await context.route('**/Prod/**', (route) =>
    route.fulfill({
      status: 200,
      contentType: 'text/html',
      body: '<html>Welcome to Café Wi-Fi</html>',
    }),
  )
  await refreshWard(page)
  await expect(page.getByRole('banner').getByRole('status')).toContainText(/Offline/, {
    timeout: 60_000,
  })
  await expect(cards(page).first()).toBeVisible()
})

test('no value of a card is cut or lies over the next one, however wide the window is', async ({
  page,
}) => {
  await toWard(page)
  for (const width of [1440, 1366, 1280, 1200, 1024, 390]) {
    await page.setViewportSize({ width, height: 2_400 })
    const over = await cards(page).evaluateAll((shown) =>
      shown.flatMap((card) =>
        [...card.querySelectorAll('[role="group"]')].flatMap((tile) => {
          const words = [...tile.querySelectorAll<HTMLElement>('span, div')].filter(
            (part) => part.children.length === 0 && !part.classList.contains('visually-hidden'),
          )
          const end = tile.getBoundingClientRect().right + 1
          return words
            .filter(
              (part) =>
                part.getBoundingClientRect().right > end ||
                (part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1),
            )
            .map((part) => part.innerText)
        }),
      ),
    )
    expect(over, `${width} px`).toEqual([])
  }
})

test('the first patient is within 300 px on a phone and on the first screen at 200 % zoom, and so is the chart of the record on a desk', async ({
  page,
}) => {
  const topOf = async (what: Locator): Promise<number> => (await what.boundingBox())?.y ?? Infinity
  await toWard(page)
  await page.setViewportSize({ width: 390, height: 900 })
  expect(await topOf(cards(page).first())).toBeLessThanOrEqual(300)
  // A window of 1440 by 900 at 200 %.
  await page.setViewportSize({ width: 720, height: 450 })
  const name = nameOf(cards(page).first())
  expect(await topOf(name)).toBeLessThanOrEqual(300)
  await page.setViewportSize({ width: 1440, height: 900 })
  await name.click()
  const chart = page.getByRole('table', { name: 'Patient Check-ups' })
  await expect(chart).toBeVisible()
  expect(await topOf(chart)).toBeLessThanOrEqual(520)
})

test('on a phone the patient’s header takes a quarter of the window at most, its menu open or closed, and has the score, when it was measured and what is due; the rest is behind a button', async ({
  page,
}) => {
  const phone = { width: 390, height: 844 }
  const quarter = phone.height / 4
  const boxOf = async (what: Locator) => (await what.boundingBox()) ?? { y: Infinity, height: 0 }
  await page.setViewportSize(phone)
  await toWard(page)
  const shown = await nameOf(cards(page)).evaluateAll((names) =>
    names.map((name) => name.getAttribute('href') ?? ''),
  )
  const longest = demonstrationPatients
    .filter(({ organization }) => organization === 'riverside')
    .reduce((a, b) => (b.lastName.length > a.lastName.length ? b : a))
  const banner = page.locator('[data-patient-banner]')
  const name = banner.getByRole('heading', { level: 1 })
  const tabs = page.getByRole('tablist', { name: 'Parts of the record' })
  const menu = page.getByRole('button', { name: 'Actions', exact: true })
  const height = async () => (await boxOf(tabs)).y - (await boxOf(banner)).y
  for (const address of [...shown.slice(0, 6), `/patient/${longest.id}`]) {
    await page.goto(address)
    // Alerts are there once the ward is.
    await expect(page.getByRole('button', { name: /alert|early-warning|×/i }).first()).toBeVisible()
    await expect(banner).toContainText(/Check-up (.* ago|just now)|No check-ups yet/)
    await expect(banner).toContainText(/due|Next|Missed|needed/i)
    // What may be out of date says so on lines of its own, until the page has asked.
    await expect(page.locator('header [data-stale="true"]')).toHaveCount(0)
    expect(await height(), address).toBeLessThanOrEqual(quarter)
    await menu.click()
    const last = page.getByRole('button', { name: 'Copy patient ID' })
    await expect(last).toBeVisible()
    // It may have become out of date meanwhile, and says so until it has asked.
    await expect(async () => {
      await expect(page.locator('header [data-stale="true"]')).toHaveCount(0)
      expect(await height(), `${address}, menu open`).toBeLessThanOrEqual(quarter)
    }).toPass({ timeout: 30_000 })
    const first = page.getByRole('list').filter({ has: last }).getByRole('button').first()
    const named = await boxOf(name)
    expect((await boxOf(first)).y).toBeGreaterThan(named.y + named.height)
    await page.keyboard.press('Escape')
  }
  const about = page.getByRole('button', { name: 'About the patient', exact: true })
  await expect(about).toBeHidden()
  const more = page.getByRole('button', { name: /^More\b.*, about the patient$/ })
  const watch = page.getByRole('button', { name: /^(Watch|Stop watching) / })
  await page.context().setOffline(true)
  await more.click()
  await watch.click()
  await more.click()
  await expect(more).toHaveText(/^More\b.* · not sent$/)
  expect(await height(), 'not sent').toBeLessThanOrEqual(quarter)
  await page.context().setOffline(false)
  await expect(more).toHaveText(/^More( · \d flags?)?$/)
  await more.click()
  await watch.click()
  await expect(about).toBeVisible()
  await expect(page.getByRole('button', { name: 'Discharge from ward' })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 900))
  await expect.poll(async () => (await boxOf(banner)).y).toBe(0)
  expect((await boxOf(banner)).height).toBeLessThanOrEqual(quarter)
})
