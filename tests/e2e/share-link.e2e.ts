import { expect, type Page } from '@playwright/test'
import { patients } from './patients'
import { waitForShell } from './portal'
import { test } from './signed-in'

test.use({ account: 'admin@riverside.example' })

/** Everything that a page's tab and its origin store on the device, as text. */
const stored = async (page: Page): Promise<string> => {
  const ofTab = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  // The page hides the browser's databases from itself: a document without the portal reads them.
  const plain = await page.context().newPage()
  await plain.goto('/Prod/version.json')
  const ofOrigin = await plain.evaluate(async () => {
    const rows: unknown[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const opened = await new Promise<IDBDatabase>((resolve, reject) => {
        const asked = indexedDB.open(name)
        asked.onsuccess = () => resolve(asked.result)
        asked.onerror = () => reject(new Error(name))
      })
      for (const store of opened.objectStoreNames)
        rows.push(
          await new Promise((resolve, reject) => {
            const asked = opened.transaction(store).objectStore(store).getAll()
            asked.onsuccess = () => resolve(asked.result)
            asked.onerror = () => reject(new Error(store))
          }),
        )
      opened.close()
    }
    for (const key of await caches.keys())
      rows.push((await (await caches.open(key)).keys()).map(({ url }) => url))
    return JSON.stringify(rows)
  })
  await plain.close()
  return ofTab + ofOrigin
}

test('P011 P012 P044 P045 P046 P081 P281 P282 P319 C018 C248 C249 a record is shared by a link, read without a sign-in, and closed by deleting the link', async ({
  page,
  browser,
  baseURL,
}) => {
  const { id } = patients.ingest
  await page.goto(`/patient/${id}?dialog=share`)
  const dialog = page.getByRole('dialog', { name: 'Share record' })
  await dialog.getByLabel('The link works for').selectOption({ label: '1 hour' })
  await dialog.getByRole('button', { name: 'Make link' }).click()
  const made = page.getByRole('alertdialog', { name: 'The link was made' })
  const link = (await made.locator('code').textContent()) ?? ''
  expect(link).toMatch(new RegExp(`^${baseURL ?? ''}/share\\?share=[\\w-]{43}$`))
  const token = link.split('=')[1] ?? ''
  await made.getByRole('button', { name: 'I have copied it' }).click()

  // Somebody else, on a device where nobody ever signed in.
  const elsewhere = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const reader = await elsewhere.newPage()
  const asked: { url: string; authorization: string | undefined; referrer: string | undefined }[] =
    []
  reader.on('request', (request) => {
    const headers = request.headers()
    asked.push({
      url: request.url(),
      authorization: headers['authorization'],
      referrer: headers['referer'],
    })
  })
  await reader.goto(link)
  await expect(reader).toHaveURL(new RegExp(`/patient/${id}`))
  const tabs = reader.getByRole('tablist').getByRole('tab')
  await expect(tabs).toHaveText(['Vitals', 'Care Pathway', 'Notes', 'Action Log'])
  await expect(reader.getByText('You read this record by an access link of')).toBeVisible()
  for (const name of ['Care Pathway', 'Notes', 'Action Log', 'Vitals']) {
    await reader.getByRole('tab', { name }).click()
    await expect(reader.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
  }
  // No act, no other page, no reports.
  await expect(reader.getByRole('button', { name: /Add a note|Record observations/ })).toHaveCount(
    0,
  )
  await expect(reader.getByRole('navigation').getByRole('link')).toHaveCount(0)
  // The token is in the first address alone, and in the header of what is asked.
  expect(reader.url()).not.toContain(token)
  expect(asked.filter(({ url }) => url.includes(token)).map(({ url }) => url)).toEqual([link])
  expect(asked.every(({ referrer }) => referrer?.includes(token) !== true)).toBe(true)
  const schemes = asked.flatMap(({ authorization }) => authorization ?? [])
  expect([...new Set(schemes)]).toEqual([`Share ${token}`])
  expect(await reader.evaluate(() => JSON.stringify(history.state))).not.toContain(token)
  await reader.goBack().catch(() => null)
  expect(reader.url()).not.toContain(token)
  await reader.goto(link)
  await expect(reader).toHaveURL(new RegExp(`/patient/${id}`))
  const kept = await stored(reader)
  expect(kept).not.toContain(token)
  expect(kept).not.toContain(patients.ingest.lastName)

  // A reload goes on with the link: its token is sealed, under a key that no storage has.
  await waitForShell(reader)
  await reader.reload()
  await expect(reader).toHaveURL(new RegExp(`/patient/${id}`))
  await expect(reader.getByText('You read this record by an access link of')).toBeVisible()

  await page.goto('/settings/patient-sharing')
  await expect(page.getByRole('columnheader')).toHaveText(['User', 'Patient', 'Expires At', /.*/])
  const row = page.getByRole('row').filter({ hasText: patients.ingest.lastName })
  await expect(row.getByRole('link')).toHaveAttribute('href', `/patient/${id}`)
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('button', { name: 'Delete link' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete link' }).click()
  await expect(row).toHaveCount(0)

  await reader.getByRole('tab', { name: 'Action Log' }).click()
  await expect(reader).toHaveURL(/\/expiredShareToken$/)
  await expect(reader.getByRole('heading', { name: 'Your access link has expired' })).toBeVisible()
  expect(await stored(reader)).not.toContain(token)
  await reader.getByRole('link', { name: 'Log in' }).click()
  await expect(reader).toHaveURL(/\/login$/)
  await expect(reader.getByLabel('Email')).toBeVisible()
  await reader.goto(link)
  await expect(reader.getByRole('heading', { name: 'Your access link has expired' })).toBeVisible()
  await elsewhere.close()
})
