import { expect, test, type Page } from '@playwright/test'
import { axeFindings } from './axe-findings'
import { cards, nameOf, openWard } from './portal'

const themes = ['day', 'night', 'high-contrast'] as const
const widths = [1024, 390] as const

const inEveryTheme = async (page: Page, path: string, ready: () => Promise<void>): Promise<void> => {
  for (const theme of themes) {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.addInitScript((chosen) => localStorage.setItem('lamplight.theme', chosen), theme)
      await page.goto(path)
      await ready()
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      expect(await axeFindings(page), `${path} ${theme} ${width} px`).toEqual([])
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

test('the keyboard reaches all of the sign-in page in order, and each thing shows that it is there', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('E-mail')).toBeVisible()
  const seen: string[] = []
  const blind: string[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const here = await page.evaluate(() => {
      const at = document.activeElement
      if (at === null || at === document.body) return null
      const rings = (one: Element | null): boolean => {
        const style = one === null ? null : getComputedStyle(one)
        return style !== null && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2
      }
      // A radio button that cannot be seen shows it on its words, a field whose frame cuts it off on the frame.
      const isCut = at.parentElement !== null && getComputedStyle(at.parentElement).overflow !== 'visible'
      const label = at.getAttribute('aria-label') ?? ('labels' in at ? (at.labels as NodeListOf<HTMLLabelElement> | null)?.[0]?.textContent : null) ?? at.textContent
      return { name: label?.trim() ?? '', isSeen: (!isCut && rings(at)) || rings(at.nextElementSibling) || rings(at.parentElement) }
    })
    if (here === null || seen.includes(here.name)) break
    seen.push(here.name)
    if (!here.isSeen) blind.push(here.name)
  }
  expect(blind).toEqual([])
  expect(seen).toEqual(['Skip to main content', 'E-mail', 'Password', 'Show password', 'Sign in', 'Forgot your password', 'Hide this message', 'English (UK)', 'Day'])
})

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
