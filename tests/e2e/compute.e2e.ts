import { expect, test, type Page } from '@playwright/test'
import { cards, nameOf, openWard, signIn } from './portal'

declare const written: string[]

const workersOf = (page: Page) =>
  page.workers().filter((worker) => worker.url().includes('compute.worker'))
/** Notes what this page's own thread writes of the ward into IndexedDB. */
const watchWrites = (page: Page) =>
  page.addInitScript(() => {
    const names: string[] = []
    Object.assign(window, { written: names })
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function noted(this: IDBObjectStore, ...given) {
      if (['virtualWardPatient', 'patient', 'checkup', 'note'].includes(this.name))
        names.push(this.name)
      return put.apply(this, given)
    }
  })

test('the ward is read, sealed and written by a worker, the page shows it as it comes, and the worker ends with the session', async ({
  page,
}) => {
  const refused: string[] = []
  page.context().on('request', (request) => {
    if (request.url().endsWith('/policy-reports')) refused.push(request.postData() ?? '')
  })
  await watchWrites(page)
  await openWard(page, 'nurse@riverside.example')
  await nameOf(cards(page).first()).click()
  await expect(page.getByRole('table', { name: 'Patient Check-ups' })).toBeVisible()
  expect(workersOf(page)).toHaveLength(1)
  // Neither the page nor the worker tries what the content security policy refuses.
  expect(refused).toEqual([])
  expect(await page.evaluate(() => written)).toEqual([])
  const [first] = workersOf(page)

  await page.getByRole('button', { name: /^User menu of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(workersOf(page)).toEqual([])

  await signIn(page, 'admin@riverside.example')
  await expect(cards(page).first()).toBeVisible({ timeout: 30_000 })
  const now = workersOf(page)
  expect(now).toHaveLength(1)
  expect(now[0]).not.toBe(first)
})

test.describe('where no worker starts', () => {
  test.use({ serviceWorkers: 'block' })

  test('the page does the work itself', async ({ page, context }) => {
    await context.route(/compute\.worker/, (route) => route.abort())
    await watchWrites(page)
    await openWard(page, 'nurse@riverside.example')
    await nameOf(cards(page).first()).click()
    await expect(page.getByRole('table', { name: 'Patient Check-ups' })).toBeVisible()
    expect(new Set(await page.evaluate(() => written))).toContain('virtualWardPatient')
  })
})
