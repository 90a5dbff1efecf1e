import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { axeFindings } from './axe-findings'
import { patients } from './patients'
import { connection, openWard, waitForShell } from './portal'
import { test } from './signed-in'

const pulse = (page: Page) => page.getByRole('region', { name: 'Pulse Rate (beats/min)' })
const tick = (page: Page) =>
  pulse(page).getByRole('slider', { name: 'Pulse Rate: score 1 becomes score 2' })
const total = (page: Page) => page.locator('tr[data-row="totalScore"] td').last()

const openRecord = async (page: Page, { id }: { readonly id: string }): Promise<void> => {
  await page.goto(`/patient/${id}`)
  await expect(pulse(page)).toBeVisible({ timeout: 30_000 })
}
const edit = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Edit EWS' }).click()
  await expect(
    page.getByRole('alertdialog', { name: 'Editing Patient Personal EWS' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(tick(page)).toBeVisible()
}
const valueOf = async (page: Page): Promise<number> =>
  Number(await tick(page).getAttribute('aria-valuenow'))
const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (box === null) throw new Error('Not on the screen')
  return box
}
const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.locator('[role=slider][data-tick]')).toHaveCount(0)
}

/** When a draft was last written on this device, epoch milliseconds. */
const draftWrittenAt = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('lamplight-drafts')
        opening.onerror = () => reject(new Error('not opened'))
        opening.onsuccess = () => {
          const all = opening.result.transaction('draft').objectStore('draft').getAll()
          all.onsuccess = () => {
            opening.result.close()
            resolve(Math.max(0, ...(all.result as readonly { at: number }[]).map(({ at }) => at)))
          }
        }
      }),
  )
/** Waits until a draft was written after that instant, and nothing more of it is under way. */
const draftAtRest = async (page: Page, since: number): Promise<void> => {
  let before = 0
  await expect(async () => {
    const at = await draftWrittenAt(page)
    const isSame = at === before
    before = at
    expect(at > since && isSame).toBe(true)
  }).toPass({ intervals: [700], timeout: 30_000 })
}

const another = async (browser: Browser, patient: { readonly id: string }): Promise<Page> => {
  const page = await (await browser.newContext()).newPage()
  await openWard(page, 'nurse@riverside.example')
  await openRecord(page, patient)
  return page
}

test('C103 C109 C066 the charts use the columns of the table, point under value; a narrow window has none, and nothing reaches beyond its edge', async ({
  page,
}) => {
  await openRecord(page, patients.ews.byMouse)
  const heads = await page
    .getByRole('table', { name: 'Patient Check-ups' })
    .getByRole('columnheader')
    .all()
  for (const name of ['Breathing Rate (breaths/min)', 'Temperature (°C)']) {
    const columns = await page.getByRole('region', { name }).locator('[data-column]').all()
    expect(columns).toHaveLength(heads.length)
    for (const [at, column] of columns.entries()) {
      const [mine, theirs] = [await column.boundingBox(), await heads[at]?.boundingBox()]
      expect(Math.abs((mine?.x ?? 0) - (theirs?.x ?? 99))).toBeLessThan(1)
      expect(Math.abs((mine?.width ?? 0) - (theirs?.width ?? 99))).toBeLessThan(1)
    }
  }
  for (const width of [1024, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(pulse(page)).toHaveCount(0)
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBe(0)
  }
})

test('C337 C340 C343 a tick is dragged with the mouse and saved; another browser has the thresholds and the new scores', async ({
  page,
  browser,
}) => {
  await openRecord(page, patients.ews.byMouse)
  const there = await another(browser, patients.ews.byMouse)
  await edit(page)
  await tick(page).scrollIntoViewIfNeeded()
  const before = await valueOf(page)
  const box = await boxOf(tick(page))
  await page.mouse.move(box.x + box.width / 2, box.y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + 20, { steps: 4 })
  await page.mouse.move(box.x + box.width / 2, box.y + 400, { steps: 4 })
  await page.mouse.up()
  const after = await valueOf(page)
  expect(after).toBeLessThan(before)
  // While a tick moves the digit is drawn first; at rest the word that is read out says the same.
  await expect(total(page)).toHaveText(/^\d+( \d missing)? ?, (None|Low|Medium|High)/)
  const shown = await total(page).textContent()
  await save(page)
  await expect(total(page)).toHaveText(shown ?? '')
  await expect(page.getByText(/Set by Hannah Whitfield on /)).toBeVisible()
  await there.reload()
  await expect(there.getByText(/Set by Hannah Whitfield on /)).toBeVisible({ timeout: 60_000 })
  await expect(total(there)).toHaveText(shown ?? '')
  await expect(pulse(there)).toContainText(`score 2 from ${after} to `)
  await there.context().close()
})

const scoreWorkers = (page: Page) =>
  page.workers().filter((worker) => worker.url().includes('score.worker'))
/** Takes the tick and moves it, a few pixels at a time, until `seen` holds while it is held. */
const dragUntil = async (page: Page, seen: () => Promise<void>): Promise<void> => {
  await tick(page).scrollIntoViewIfNeeded()
  const { x, y, width } = await boxOf(tick(page))
  await page.mouse.move(x + width / 2, y)
  await page.mouse.down()
  let down = 0
  await expect(async () => {
    down = down > 60 ? 6 : down + 6
    await page.mouse.move(x + width / 2, y + down)
    await seen()
  }).toPass({ timeout: 60_000 })
}

test('C338 the scores of a drag are the answers of a worker, which the policy lets start and which ends with the edit', async ({
  page,
}) => {
  const refused: string[] = []
  page.context().on('request', (request) => {
    if (request.url().endsWith('/policy-reports')) refused.push(request.postData() ?? '')
  })
  await openRecord(page, patients.ews.failing)
  const was = await total(page).textContent()
  expect(scoreWorkers(page)).toEqual([])
  await edit(page)
  await expect.poll(() => scoreWorkers(page).length).toBe(1)
  // Whatever it answers, each total is 19 from now on: as no check-up here has it.
  await scoreWorkers(page)[0]?.evaluate(() => {
    const post = globalThis.postMessage.bind(globalThis) as (...given: unknown[]) => void
    globalThis.postMessage = (
      message: { readonly value?: { readonly totals?: Uint8Array } },
      given: unknown,
    ) => {
      message.value?.totals?.fill(19)
      post(message, given)
    }
  })
  await dragUntil(page, () => expect(total(page)).toHaveText(/^19/, { timeout: 1_000 }))
  await page.mouse.up()
  expect(refused).toEqual([])
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect.poll(() => scoreWorkers(page).length).toBe(0)
  await expect(total(page)).toHaveText(was ?? '')
})

test('C338 where the worker may not start, the page scores a drag', async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.Worker = class extends Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        if (String(address).includes('score.worker')) throw new Error('Refused')
        super(address, options)
      }
    }
  })
  await openRecord(page, patients.ews.failing)
  await edit(page)
  const before = await valueOf(page)
  await dragUntil(page, async () => expect(await valueOf(page)).toBeLessThan(before - 8))
  const from = await valueOf(page)
  const pulses = await page.locator('tr[data-row="pulse"] td').evaluateAll((cells) =>
    cells.map((cell) => ({
      read: Number.parseFloat(cell.textContent ?? ''),
      score: cell.getAttribute('data-score'),
    })),
  )
  expect(pulses.length).toBeGreaterThan(0)
  for (const { read, score } of pulses)
    if (read >= 91 && read <= 130) expect(score).toBe(read >= from ? '2' : '1')
  await page.mouse.up()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  expect(scoreWorkers(page)).toEqual([])
})

test('C341 by keyboard: arrow keys and a save, then back to the default', async ({ page }) => {
  await openRecord(page, patients.ews.byKeyboard)
  await edit(page)
  await tick(page).focus()
  const before = await valueOf(page)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('PageDown')
  await expect(tick(page)).toHaveAttribute('aria-valuenow', String(before - 9))
  await save(page)
  await edit(page)
  await pulse(page)
    .getByRole('button', { name: /^Reset to / })
    .click()
  await expect(tick(page)).toHaveAttribute('aria-valuenow', String(before))
  await save(page)
  await expect(page.getByText(/^Scored by NEWS2/).first()).toBeVisible()
})

test('C339 by touch, and by the steppers of the numbers; what was changed outlives a reload and is no serious finding of axe; Cancel puts everything back', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  // What `hasTouch` does for a whole browser.
  const touch = await context.newCDPSession(page)
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const tap = async (button: Locator): Promise<void> => {
    await button.scrollIntoViewIfNeeded()
    const { x, y, width, height } = await boxOf(button)
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: x + width / 2, y: y + height / 2 }],
    })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await openRecord(page, patients.ews.byTouch)
  const was = await total(page).textContent()
  await edit(page)
  await tick(page).scrollIntoViewIfNeeded()
  const before = await valueOf(page)
  const box = await boxOf(tick(page))
  const begunAt = await page.evaluate(() => Date.now())
  const at = (y: number) => [{ x: box.x + box.width / 2, y }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(box.y) })
  for (const down of [10, 25, 40])
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: at(box.y + down),
    })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(tick(page)).not.toHaveAttribute('aria-valuenow', String(before))
  const higher = page.getByRole('button', { name: 'Pulse Rate: score 1 becomes score 2: higher' })
  // A touch lands where the button was when it was measured: the words above it may have moved it
  // since.
  const openNumbers = () =>
    expect(async () => {
      if (!(await higher.isVisible()))
        await tap(page.getByRole('button', { name: 'Thresholds as numbers' }))
      await expect(higher).toBeVisible({ timeout: 3_000 })
    }).toPass({ timeout: 60_000 })
  await openNumbers()
  // What a page that goes still writes may be cut off: its last change is on the disk first.
  await draftAtRest(page, begunAt)
  const draft = (await valueOf(page)) + 1
  const pressedAt = await page.evaluate(() => Date.now())
  await tap(higher)
  await expect(tick(page)).toHaveAttribute('aria-valuenow', String(draft))
  await draftAtRest(page, pressedAt)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Discard changes' })).toBeVisible({
    timeout: 60_000,
  })
  expect(await total(page).textContent()).toBe(was)
  expect(await axeFindings(page)).toEqual([])
  await edit(page)
  await expect(tick(page)).toHaveAttribute('aria-valuenow', String(draft))
  await openNumbers()
  // Handles stand where their values do, some closer than 24 px: the numbers with their steppers,
  // on the same screen, do the same (WCAG 2.5.8, Equivalent).
  expect(
    (await axeFindings(page)).filter(
      (finding) => !finding.startsWith('target-size: div[aria-valuemin'),
    ),
  ).toEqual([])
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.locator('[role=slider][data-tick]')).toHaveCount(0)
  expect(await total(page).textContent()).toBe(was)
})

test('C344 a failed save says so and keeps the draft; offline nothing is edited', async ({
  page,
  context,
}) => {
  await openRecord(page, patients.ews.failing)
  await waitForShell(page)
  await edit(page)
  await tick(page).focus()
  const draft = (await valueOf(page)) - 1
  await page.keyboard.press('ArrowDown')
  await expect(tick(page)).toHaveAttribute('aria-valuenow', String(draft))
  await context.route('**/Prod/graphql**', async (route) => {
    if ((route.request().postData() ?? '').includes('createEWSThresholds'))
      await route.fulfill({
        status: 200,
        contentType: 'application/json',
        body: JSON.stringify({
          data: {
            createEWSThresholds: {
              errors: [{ path: 'thresholds', reason: 'INVALID', message: 'x' }],
              patient: null,
            },
          },
        }),
      })
    else await route.continue()
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Error' })
  await expect(dialog).toContainText(
    'There was an error when saving the personalized thresholds, please retry.',
  )
  await dialog.getByRole('button', { name: 'OK' }).click()
  expect(await valueOf(page)).toBe(draft)
  await context.unroute('**/Prod/graphql**')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await context.setOffline(true)
  await expect(connection(page)).toContainText(/Offline/, { timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Edit EWS' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(pulse(page)).toBeVisible()
})
