import { expect, test, type Page } from '@playwright/test'
import { isFull } from '../depth'
import { axeFindings } from './axe-findings'
import { focusOf } from './focus'
import { cards, nameOf, openWard, waitForShell } from './portal'

const themes = ['day', 'night', 'high-contrast'] as const
const [wide, narrow] = [1024, 390] as const

/**
 * What the device asks for, which the portal follows without a load where nobody chose. Without
 * motion no colour is on its way to another one.
 */
const put = async (page: Page, theme: (typeof themes)[number]): Promise<void> => {
  await page.emulateMedia({
    colorScheme: theme === 'night' ? 'dark' : 'light',
    contrast: theme === 'high-contrast' ? 'more' : 'no-preference',
    reducedMotion: 'reduce',
  })
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}
const look = async (page: Page, place: string): Promise<void> => {
  expect(await axeFindings(page), place).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${place} scrolls sideways`).toBeLessThanOrEqual(0)
}
/**
 * The page is loaded once: every theme at one width and one of them at the other (all at both with
 * TEST_DEPTH=full). tests/ui/theme-contrast.test.ts holds every pair of colours.
 */
const inEveryTheme = async (
  page: Page,
  path: string,
  ready: (page: Page) => Promise<void>,
): Promise<void> => {
  await page.setViewportSize({ width: narrow, height: 900 })
  await page.goto(path)
  await ready(page)
  for (const theme of isFull ? themes : [themes[0]]) {
    await put(page, theme)
    await look(page, `${path} ${theme} ${narrow} px`)
  }
  await page.setViewportSize({ width: wide, height: 900 })
  await ready(page)
  for (const theme of themes) {
    await put(page, theme)
    await look(page, `${path} ${theme} ${wide} px`)
  }
}
const showsHeading = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { level: 1 })).toBeVisible()

for (const path of [
  '/login',
  '/forgot-password',
  '/account-action?mode=resetPassword&oobCode=nonsense',
  '/quicksilva-error',
  '/no-such-page',
]) {
  test(`no serious axe finding on ${path} in three themes and at two widths`, async ({ page }) => {
    await inEveryTheme(page, path, showsHeading)
  })
}

for (const theme of themes) {
  test(`a device on which ${theme} was chosen opens with it, whatever it asks for itself`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: theme === 'day' ? 'dark' : 'light' })
    await page.addInitScript((chosen) => localStorage.setItem('lamplight.theme', chosen), theme)
    await page.goto('/login')
    await showsHeading(page)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  })
}

test('the keyboard reaches all of the sign-in page in order, and each thing shows that it is there', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeVisible()
  const seen: string[] = []
  const blind: string[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const here = await focusOf(page)
    if (here === null || seen.includes(here.name)) break
    seen.push(here.name)
    if (!here.isRinged) blind.push(here.name)
  }
  expect(blind).toEqual([])
  expect(seen).toEqual([
    'Skip to main content',
    'Email',
    'Password',
    'Show password',
    'Sign in',
    'Forgot your password',
    'Hide this message',
    'English (UK)',
    'Day',
  ])
})

test.describe('behind sign-in', () => {
  let page: Page
  let record: string
  test.beforeAll(async ({ browser }) => {
    page = await (await browser.newContext()).newPage()
    await openWard(page, 'nurse@riverside.example')
    await waitForShell(page)
    await nameOf(cards(page).first()).click()
    await expect(page.getByRole('table', { name: 'Patient Check-ups' })).toBeVisible()
    record = new URL(page.url()).pathname.split('/').slice(0, 3).join('/')
  })
  test.afterAll(() => page.context().close())

  for (const [name, path, ready] of [
    ['the ward', () => '/virtual-ward', (shown) => expect(cards(shown).first()).toBeVisible()],
    [
      'the vitals of a record',
      () => `${record}/vitals`,
      (shown) => expect(shown.getByRole('table', { name: 'Patient Check-ups' })).toBeVisible(),
    ],
    [
      'the notes of a record',
      () => `${record}/notes`,
      (shown) => expect(shown.getByRole('button', { name: 'Add note' })).toBeVisible(),
    ],
    [
      'asking to measure again',
      () => `${record}?dialog=repeat`,
      (shown) => expect(shown.getByRole('button', { name: 'In 15 min' })).toBeVisible(),
    ],
    [
      'the calls and visits of a record',
      () => `${record}?dialog=contacts`,
      (shown) => expect(shown.getByRole('radio', { name: 'No answer', exact: true })).toBeVisible(),
    ],
    ['the account', () => '/account', showsHeading],
    ['the welcome', () => '/welcome', showsHeading],
  ] satisfies [string, () => string, (shown: Page) => Promise<void>][]) {
    test(`no serious axe finding on ${name} in three themes and at two widths`, () =>
      inEveryTheme(page, path(), ready))
  }
})

test.describe('the rooms of an administrator', () => {
  let page: Page
  test.beforeAll(async ({ browser }) => {
    page = await (await browser.newContext()).newPage()
    await openWard(page, 'admin@riverside.example')
  })
  test.afterAll(() => page.context().close())

  /** A row of the room's table: what was asked for has come. */
  const showsRow = (shown: Page): Promise<void> =>
    expect(shown.getByRole('main').getByRole('row').nth(1)).toBeVisible()
  /** A table that has no room is a list of cards. */
  const showsRows = async (shown: Page): Promise<void> => {
    await showsHeading(shown)
    // A page may have a table and, beside it, one of so many columns that it is cards.
    await expect(
      shown
        .getByRole('main')
        .getByRole('row')
        .nth(1)
        .or(shown.getByRole('listitem').last())
        .first(),
    ).toBeVisible()
  }
  for (const [name, path] of [
    ['the patients', '/patients/all'],
    ['the wards', '/wards'],
    ['the activity of the wards', '/wards/activity'],
    ['the care pathways', '/pathways'],
    ['the users', '/settings/users'],
    ['the roles', '/settings/roles'],
  ] as const) {
    test(`no serious axe finding on ${name} in three themes and at two widths`, () =>
      inEveryTheme(page, path, showsRows))
  }
  for (const [name, path] of [
    ['adding a user', '/settings/users/add'],
    ['the integration tokens', '/settings/integration-tokens'],
    ['the refused records', '/settings/refused-records'],
  ] as const) {
    test(`no serious axe finding on ${name} in three themes and at two widths`, () =>
      inEveryTheme(page, path, showsHeading))
  }
  for (const [name, list, link] of [
    ['a ward', '/wards', 'Manage Ward'],
    ['a care pathway', '/pathways', 'View Pathway'],
  ] as const) {
    test(`no serious axe finding on ${name} in three themes and at two widths`, async () => {
      await page.setViewportSize({ width: wide, height: 900 })
      await page.goto(list)
      await showsRow(page)
      await page.getByRole('link', { name: link }).first().click()
      await page.waitForURL(/\/(wards|pathways)\/[^/]+/)
      const { pathname } = new URL(page.url())
      await inEveryTheme(page, pathname, showsHeading)
      if (list === '/pathways')
        await inEveryTheme(page, `${pathname.split('/').slice(0, 3).join('/')}/edit`, showsHeading)
    })
  }
})
