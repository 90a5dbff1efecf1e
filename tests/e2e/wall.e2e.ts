import { expect } from '@playwright/test'
import { patients } from './patients'
import { deteriorating, postCheckup, riverside, toWard, waitForShell } from './portal'
import { test } from './signed-in'

const tiles = '[data-wall] > ol > li'

test('the wall shows who is worst first, hears of a reading by itself, says within 15 s that it is not live, and is live again without a reload', async ({
  page,
  context,
  request,
}) => {
  await toWard(page)
  await waitForShell(page)
  await page.getByRole('button', { name: 'Display settings' }).click()
  await page.getByRole('link', { name: 'Wall display' }).click()
  await expect(page.locator(tiles).first()).toBeVisible()
  const count = await page.locator(tiles).count()
  expect(count).toBeGreaterThanOrEqual(6)
  expect(count).toBeLessThanOrEqual(12)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.locator(`${tiles} a, ${tiles} button`)).toHaveCount(0)
  await expect(
    page.getByText(/^Screen (stays on|may sleep)$|cannot keep the screen on/),
  ).toBeVisible()
  // Names are not for everybody in the corridor.
  const shown = await page.locator(`${tiles} h2`).allTextContents()
  expect(shown.every((name) => name.trim().length <= 6)).toBe(true)
  await page.evaluate(() => {
    ;(window as { sameLife?: boolean }).sameLife = true
  })
  const worst = {
    ...deteriorating(patients.wall.id),
    respiratoryRate: { value: 30, source: 'manual' },
    pulseOxiData: { averageSpO2: 86, confidence: 'HIGH', device: 'Nonin 3230', isManual: false },
    consciousness: 'P',
    pulseRate: { value: 141, source: 'cuff', isManual: false },
  }
  expect((await postCheckup(request, riverside, worst)).status).toBe(201)
  // Sooner than the 8 s after which it would ask of its own accord. RR 3, SpO2 3, BP 1, pulse 3,
  // consciousness 3, temperature 1, and nobody pressed anything. Only who has more alerts, as one
  // patient of the demonstration has, stands before it.
  const worstTiles = page.locator(`:is(${tiles}):nth-child(-n + 2)`)
  await expect(worstTiles.getByRole('img', { name: /score 14,/ })).toBeVisible({ timeout: 7_000 })
  await context.setOffline(true)
  await expect(page.getByRole('alert')).toContainText(/NOT LIVE since \d\d:\d\d/, {
    timeout: 15_000,
  })
  // The words take room: there may be fewer tiles than before.
  await expect
    .poll(async () =>
      (await page.locator(tiles).allTextContents()).every((tile) => /As of \d\d:\d\d/.test(tile)),
    )
    .toBe(true)
  await context.setOffline(false)
  await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 60_000 })
  await expect(page.locator(tiles).first()).not.toContainText('As of')
  expect(await page.evaluate(() => (window as { sameLife?: boolean }).sameLife)).toBe(true)
})

test('nothing of a wall is cut, however much is said of a patient, on screens of any size', async ({
  page,
}) => {
  await toWard(page)
  await waitForShell(page)
  await page.goto('/virtual-ward?display=wall')
  for (const [width, height] of [
    [1920, 1080],
    [1440, 900],
    [1280, 720],
    [3840, 2160],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(page.locator('[data-wall][data-fits=true]')).toBeVisible()
    await expect(page.locator(tiles).first()).toBeVisible()
    // A pixel is rounding.
    await expect
      .poll(() =>
        page.evaluate(
          (all) => [
            document.documentElement.scrollHeight > window.innerHeight + 1,
            [...document.querySelectorAll(all)].filter(
              (tile) => tile.scrollHeight > tile.clientHeight + 1,
            ).length,
          ],
          tiles,
        ),
      )
      .toEqual([false, 0])
  }
})
