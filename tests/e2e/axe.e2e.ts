import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { cards, nameOf, openWard } from './portal'

const themes = ['day', 'night', 'high-contrast'] as const
const widths = [1024, 390] as const

const findings = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  return violations.filter((one) => one.impact === 'serious' || one.impact === 'critical').map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).slice(0, 3).join(' | ')}`)
}

const inEveryTheme = async (page: Page, path: string, ready: () => Promise<void>): Promise<void> => {
  for (const theme of themes) {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.addInitScript((chosen) => localStorage.setItem('lamplight.theme', chosen), theme)
      await page.goto(path)
      await ready()
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      expect(await findings(page), `${path} ${theme} ${width} px`).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(overflow, `${path} ${theme} ${width} px scrolls sideways`).toBeLessThanOrEqual(0)
    }
  }
}

for (const path of ['/login', '/forgot-password', '/account-action?mode=resetPassword&oobCode=nonsense', '/quicksilva-error', '/no-such-page']) {
  test(`no serious axe finding on ${path} in three themes at two widths`, async ({ page }) => {
    await inEveryTheme(page, path, async () => { await expect(page.getByRole('heading', { level: 1 })).toBeVisible() })
  })
}

test('no serious axe finding on the screens behind sign-in in three themes at two widths', async ({ page, context }) => {
  test.setTimeout(240_000)
  await openWard(page, 'nurse@riverside.example')
  await inEveryTheme(page, '/virtual-ward', async () => { await expect(cards(page).first()).toBeVisible() })
  await nameOf(cards(page).first()).click()
  await expect(page.getByRole('table', { name: 'Patient Check-ups' })).toBeVisible()
  const record = new URL(page.url()).pathname.split('/').slice(0, 3).join('/')
  await inEveryTheme(page, `${record}/vitals`, async () => { await expect(page.getByRole('table', { name: 'Patient Check-ups' })).toBeVisible() })
  await inEveryTheme(page, `${record}/notes`, async () => { await expect(page.getByRole('button', { name: 'Add note' })).toBeVisible() })
  await inEveryTheme(page, '/account', async () => { await expect(page.getByRole('heading', { level: 1 })).toBeVisible() })
  await inEveryTheme(page, '/welcome', async () => { await expect(page.getByRole('heading', { level: 1 })).toBeVisible() })
  await context.close()
})
