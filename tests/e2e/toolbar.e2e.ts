import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { axeFindings } from './axe-findings'
import { password } from './portal'
import { startRealServer, type RealServer } from './real-server'

let server: RealServer
const dataDir = mkdtempSync(join(tmpdir(), 'lamplight-toolbar-'))
test.beforeAll(async () => {
  server = await startRealServer({
    dataDir,
    publicDir: process.env['E2E_DIST'] ?? 'dist',
    verbose: process.env['E2E_VERBOSE'] !== undefined,
  })
})
test.afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** `npm run toolbar -- --user ID`, while the server runs. */
const launch = (user: string): string => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'server/toolbar-link.ts', '--user', user, '--organisation', 'G82027'],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        DEMONSTRATION: '1',
        DATA_DIR: dataDir,
        PORT: String(server.port),
      },
    },
  )
  expect([status, stderr]).toEqual([0, ''])
  const link = new URL(/https?:\S+/u.exec(stdout)?.[0] ?? '')
  return server.url + link.pathname + link.search
}

test('P065 P085 P140 P142 P177 a nurse comes from the toolbar, links it by password, is signed in by it, and unlinks it', async ({
  page,
  browser,
}) => {
  await page.goto(launch('dr-jones'))
  await expect(page).toHaveURL(`${server.url}/login`)
  await page.getByLabel('Email').fill('nurse@riverside.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/link-identity`)
  await expect(page.getByText('dr-jones, of the organisation G82027')).toBeVisible()
  await expect(page.getByText('nurse@riverside.example, ')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  for (const [width, name] of [
    [390, 'narrow'],
    [1440, 'wide'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    if (process.env['E2E_SHOTS'] !== undefined)
      await page.screenshot({ path: join(process.env['E2E_SHOTS'], `link-${name}.png`) })
  }
  await page.getByRole('button', { name: 'Link Account' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Identity linked successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/virtual-ward/)

  // On another device the toolbar signs her in by a press; there is nothing to type, and nothing to link again.
  const context = await browser.newContext({ baseURL: server.url })
  const other = await context.newPage()
  const used = launch('dr-jones')
  await other.goto(used)
  const proceed = other.getByRole('button', { name: /^Continue as / })
  await expect(proceed).toBeVisible()
  expect(await axeFindings(other)).toEqual([])
  await proceed.click()
  await expect(other).toHaveURL(/\/virtual-ward/)
  // The same launch again signs nobody in.
  const third = await browser.newContext({ baseURL: server.url })
  const again = await third.newPage()
  await again.goto(used)
  await expect(again.getByLabel('Password', { exact: true })).toBeVisible()
  await third.close()

  await other.goto('/account')
  const section = other.getByRole('region', { name: 'Clinical toolbar' })
  await expect(section.getByText('dr-jones (organisation G82027)')).toBeVisible()
  for (const [width, name] of [
    [390, 'narrow'],
    [1440, 'wide'],
  ] as const) {
    await other.setViewportSize({ width, height: 900 })
    if (process.env['E2E_SHOTS'] !== undefined) {
      await section.scrollIntoViewIfNeeded()
      await other.screenshot({ path: join(process.env['E2E_SHOTS'], `account-${name}.png`) })
    }
  }
  await section.getByRole('button', { name: /^Unlink/ }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
  await expect(section.getByText(/^No user of Quicksilva is linked/)).toBeVisible()
  await context.close()
})

test('P138 a launch that was changed on its way leads home, and links nothing', async ({
  page,
}) => {
  await page.goto(`${server.url}/login`)
  await page.getByLabel('Email').fill('nurse@riverside.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/virtual-ward/)
  const good = launch('dr-jones')
  const [header = '', payload = '', signature = ''] =
    good.split('externalAuthIdentity=')[1]?.split('.') ?? []
  const claims = Buffer.from(payload, 'base64url').toString().replace('dr-jones', 'dr-smith')
  const forged = [header, Buffer.from(claims).toString('base64url'), signature].join('.')
  await page.goto(`${server.url}/login?externalAuthIdentity=${forged}`)
  await expect(page).toHaveURL(/\/virtual-ward/)
  await page.goto(`${server.url}/account`)
  await expect(page.getByText(/^No user of Quicksilva is linked/)).toBeVisible()
})
