// Case: from the click on 'Next 90 s' to the first paint of a window that this device keeps, in the
// whole portal at 6x
// Quick: --steps 5 | 80 s
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { request as api, type Browser, type CDPSession, type Page } from '@playwright/test'
import { patientWithoutEcg, postRuns } from '../tests/e2e/ecg-records'
import { readRecord } from '../tests/fixtures/ecg/records'
import { signIn } from '../tests/e2e/portal'
import { startRealServer } from '../tests/e2e/real-server'
import { option, quantile } from './engines'
import { traceFrames } from './frame-trace'
import { declareBars, figure, measured } from './report'
import { startChromium } from './served-page'
import { profileTasks } from './task-profile'

declare const showNext: (button: string) => Promise<number>

// The real portal and server, 90 s of record 100 at 500 Hz in each window. A window is local once
// it was shown: it is read from the encrypted store, unpacked, decoded by the worker and drawn.
// From the press of the button until the line under the paper names the new window and what was
// told to the pen after that is on its canvas. The browser slows the main thread only; the worker
// it does not. So the same is measured with the trace drawn by the page, where all of it is slowed.
const steps = Number(option('steps', '10'))
/**
 * `--profile 1`: also what ran, which makes it longer. Names are those of a build without
 * minifying.
 */
const isProfiled = process.argv.includes('--profile')
/** `--pens worker` leaves the page's own drawing out. */
const pens = option('pens', 'worker,page').split(',')
const rate = 6
const hertz = 500
const windows = 4
const bars = {
  worker: 'ECG: from the click to the next window on the paper, local, 6x',
  page: 'ECG: the same, decoded and drawn by the page, all of it at 6x',
}
declareBars([{ name: bars.worker, unit: 'ms', atMost: 100 }])

const home = mkdtempSync(join(tmpdir(), 'lamplight-ecg-'))
const server = await startRealServer({
  dataDir: join(home, 'data'),
  publicDir: option('dist', 'dist'),
})
const patientId = patientWithoutEcg(0)
const start = Math.floor(Date.now() / 1000) * 1000 - windows * 90_000

const recordAt = (seconds: number): readonly number[] => {
  const samples = readRecord('100', seconds + 1)
  return Array.from({ length: seconds * hertz }, (_, index) => {
    const place = (index * 360) / hertz
    const [low, part] = [Math.floor(place), place % 1]
    return (
      Math.round(((samples[low] ?? 0) * (1 - part) + (samples[low + 1] ?? 0) * part) * 1000) / 1000
    )
  })
}

/**
 * In the page: presses a button and resolves with the milliseconds until the window that it leads
 * to is on the paper.
 */
const watch = (): void => {
  const workers: Worker[] = []
  const Real = globalThis.Worker
  globalThis.Worker = class extends Real {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      if (options?.name === 'lamplight-trace') workers.push(this)
    }
  }
  /** Comlink's own form of a call: resolves once the worker has drawn what it was told before. */
  const painted = (worker: Worker): Promise<void> =>
    new Promise((resolve) => {
      const id = `bench-${Math.random()}`
      const heard = ({ data }: MessageEvent<{ readonly id?: string }>): void => {
        if (data.id !== id) return
        worker.removeEventListener('message', heard)
        resolve()
      }
      worker.addEventListener('message', heard)
      worker.postMessage({ id, type: 'APPLY', path: ['painted'], argumentList: [] })
    })
  const frame = (): Promise<void> =>
    new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve))
    })
  const words = (): string =>
    document.querySelector('section[aria-labelledby="ecg-title"] footer output')?.textContent ?? ''
  const showNext = async (name: string): Promise<number> => {
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent === name)
    if (button === undefined || button.disabled) throw new Error(`${name} cannot be pressed`)
    const before = words()
    const changed = new Promise<void>((resolve) => {
      const watcher = new MutationObserver(() => {
        const now = words()
        if (now === before || !now.includes(' Hz')) return
        watcher.disconnect()
        resolve()
      })
      watcher.observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    performance.mark('press')
    const pressed = performance.now()
    button.click()
    await changed
    await frame()
    const worker = workers.at(-1)
    if (worker !== undefined) await painted(worker)
    performance.mark('shown')
    return performance.now() - pressed
  }
  Object.assign(globalThis, { showNext })
}

const openPanel = async (
  browser: Browser,
  inPage: boolean,
): Promise<{ readonly page: Page; readonly session: CDPSession }> => {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  // tsx names the functions of what it compiles by a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  if (inPage)
    await page.addInitScript(() => {
      Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen')
    })
  await page.addInitScript(watch)
  await signIn(page, 'nurse@riverside.example')
  await page.waitForURL(/virtual-ward/)
  await page.goto(`/patient/${patientId}/vitals`)
  await page.locator(`[data-pen="${inPage ? 'page' : 'worker'}"]`).waitFor()
  await page.getByText(/ Hz · /).waitFor()
  // Each window once: from then on it is this device's.
  for (let step = 1; step < windows; step++) {
    await page.evaluate(() => showNext('Previous 90 s'))
    await page.waitForTimeout(1_500)
  }
  return { page, session: await context.newCDPSession(page) }
}

const browser = await startChromium()
try {
  const request = await api.newContext({ baseURL: server.url })
  const samples = recordAt(windows * 90)
  for (let window = 0; window < windows; window++)
    await postRuns(request, patientId, [
      {
        startedAt: start + window * 90_000,
        frequency: hertz,
        samples: samples.slice(window * 90 * hertz, (window + 1) * 90 * hertz),
      },
    ])
  for (const inPage of pens.map((pen) => pen === 'page')) {
    const { page, session } = await openPanel(browser, inPage)
    await session.send('Emulation.setCPUThrottlingRate', { rate })
    await page.waitForTimeout(1_000)
    const took: number[] = []
    const ended = await traceFrames(session, { named: process.argv.includes('--events') })
    const profiled = isProfiled ? await profileTasks(session) : null
    for (let step = 0; step < steps; step++) {
      // To and fro over the windows that were seen.
      const name = Math.floor(step / (windows - 1)) % 2 === 0 ? 'Next 90 s' : 'Previous 90 s'
      took.push(await page.evaluate((button) => showNext(button), name))
      await page.waitForTimeout(1_500)
    }
    const ranIn = await profiled?.()
    if (ranIn !== undefined)
      for (const { name, self, total } of ranIn(null).slice(0, 70))
        console.log(
          `    ${(total / steps).toFixed(1).padStart(8)} ${(self / steps).toFixed(1).padStart(8)}  ${name}`,
        )
    const spent = (await ended()).between('press', 'shown')
    const which = inPage ? bars.page : bars.worker
    const tasks = `main thread's own time: all ${quantile(
      spent.map(({ main }) => main),
      0.5,
    ).toFixed(0)}, longest task ${quantile(
      spent.map(({ longest }) => longest),
      0.5,
    ).toFixed(0)} ms`
    console.log(
      `  ${which}: median ${quantile(took, 0.5).toFixed(0)}, ${Math.min(...took).toFixed(0)}–${Math.max(...took).toFixed(0)} ms of ${steps}; ${tasks}; load ${loadavg()[0]?.toFixed(1)}`,
    )
    figure(
      `${which}, median (least–most), ms`,
      `${quantile(took, 0.5).toFixed(0)} (${Math.min(...took).toFixed(0)}–${Math.max(...took).toFixed(0)}); ${tasks}`,
    )
    if (process.argv.includes('--events'))
      for (const { named } of spent)
        console.log(
          `    ${[...named]
            .toSorted((a, b) => b[1] - a[1])
            .slice(0, 16)
            .map(([name, ms]) => `${name} ${ms.toFixed(1)}`)
            .join(' · ')}`,
        )
    if (!inPage) measured(bars.worker, quantile(took, 0.5))
    await page.context().close()
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(home, { recursive: true, force: true })
}
process.exit(0)
