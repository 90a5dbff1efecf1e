import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { goodRows, sheetFiles } from '../../scripts/patient-sheets'
import { axeFindings } from './axe-findings'
import { graphql, signIn, tokenOf } from './portal'
import { startRealServer, type RealServer } from './real-server'

const admin = 'admin@willowbank.example'
// It registers 40 patients in an organisation that other files use: on a server of its own.
let home: string
let server: RealServer
test.beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'lamplight-bulk-upload-'))
  server = await startRealServer({
    dataDir: join(home, 'data'),
    publicDir: process.env.E2E_DIST ?? 'dist',
  })
})
test.afterAll(async () => {
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

const choose = async (page: Page, file: string): Promise<void> => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose file' }).click()
  await (await chooser).setFiles(resolve(import.meta.dirname, '../..', file))
}
const narrow = { width: 390, height: 844 }
const wide = { width: 1440, height: 900 }
/** axe finds nothing serious, on a desk and on a telephone. */
const isAccessible = async (page: Page): Promise<void> => {
  for (const size of [narrow, wide]) {
    await page.setViewportSize(size)
    expect(await axeFindings(page)).toEqual([])
  }
}

test('P052 O038 O230 O246 a sheet of 40 is read in a worker, cut off in the middle, goes on after a reload, and all 40 are admitted once', async ({
  browser,
}) => {
  // Forty patients are registered one after another: two minutes and a half beside other files.
  test.setTimeout(600_000)
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await signIn(page, admin)
  await expect(page).not.toHaveURL(/\/login/, { timeout: 45_000 })
  await page.goto('/welcome')
  await page.getByRole('button', { name: 'Add Patients' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bulk Add Patients' })
  await expect(dialog.getByRole('heading', { name: 'Step 1: fill the template' })).toBeVisible()
  await isAccessible(page)
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download Import Template' }).click()
  expect((await download).suggestedFilename()).toBe('patient-import-template.xlsx')

  await choose(page, sheetFiles.bad)
  await expect(dialog.getByText('30 cells in 30 rows must be corrected.')).toBeVisible()
  await expect(dialog.getByText('A2: Required')).toBeVisible()
  await isAccessible(page)
  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await choose(page, sheetFiles.good)
  await expect(dialog.getByText('No fault was found.')).toBeVisible()

  await dialog.getByLabel('Ward').selectOption('Garden Wing')
  await dialog.getByLabel('Care Pathway').selectOption({ index: 1 })
  // The third batch reaches the server; its answer reaches nobody.
  let batches = 0
  let cut: () => void = () => undefined
  const isCut = new Promise<void>((done) => (cut = done))
  await page.route('**/Prod/graphql', async (route) => {
    if (!(route.request().postData() ?? '').includes('CreatePatient')) return route.continue()
    batches += 1
    if (batches < 3) return route.continue()
    await route.fetch()
    cut()
    return undefined
  })
  await dialog.getByRole('button', { name: 'Add 40 patients' }).click()
  await isCut
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect(dialog.getByText(/was interrupted/)).toBeVisible()
  await isAccessible(page)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await expect(dialog.getByText('The upload is done')).toBeVisible()
  await expect(dialog.getByText('40 added · 40 of them admitted')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()

  const token = await tokenOf(context.request, admin)
  const listed = await graphql<{
    patients: { patients: { nationalIdentifier: { value: string } | null }[] }
  }>(
    context.request,
    token,
    '{ patients(filter: activeAdmission, nameOrNhsNumber: "9997", take: 50) { patients { nationalIdentifier { value } } } }',
  )
  const numbers = listed.patients.patients.map((one) => one.nationalIdentifier?.value)
  expect(numbers).toHaveLength(40)
  expect(new Set(numbers).size).toBe(goodRows(40).length - 1)
  await context.close()
})
