import { expect, test as fresh, type Page } from '@playwright/test'
import { patients } from './patients'
import { connection, findCard, graphql, nameOf, openWard, tokenOf, waitForShell } from './portal'
import { test } from './signed-in'

// What surrounds a tablet on a ward, and the words that stand on the screen then
// (docs/reliability.md, Hazards).

const field = (page: Page) => page.getByRole('textbox', { name: /^Note/ })
const noteOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const add = async (page: Page, text: string): Promise<void> => {
  await field(page).fill(text)
  await page.getByRole('button', { name: 'Add note' }).click()
}
const openNotes = async (page: Page, patientId: string): Promise<void> => {
  await page.goto(`/patient/${patientId}/notes`)
  await expect(field(page)).toBeVisible()
  await expect(connection(page)).toContainText(/Live|Up to date/, { timeout: 30_000 })
}
const stored = async (page: Page, patientId: string, text: string): Promise<number> => {
  const token = await tokenOf(page.request, 'nurse@riverside.example')
  const { patientNotes } = await graphql<{ patientNotes: { notes: { text: string }[] } }>(
    page.request,
    token,
    'query($id: ID!) { patientNotes(patientId: $id) { notes { text } } }',
    { id: patientId },
  )
  return patientNotes.notes.filter((note) => note.text === text).length
}

test('a captive portal that answers 200 with a page of its own is offline, never live, and takes nothing away', async ({
  page,
}) => {
  const patientId = patients.hazards.captive.id
  await openNotes(page, patientId)
  await waitForShell(page)
  await page.route('**/Prod/**', (route) =>
    route.fulfill({
      status: 200,
      contentType: 'text/html',
      body: '<!doctype html><title>Guest Wi-Fi</title><h1>Please log in</h1>',
    }),
  )
  const text = `Behind the captive portal ${Date.now()}`
  await add(page, text)
  // Where it was sent, what came back was not our server's: it may have arrived. Where a question
  // before it found out, it was not.
  await expect(noteOf(page, text)).toContainText(/Checking whether this was saved…|Not sent yet/)
  await expect(connection(page)).toContainText('Offline')
  await expect(connection(page)).toContainText('1 change kept on this device')
  await expect(page.getByText('Please log in')).toHaveCount(0)
  await page.unroute('**/Prod/**')
  await expect(noteOf(page, text)).not.toContainText('Checking', { timeout: 60_000 })
  await expect(noteOf(page, text)).not.toContainText('Not sent yet')
  await expect(connection(page)).toContainText(/Live|Up to date/)
  expect(await stored(page, patientId, text)).toBe(1)
})

test('Add note that the page moves away under the pointer is pressed all the same', async ({
  page,
}) => {
  const patientId = patients.hazards.captive.id
  await openNotes(page, patientId)
  const text = `Pressed while the page moved ${Date.now()}`
  await field(page).fill(text)
  const button = page.getByRole('button', { name: 'Add note' })
  const box = await button.boundingBox()
  if (box === null) throw new Error('The button is not on the screen')
  await page.mouse.move(box.x + 20, box.y + 8)
  await page.mouse.down()
  await page.evaluate(() => {
    const notice = Object.assign(document.createElement('div'), { style: 'height: 60px' })
    document.querySelector('main')?.before(notice)
  })
  await expect.poll(async () => (await button.boundingBox())?.y).toBeGreaterThan(box.y + 50)
  await page.mouse.up()
  await expect(noteOf(page, text)).toHaveCount(1)
  await expect(noteOf(page, text)).not.toContainText('Not sent yet', { timeout: 60_000 })
  expect(await stored(page, patientId, text)).toBe(1)
})

test('two tabs both write, each shows both, and each note is sent once', async ({
  page,
  context,
}) => {
  const patientId = patients.hazards.twoTabs.id
  await openNotes(page, patientId)
  const second = await context.newPage()
  await second.goto(`/patient/${patientId}/notes`)
  await expect(field(second)).toBeVisible()
  await context.setOffline(true)
  const texts = [`In the first tab ${Date.now()}`, `In the second tab ${Date.now()}`] as const
  await add(page, texts[0])
  await add(second, texts[1])
  for (const tab of [page, second])
    for (const text of texts) await expect(noteOf(tab, text)).toContainText('Not sent yet')
  await context.setOffline(false)
  for (const tab of [page, second])
    for (const text of texts)
      await expect(noteOf(tab, text)).not.toContainText('Not sent yet', { timeout: 60_000 })
  for (const text of texts) expect(await stored(page, patientId, text)).toBe(1)
})

test('a tab that holds the sending and answers to nothing keeps nobody: the other tab sends', async ({
  page,
  context,
}) => {
  const patientId = patients.hazards.frozen.id
  await openNotes(page, patientId)
  const frozen = await context.newPage()
  await frozen.goto('/favicon.svg')
  // It has the lock and will never let go, as a tab does that the system froze in the middle of
  // sending.
  await frozen.evaluate(
    () =>
      new Promise<void>((held) => {
        void navigator.locks.request('lamplight-outbox', { steal: true }, () => {
          held()
          return new Promise(() => undefined)
        })
      }),
  )
  const text = `Sent past the frozen tab ${Date.now()}`
  await add(page, text)
  await expect(noteOf(page, text)).toBeVisible()
  await expect(noteOf(page, text)).not.toContainText('Not sent yet', { timeout: 60_000 })
  expect(await stored(page, patientId, text)).toBe(1)
})

test('a full disk says Not saved, and the words stay in the field until there is room', async ({
  page,
}) => {
  const patientId = patients.hazards.full.id
  await openNotes(page, patientId)
  await page.evaluate(() => {
    const { put, add: insert } = IDBObjectStore.prototype
    const full = (): never => {
      throw new DOMException('The disk is full', 'QuotaExceededError')
    }
    IDBObjectStore.prototype.put = full
    IDBObjectStore.prototype.add = full
    Object.assign(window, {
      makeRoom: () => {
        IDBObjectStore.prototype.put = put
        IDBObjectStore.prototype.add = insert
      },
    })
  })
  const text = `On a full disk ${Date.now()}`
  await add(page, text)
  await expect(
    page.getByRole('alert').filter({ hasText: 'The note was not saved. Your text is still here.' }),
  ).toBeVisible()
  await expect(field(page)).toHaveValue(text)
  await expect(noteOf(page, text)).toHaveCount(0)
  await page.evaluate(() => (window as unknown as { makeRoom(): void }).makeRoom())
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(noteOf(page, text)).not.toContainText('Not sent yet', { timeout: 60_000 })
  await expect(field(page)).toHaveValue('')
  expect(await stored(page, patientId, text)).toBe(1)
})

for (const [how, patient, block] of [
  [
    'has none',
    patients.hazards.noStorage,
    () => {
      Object.defineProperty(window, 'indexedDB', { configurable: true, value: undefined })
    },
  ],
  [
    'is blocked by a policy',
    patients.hazards.blockedStorage,
    () => {
      Object.defineProperty(window, 'indexedDB', {
        configurable: true,
        get: () => {
          throw new DOMException('Access is denied', 'SecurityError')
        },
      })
    },
  ],
  [
    'cannot be opened',
    patients.hazards.brokenStorage,
    () => {
      IDBFactory.prototype.open = () => {
        const request = Object.assign(new EventTarget(), {
          error: new DOMException('Internal error opening backing store', 'UnknownError'),
          readyState: 'done',
        })
        setTimeout(() => request.dispatchEvent(new Event('error')), 0)
        return request as unknown as IDBOpenDBRequest
      }
    },
  ],
] as const) {
  fresh(
    `a browser whose storage ${how}: it says so, works with a line, and without one says that nothing can be saved`,
    async ({ page, context }) => {
      await page.addInitScript(block)
      const words = page.getByText('This browser refuses to save data for Lamplight.')
      await page.goto('/login')
      await expect(words).toBeVisible()
      await openWard(page, 'nurse@riverside.example')
      await expect(words).toBeVisible()
      await nameOf(await findCard(page, patient)).click()
      await page
        .getByRole('link', { name: 'Notes' })
        .or(page.getByRole('tab', { name: 'Notes' }))
        .first()
        .click()
      const text = `In a private window ${Date.now()}`
      await add(page, text)
      await expect(page.getByText('Note saved')).toBeVisible()
      await expect(noteOf(page, text)).toBeVisible()
      await expect(noteOf(page, text)).not.toContainText('Not sent yet')
      expect(await stored(page, patient.id, text)).toBe(1)
      await context.setOffline(true)
      await expect(connection(page)).toContainText('Offline', { timeout: 60_000 })
      await expect(page.getByRole('button', { name: 'Add note' })).toBeDisabled()
      await expect(
        page.getByRole('button', { name: 'Generate from the last 24 hours' }),
      ).toBeDisabled()
      // Beside each of the two buttons.
      await expect(
        page.getByText('This needs a connection. Try again when you are online.'),
      ).toHaveCount(2)
    },
  )
}

test('a database that the browser removes during use: Not saved while it is gone, the text stays, and it recovers by itself', async ({
  page,
}) => {
  const patientId = patients.hazards.takenAway.id
  await openNotes(page, patientId)
  await page.evaluate(() => {
    const { objectStore } = IDBTransaction.prototype
    const { open } = IDBFactory.prototype
    const lost = (): never => {
      throw new DOMException(
        'Connection to Indexed Database server lost. Refresh the page to try again',
        'UnknownError',
      )
    }
    IDBTransaction.prototype.objectStore = lost
    IDBFactory.prototype.open = lost
    Object.assign(window, {
      giveBack: () => {
        IDBTransaction.prototype.objectStore = objectStore
        IDBFactory.prototype.open = open
      },
    })
  })
  const text = `The database went away ${Date.now()}`
  await add(page, text)
  await expect(
    page.getByRole('alert').filter({ hasText: 'The note was not saved. Your text is still here.' }),
  ).toBeVisible()
  await expect(field(page)).toHaveValue(text)
  await expect(page.getByText('Saved on this device')).toHaveCount(0)
  await page.evaluate(() => (window as unknown as { giveBack(): void }).giveBack())
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(noteOf(page, text)).not.toContainText('Not sent yet', { timeout: 60_000 })
  await expect(field(page)).toHaveValue('')
  expect(await stored(page, patientId, text)).toBe(1)
})

fresh.describe('without a service worker', () => {
  fresh.use({ serviceWorkers: 'block' })
  fresh(
    'what the frame shows offline did not arrive: it is missing, and the page stays and takes a note',
    async ({ page, context }) => {
      let refused = 0
      await page.route('**/assets/LeaseNotice-*', (route) => {
        refused += 1
        return route.abort()
      })
      await openWard(page, 'nurse@riverside.example')
      const patientId = patients.hazards.captive.id
      await openNotes(page, patientId)
      await context.setOffline(true)
      await expect(connection(page)).toContainText('Offline', { timeout: 30_000 })
      expect(refused).toBeGreaterThan(0)
      const text = `Without the notice ${Date.now()}`
      await add(page, text)
      await expect(noteOf(page, text)).toContainText('Not sent yet')
      await context.setOffline(false)
      await expect(noteOf(page, text)).not.toContainText('Not sent yet', { timeout: 60_000 })
    },
  )
})
