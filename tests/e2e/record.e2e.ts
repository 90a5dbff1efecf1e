import { expect, type Locator } from '@playwright/test'
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
