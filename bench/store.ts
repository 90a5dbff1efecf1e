// Case: the local store in Chromium: the board from a cold start, and opening one patient of 5,000
// against one of 50
// Quick: --starts 7 --opens 20 | 60 s
import { loadavg } from 'node:os'
import type { StoreBench } from './store-page/page'
import { option } from './engines'
import { declareBars, figure, measured } from './report'
import { servePage } from './served-page'
import { startWard } from './ward'

declare const bench: StoreBench

// The bars of the local store (design/performance.md) in Chromium, with the real data engine,
// IndexedDB and ciphers; no screens. A board of fifty from a cold start without a line: the shell's
// script has run, another tab has the key. And one patient of 5,000 against one of 50, in turn.
const bars = {
  cold: 'board of 50 readable from a cold start, after the shell',
  open: 'opening one patient of 5,000 against one of 50',
}
declareBars([
  { name: bars.cold, unit: 'ms', atMost: 150 },
  { name: bars.open, unit: 'times', atMost: 1.1 },
])
const many = Number(option('many', '5000'))
const few = Number(option('few', '50'))
const starts = Number(option('starts', '9'))
const opens = Number(option('opens', '60'))
const throttle = Number(option('throttle', '1'))

const server = await startWard({ patients: 30, checkups: 3, buckets: 4 })
const served = await servePage({ folder: 'store-page', app: server.app })
const context = await served.browser.newContext()
const newTab = async () => {
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(String(error)))
  await page.goto(served.url)
  await page.waitForFunction(() => 'bench' in window)
  await (
    await context.newCDPSession(page)
  ).send('Emulation.setCPUThrottlingRate', { rate: throttle })
  return page
}
const token = `${server.uid('nurse@riverside.example')}~store`
const spread = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  return {
    least: sorted[0] ?? NaN,
    median: sorted[Math.floor(sorted.length / 2)] ?? NaN,
    most: sorted.at(-1) ?? NaN,
  }
}
const said = ({ least, median, most }: ReturnType<typeof spread>): string =>
  `least ${least.toFixed(1)}, median ${median.toFixed(1)}, most ${most.toFixed(1)} ms`

const first = await newTab()
await first.evaluate(([as]) => bench.signIn(as, 50), [token] as const)
// Without a line from here on, for the tabs that start.
const cold: number[] = []
const bare: number[] = []
let cards = 0
for (let nth = 0; nth < starts; nth += 1) {
  const floor = await newTab()
  bare.push(await floor.evaluate(() => bench.bareBoard()))
  await floor.close()
  const page = await newTab()
  await page.route('**/Prod/**', (route) => route.abort())
  const found = await page.evaluate(() => bench.coldBoard())
  cold.push(found.ms)
  cards = found.cards
  await page.close()
}
console.log(
  `board of ${cards} from a cold start, ${throttle}x, load ${loadavg()[0]?.toFixed(1)}, ${starts} starts: ${said(spread(cold))} (bar 150); ` +
    `a bare transaction that reads the same rows sealed ${said(spread(bare))}: ${(spread(cold).median / spread(bare).median).toFixed(1)} of it`,
)

measured(bars.cold, spread(cold).median)
figure('least of the cold starts, ms', spread(cold).least)
figure('a bare transaction that reads the same rows, median, ms', spread(bare).median)
const tab = await newTab()
for (const patients of [few, many]) {
  const began = performance.now()
  await tab.evaluate(([as, count]) => bench.fill(as, count), [token, patients] as const)
  console.log(`filled ${patients} patients in ${((performance.now() - began) / 1000).toFixed(0)} s`)
}
const took = new Map<number, number[]>([
  [few, []],
  [many, []],
])
for (let nth = 0; nth < opens; nth += 1) {
  for (const patients of nth % 2 === 0 ? [few, many] : [many, few]) {
    const ms = await tab.evaluate(([count, which]) => bench.open(count, which), [
      patients,
      Math.floor((((nth * 7919) % 997) / 997) * patients),
    ] as const)
    // The first few warm the code up.
    if (nth >= 5) took.get(patients)?.push(ms)
  }
}
const [small, large] = [spread(took.get(few) ?? []), spread(took.get(many) ?? [])]
console.log(
  `opening one patient (record, 4 check-ups, notes), load ${loadavg()[0]?.toFixed(1)}, ${opens} each in turn: of ${few} ${said(small)}; of ${many} ${said(large)}; ` +
    `ratio of least ${(large.least / small.least).toFixed(2)}, of medians ${(large.median / small.median).toFixed(2)} (bar 1.1)`,
)
measured(bars.open, large.median / small.median)
figure('opening, ratio of the least', large.least / small.least)
await served.close()
await server.close()
process.exit(0)
