import { expect, test as fresh, type Locator, type Page } from '@playwright/test'
import { isFull } from '../depth'
import { readRecord } from '../fixtures/ecg/records'
import { disagreements, postRuns, readPaper, type Known } from './ecg-records'
import { patients } from './patients'
import { openWard, waitForShell } from './portal'
import { test } from './signed-in'

const nurse = 'nurse2@riverside.example'
test.use({ account: nurse })

const speeds = [5, 10, 25, 50, 100] as const
const ranges = [1, 2, 5, 10] as const
/** A screen of exactly four pixels a millimetre. */
const pixelsPerMm = 4
const calibrated = (page: Page) =>
  page.addInitScript(
    (value) => localStorage.setItem('lamplight.pixels-per-mm', String(value)),
    pixelsPerMm,
  )
const now = (): number => Math.floor(Date.now() / 1000) * 1000

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (box === null) throw new Error('Not on the screen')
  return box
}

const openEcg = async (page: Page, patientId: string) => {
  await page.goto(`/patient/${patientId}/vitals`)
  const panel = page.getByRole('region', { name: /^ECG Trace/ })
  await expect(panel.getByText(/ Hz · /)).toBeVisible({ timeout: 60_000 })
  return panel
}
const choose = async (page: Page, speed: number, range: number): Promise<void> => {
  await page.getByLabel('X-axis speed').selectOption(String(speed))
  await page.getByLabel('Y-axis scale').selectOption(String(range))
}
/** Paper moves by whole pixels. */
const pixelsMoved = ({ moved }: { readonly moved: number }, speed: number): number =>
  Math.round((moved * speed * pixelsPerMm) / 1000)
/** The paper agrees with the samples; tried again while the pen is about to draw. */
const agrees = async (
  page: Page,
  runs: readonly Known[],
  start: number,
  speed: number,
  range: number,
  what: string,
): Promise<void> => {
  await expect(async () => {
    const paper = await readPaper(page)
    const left = start + (pixelsMoved(paper, speed) * 1000) / (speed * pixelsPerMm)
    expect(
      paper.columns.some((column) => column !== null),
      `${what}: a line`,
    ).toBe(true)
    expect(disagreements(paper, runs, left, { speed, range, pixelsPerMm }), what).toEqual([])
  }).toPass({ timeout: 60_000 })
}

type Pair = readonly [speed: number, range: number]
const allPairs = speeds.flatMap((speed) => ranges.map((range): Pair => [speed, range]))
const { records } = patients.ecg
/**
 * One record at every speed and range; the others, whose beats look otherwise, at two pairs unless
 * everything is asked for.
 */
const drawn: readonly {
  readonly record: '100' | '105' | '119' | '200'
  readonly patient: { readonly id: string }
  readonly words: string
  readonly pairs: readonly Pair[]
}[] = [
  {
    record: '100',
    patient: records.normalSlow,
    words: 'up to 25 mm/s at every range',
    pairs: allPairs.filter(([speed]) => speed <= 25),
  },
  {
    record: '100',
    patient: records.normalFast,
    words: 'from 50 mm/s at every range',
    pairs: allPairs.filter(([speed]) => speed > 25),
  },
  ...(
    [
      {
        record: '105',
        patient: records.noisy,
        pairs: [
          [5, 10],
          [100, 1],
        ],
      },
      {
        record: '119',
        patient: records.bigeminal,
        pairs: [
          [25, 10],
          [50, 2],
        ],
      },
      {
        record: '200',
        patient: records.ectopic,
        pairs: [
          [10, 1],
          [25, 5],
        ],
      },
    ] as const
  ).map((one) => ({
    ...one,
    words: isFull ? 'at every speed and range' : 'slow and fast',
    pairs: isFull ? allPairs : one.pairs,
  })),
]

for (const { record, patient, words, pairs } of drawn) {
  test(`C354 record ${record} is drawn sample by sample ${words}, and gaps are where samples are missing`, async ({
    page,
    request,
  }) => {
    test.setTimeout(180_000)
    await calibrated(page)
    const samples = readRecord(record, 90)
    const start = now() - 90_000
    const cut = (from: number, to: number): Known => ({
      startedAt: start + from * 1000,
      frequency: 360,
      samples: samples.slice(from * 360, to * 360),
    })
    // A hole of 1.5 s in sight, one of 10 s further on; readings of 25 s that join without one.
    const runs = [cut(0, 5), cut(6.5, 25), cut(25, 50), cut(60, 90)]
    await postRuns(request, patient.id, runs)
    const panel = await openEcg(page, patient.id)
    await expect(page.locator('[data-pen="worker"]')).toBeVisible()
    await expect(panel.getByText('360 Hz · 2 gaps')).toBeVisible()
    for (const [speed, range] of pairs) {
      await choose(page, speed, range)
      await agrees(page, runs, start, speed, range, `${record} at ${speed} mm/s, ±${range} mV`)
    }
  })
}

test('C127 the crosshair says the time and the millivolts, the scale is true on a calibrated screen, and the paper moves by drag, wheel and keys', async ({
  page,
  request,
}) => {
  test.setTimeout(150_000)
  await calibrated(page)
  const patientId = patients.ecg.crosshair.id
  const start = now() - 90_000
  // One second of 1 mV in each three.
  const square: Known = {
    startedAt: start,
    frequency: 250,
    samples: Array.from({ length: 90 * 250 }, (_, at) => (Math.floor(at / 250) % 3 === 1 ? 1 : 0)),
  }
  await postRuns(request, patientId, [square])
  const panel = await openEcg(page, patientId)
  await agrees(page, [square], start, 25, 2, 'square')
  const paper = await readPaper(page)
  const upright = paper.columns.flatMap((column, x) =>
    column !== null && column[1] - column[0] > 30 ? [x] : [],
  )
  // 25 mm of 4 pixels from rise to fall, 10 mm of 4 pixels from 0 to 1 mV.
  expect(upright.slice(0, 2).map((x) => Math.round(x / 2) * 2)).toEqual([100, 200])
  expect(Math.abs((paper.columns[50]?.[0] ?? 0) - (paper.columns[150]?.[0] ?? 0))).toBe(40)

  const sheet = page.getByRole('slider', { name: /^ECG trace/ })
  // A pointer reaches only what is on the screen.
  await sheet.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = await boxOf(sheet)
  await page.mouse.move(box.x + paper.gutter + 150, box.y + 60)
  const seconds = new Date(start + 1500)
  await expect(
    panel.getByText(
      new RegExp(
        `^\\d\\d:\\d\\d:${String(seconds.getSeconds()).padStart(2, '0')}\\.\\d{3} · \\+1\\.00 mV$`,
      ),
    ),
  ).toBeVisible()
  await page.mouse.move(box.x + paper.gutter + 50, box.y + 60)
  await expect(panel.getByText(/ · 0\.00 mV$/)).toBeVisible()

  const moved = async () => pixelsMoved(await readPaper(page), 25)
  await page.mouse.down()
  await page.mouse.move(box.x + paper.gutter - 150 + 50, box.y + 60, { steps: 5 })
  await page.mouse.up()
  await expect.poll(moved).toBe(150)
  await agrees(page, [square], start, 25, 2, 'dragged')
  await page.mouse.move(box.x + 400, box.y + 60)
  await page.mouse.wheel(100, 0)
  await expect.poll(moved).toBe(250)
  await sheet.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(moved).toBe(270)
  await page.keyboard.press('End')
  await agrees(page, [square], start, 25, 2, 'at the end')
  await page.keyboard.press('Home')
  await expect.poll(moved).toBe(0)
  await page.keyboard.press('+')
  await agrees(page, [square], start, 50, 2, 'faster')
  await page.keyboard.press('-')

  await page.getByRole('button', { name: 'Calipers' }).click()
  const reading = panel.getByLabel('Calipers', { exact: true })
  await expect(reading).toHaveText('1000 ms60 bpm1.00 mV')
  // Drawn anew beside the lines that stand there: 80 pixels of 10 ms, 40 of 25 µV.
  await page.mouse.move(box.x + paper.gutter + 400, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + paper.gutter + 480, box.y + 80, { steps: 4 })
  await page.mouse.up()
  await expect(reading).toHaveText('800 ms75 bpm1.00 mV')
  await panel.getByRole('slider', { name: 'Calipers: right line' }).focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(reading).toHaveText(/^720 ms83 bpm/)
})

test('a window that was seen opens offline, drawn the same, and says how old it is; a damaged one is an error without a trace', async ({
  page,
  request,
  context,
}) => {
  test.setTimeout(150_000)
  await calibrated(page)
  const patientId = patients.ecg.offline.id
  const start = now() - 90_000
  const run: Known = { startedAt: start, frequency: 360, samples: readRecord('100', 90) }
  await postRuns(request, patientId, [run])
  const panel = await openEcg(page, patientId)
  await agrees(page, [run], start, 25, 2, 'online')
  await waitForShell(page)
  // Nothing of it lies readable in the browser's databases.
  const stored = await page.evaluate(async () => {
    const found = (await indexedDB.databases()).find(({ name }) =>
      name?.startsWith('lamplight-cache'),
    )
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(found?.name ?? '')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(new Error('not opened'))
    })
    const rows = await new Promise<readonly { body: string }[]>((resolve) => {
      const all = database.transaction('waveform').objectStore('waveform').getAll()
      all.onsuccess = () => resolve(all.result as { body: string }[])
    })
    database.close()
    return rows.map(({ body }) => body)
  })
  expect(stored.length).toBeGreaterThan(0)
  for (const body of stored) expect(body).not.toContain('packed')
  await context.setOffline(true)
  await page.reload()
  await expect(panel.getByText(/^Kept on this device, as of /)).toBeVisible({ timeout: 30_000 })
  await agrees(page, [run], start, 25, 2, 'offline')
  await context.setOffline(false)
})

fresh.describe('hostile', () => {
  fresh.use({ serviceWorkers: 'block' })
  fresh(
    'a corrupt window is said in the panel and the page goes on; without a worker the page draws the same lines',
    async ({ page, request, context }) => {
      fresh.setTimeout(150_000)
      await calibrated(page)
      const patientId = patients.ecg.hostile.id
      const start = now() - 90_000
      const run: Known = { startedAt: start, frequency: 360, samples: readRecord('200', 90) }
      await postRuns(request, patientId, [run])
      await openWard(page, nurse)
      let isHostile = true
      await context.route(/\/Prod\/waveforms\//, async (route) => {
        if (!isHostile) return await route.continue()
        const bytes = Buffer.from(await (await route.fetch()).body())
        bytes[5000] = (bytes[5000] ?? 0) ^ 0x55
        return await route.fulfill({
          status: 200,
          contentType: 'application/octet-stream',
          body: bytes,
        })
      })
      await context.route(/trace\.worker/, (route) => route.abort())
      await page.goto(`/patient/${patientId}/vitals`)
      const panel = page.getByRole('region', { name: /^ECG Trace/ })
      await expect(panel.getByRole('heading', { name: 'Failed to load ECG trace' })).toBeVisible({
        timeout: 60_000,
      })
      await expect(
        panel.getByText('What was received is damaged or incomplete, so none of it is drawn.'),
      ).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Patient Check-ups' })).toBeVisible()
      isHostile = false
      await panel.getByRole('button', { name: 'Retry' }).click()
      await expect(page.locator('[data-pen="page"]')).toBeVisible()
      await agrees(page, [run], start, 25, 2, 'drawn by the page')
    },
  )
})

test('a strip prints with the patient on it, in true millimetres', async ({ page, request }) => {
  const patientId = patients.ecg.printed.id
  const start = now() - 90_000
  await postRuns(request, patientId, [
    { startedAt: start, frequency: 360, samples: readRecord('119', 90) },
  ])
  await page.addInitScript(() => {
    localStorage.removeItem('lamplight.pixels-per-mm')
    window.print = () => {
      document.documentElement.dataset['printed'] = 'yes'
    }
  })
  await openEcg(page, patientId)
  await page.getByRole('button', { name: 'Print strip' }).click()
  await expect(page.locator('html[data-printed="yes"]')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  const images = page.locator('[data-ecg-sheet] img')
  await expect(images).toHaveCount(3)
  const box = await boxOf(images.first())
  expect([box.width / (96 / 25.4), box.height / (96 / 25.4)].map(Math.round)).toEqual([270, 40])
  await expect(page.locator('[data-ecg-sheet] header')).toContainText('25 mm/s · 10 mm/mV')
  await expect(page.getByRole('heading', { name: 'Patient Check-ups' })).toBeHidden()
})
