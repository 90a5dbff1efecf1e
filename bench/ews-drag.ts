// Case: a threshold dragged in the vitals tab with 10,000 check-ups loaded: main-thread work a
// frame, beside plain React state
// Quick: --runs 1 --frames 80 | 100 s
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { chromium, type CDPSession, type Page } from '@playwright/test'
import { build } from 'vite'
import { option, quantile } from './engines'
import type { EwsDragPage } from './ews-drag-page/page'
import { declareBars, measured } from './report'

declare const ewsDrag: EwsDragPage

// A threshold that is dragged in the vitals tab: main-thread work of each frame (the thread's own
// processor time, throttled), with 10,000 check-ups loaded and with 10, beside the same table and
// charts with React state set on every pointer move. Cases interleaved.
const frames = Number(option('frames', '150'))
const runs = Number(option('runs', '3'))
const throttle = Number(option('throttle', '6'))
const port = Number(option('port', '8301'))

const bars = {
  plain: 'dragging a threshold, 10,000 check-ups, against React state on each move',
  frame: 'a frame of the drag, main thread, 6x',
  count: 'the drag at 10,000 check-ups against 10',
  paint: 'key to next paint, 6x',
}
declareBars([
  { name: bars.plain, unit: 'times', atMost: 0.12 },
  { name: bars.frame, unit: 'ms', atMost: 10 },
  { name: bars.count, unit: 'times', atMost: 1.15 },
  { name: bars.paint, unit: 'ms', atMost: 100 },
])

const outDir = mkdtempSync(join(tmpdir(), 'lamplight-ews-drag-'))
const root = join(import.meta.dirname, 'ews-drag-page')
await build({
  root,
  configFile: false,
  logLevel: 'error',
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    cssCodeSplit: false,
    rolldownOptions: {
      input: { page: join(root, 'page.tsx') },
      output: { entryFileNames: '[name].js' },
    },
  },
  worker: { format: 'es' },
})
const styles = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.css'),
)
const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  woff2: 'font/woff2',
}
const listener = serve({
  port,
  hostname: '127.0.0.1',
  fetch: (request) => {
    const { pathname } = new URL(request.url)
    const type = types[pathname.split('.').at(-1) ?? '']
    if (type !== undefined)
      return new Response(readFileSync(join(outDir, pathname)), {
        headers: { 'Content-Type': type },
      })
    const links = styles.map((name) => `<link rel="stylesheet" href="/${name}">`).join('')
    return new Response(
      `<!doctype html><title>ews-drag</title>${links}<div id="root"></div><script type="module" src="/page.js"></script>`,
      { headers: { 'Content-Type': 'text/html; charset=utf-8' } },
    )
  },
})
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** The main thread's own time of each frame between the page's marks, milliseconds. */
const framesOf = async (
  session: CDPSession,
  act: () => Promise<unknown>,
): Promise<readonly number[]> => {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: unknown }): void => {
    events.push(...(value as TraceEvent[]))
  }
  session.on('Tracing.dataCollected', collect)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'toplevel',
        'blink.user_timing',
        ...(process.argv.includes('--events') ? ['devtools.timeline'] : []),
      ],
      recordMode: 'recordContinuously',
    },
  })
  await act()
  const complete = new Promise<void>((resolve) => {
    session.once('Tracing.tracingComplete', () => resolve())
  })
  await session.send('Tracing.end')
  await complete
  session.off('Tracing.dataCollected', collect)
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  if (process.argv.includes('--events')) {
    const sums = new Map<string, number>()
    for (const { name, ph, pid, tid, tdur = 0 } of events)
      if (ph === 'X' && threads.has(`${pid} ${tid}`))
        sums.set(name, (sums.get(name) ?? 0) + tdur / 1000 / frames)
    console.log(
      [...sums]
        .toSorted((a, b) => b[1] - a[1])
        .slice(0, 14)
        .map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
        .join(' · '),
    )
  }
  const marks = events
    .filter(({ name }) => name === 'drag-frame')
    .map(({ ts }) => ts)
    .toSorted((a, b) => a - b)
  const tasks = events.filter(
    ({ name, ph, pid, tid }) =>
      ph === 'X' &&
      (name === 'ThreadControllerImpl::RunTask' || name === 'RunTask') &&
      threads.has(`${pid} ${tid}`),
  )
  return marks.slice(1).map((end, at) => {
    const start = marks[at] ?? 0
    return (
      tasks
        .filter(({ ts }) => ts >= start && ts < end)
        .reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000
    )
  })
}

const opened = async (
  way: 'ours' | 'alone' | 'plain',
  count: number,
): Promise<{
  readonly page: Page
  readonly session: CDPSession
  readonly close: () => Promise<void>
}> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(String(error)))
  await page.goto(`http://localhost:${port}/`)
  await page.waitForFunction(() => 'ewsDrag' in window)
  const failed = page
    .getByText('Unexpected Application Error')
    .waitFor({ timeout: 0 })
    .then(async () => {
      throw new Error(await page.locator('body').innerText())
    })
  await Promise.race([
    failed,
    page.evaluate(([how, many]) => ewsDrag.open(how, many), [way, count] as const),
  ])
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  return { page, session, close: () => context.close() }
}

const all: Record<string, number[]> = {}
const add = (name: string, values: readonly number[]): void => {
  all[name] = [...(all[name] ?? []), ...values]
}
/** `--only ours` leaves the rest out: for looking, not for measuring. */
const isOnlyOurs = process.argv.includes('--only')
const cases = [
  ['ours, 10,000', 'ours', 10_000],
  ['ours, 10', 'ours', 10],
  ['without a worker, 10,000', 'alone', 10_000],
  ['plain React state, 10,000', 'plain', 10_000],
] as const
const keys: number[] = []
const results: string[] = []
for (let run = 0; run < runs; run += 1) {
  for (const [name, way, count] of isOnlyOurs ? cases.slice(0, 1) : cases) {
    const { page, session, close } = await opened(way, count)
    if (way !== 'plain')
      add(
        'empty frame',
        await framesOf(session, () => page.evaluate((many) => ewsDrag.idle(many), frames)),
      )
    let end: { readonly tick: string | null; readonly totals: readonly string[] } | null = null
    add(
      name,
      await framesOf(session, async () => {
        end = await page.evaluate((many) => ewsDrag.drag(many), frames)
      }),
    )
    if (count === 10_000) results.push(JSON.stringify(end))
    if (way === 'ours' && count === 10_000) {
      await page.evaluate(() => {
        ewsDrag.focus()
        Object.assign(window, { keyed: ewsDrag.watchKeys() })
      })
      for (let at = 0; at < 20; at += 1) {
        await page.keyboard.press(at % 2 === 0 ? 'ArrowUp' : 'ArrowDown')
        await page.waitForTimeout(60)
      }
      await page.waitForTimeout(300)
      const seen = await page.evaluate(() =>
        (window as unknown as { keyed: () => readonly number[] }).keyed(),
      )
      // Below 16 ms the browser reports nothing.
      keys.push(...seen, ...Array.from({ length: Math.max(0, 20 - seen.length) }, () => 16))
    }
    await close()
  }
}
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
console.log(
  `${throttle}x, ${frames} frames × ${runs}, load ${loadavg()[0]?.toFixed(1)}; main-thread work a frame, ms`,
)
for (const [name, values] of Object.entries(all))
  console.log(
    `  ${name.padEnd(28)} mean ${mean(values).toFixed(2)}  p50 ${quantile(values, 0.5).toFixed(2)}  p99 ${quantile(values, 0.99).toFixed(2)}  most ${Math.max(...values).toFixed(2)}`,
  )
const [ours, few, alone, plain] = cases.map(([name]) => mean(all[name] ?? []))
console.log(
  `  ours ÷ plain: ${((ours ?? 0) / (plain ?? 1)).toFixed(3)} (bar 0.12) · 10,000 ÷ 10: ${((ours ?? 0) / (few ?? 1)).toFixed(2)} (bar 1.15) · with ÷ without a worker: ${((ours ?? 0) / (alone ?? 1)).toFixed(2)} · frames over 16.7 ms: ${(all['ours, 10,000'] ?? []).filter((ms) => ms > 16.7).length}`,
)
console.log(
  `  key to next paint: p50 ${quantile(keys, 0.5)}, most ${Math.max(...keys)} ms (bar 100) · same result as plain: ${new Set(results).size === 1 ? 'yes' : results.join(' ≠ ')}`,
)
measured(bars.plain, (ours ?? 0) / (plain ?? 1))
measured(bars.frame, ours ?? 0)
measured(bars.count, (ours ?? 0) / (few ?? 1))
measured(bars.paint, quantile(keys, 0.5))
await browser.close()
listener.close()
rmSync(outDir, { recursive: true, force: true })
process.exit(0)
