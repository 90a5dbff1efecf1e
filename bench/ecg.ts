// Case: 90 s of an ECG at 500 Hz drawn and moved in Chromium at 1x, 4x and 6x, beside six chart
// libraries and the techniques of two ECG viewers
// Quick: --rounds 5 --rates 6 --speeds 25 --frames 20 --contenders bars --seconds 70 | 120 s
import { loadavg } from 'node:os'
import type { CDPSession, Page } from '@playwright/test'
import { Hono } from 'hono'
import type { EcgBench } from './ecg-page/contender'
import { option, quantile } from './engines'
import { traceFrames } from './frame-trace'
import { declareBars, figure, measured } from './report'
import { readSteps } from '../tests/fixtures/ecg/records'
import { servePage } from './served-page'

declare const ecgBench: EcgBench

// Everybody draws the same record in a page of their own, in turn, in each round: nobody has a
// quieter machine. Counted is the processor time of the page's main thread, by the browser's own
// trace, from the task that a window or a frame begins in to the next one: script, style, layout,
// paint, and messages from a worker. The floor is a page that draws nothing. There is no graphics
// processor here: a canvas of the main thread is rasterised on the main thread. The processor is
// slowed for the main thread only; what the worker needs is told as it is.
const rounds = Number(option('rounds', '5'))
const rates = option('rates', '1,4,6').split(',').map(Number)
/** Paper speeds, mm/s; others than 25 are measured at the highest rate. */
const speeds = option('speeds', '25,10,100').split(',').map(Number) as readonly (10 | 25 | 100)[]
const frames = Number(option('frames', '60'))
/** No further round begins after so many seconds: what was measured is told with its rounds. */
const mostMs = Number(option('seconds', '900')) * 1_000
const isVerbose = process.argv.includes('--verbose')
const windows = 3

const floor = 'empty frame'
/**
 * The trace alone, as the chart libraries draw it here, and the whole paper of the portal: React,
 * words, crosshair and keys with it.
 */
const [trace, paper] = ['Lamplight, trace', 'Lamplight, paper']
const peers = {
  uPlot: ['uPlot, raw', 'uPlot, decimated'],
  ECharts: ['ECharts, LTTB'],
  'Chart.js': ['Chart.js, decimation'],
  viewers: ['viewer, canvas', 'viewer, SVG'],
  others: ['dygraphs', 'lightweight-charts', 'Plotly'],
} as const
const isAll = option('contenders', 'all') === 'all'
const contenders = [
  floor,
  trace,
  paper,
  ...(isAll ? ['Lamplight, paper drawn by the page'] : []),
  ...Object.entries(peers).flatMap(([group, names]) => (isAll || group !== 'others' ? names : [])),
]
const highest = Math.max(...rates)

const ratios = [
  { of: 'uPlot', which: 'draw', names: peers.uPlot, atMost: 0.15 },
  { of: 'ECharts', which: 'draw', names: peers.ECharts, atMost: 0.1 },
  { of: 'Chart.js', which: 'draw', names: peers['Chart.js'], atMost: 0.1 },
  { of: 'uPlot', which: 'pan', names: peers.uPlot, atMost: 0.2 },
  { of: 'ECharts', which: 'pan', names: peers.ECharts, atMost: 0.12 },
  { of: 'the better viewer technique', which: 'pan', names: peers.viewers, atMost: 0.15 },
] as const
const ratioBars = [trace, paper].flatMap((name) =>
  ratios.map((ratio) => ({
    ...ratio,
    own: name,
    bar: `${name}: main thread, ${ratio.which === 'draw' ? 'showing a window' : 'a frame of moving'}, of ${ratio.of}`,
  })),
)
const bars = {
  p99: `${paper}: a frame of moving at 6x, main thread, p99`,
  hertz: `${paper}: a frame at 500 Hz of one at 125 Hz, main thread and worker`,
  blocked: `${paper}: main thread held while a window is decoded, 6x`,
}
declareBars([
  ...ratioBars.map(({ bar, atMost }) => ({ name: bar, unit: 'times', atMost })),
  { name: bars.p99, unit: 'ms', atMost: 12 },
  { name: bars.hertz, unit: 'times', atMost: 1.15 },
  { name: bars.blocked, unit: 'ms', atMost: 1 },
])

const record = readSteps('100')
/** The record at another rate, by straight lines between its samples; mV. */
const recordAt = (hertz: number): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length: windows * 90 * hertz }, (_, index) => {
    const place = (index * 360) / hertz
    const [low, part] = [Math.floor(place), place % 1]
    return Math.round(((record[low] ?? 0) * (1 - part) + (record[low + 1] ?? 0) * part) * 5) / 1000
  })
const app = new Hono().get('/Prod/ecg/:hertz', (context) =>
  context.body(recordAt(Number(context.req.param('hertz'))).buffer),
)

const median = (values: readonly number[]): number => quantile(values, 0.5)
const said = (values: readonly number[]): string =>
  `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)})`

interface Seat {
  readonly name: string
  readonly hertz: number
  readonly page: Page
  readonly session: CDPSession
}
/** Of each round the median; of all rounds every frame's work. */
interface Series {
  readonly draw: number[]
  readonly pan: number[]
  readonly worker: number[]
  readonly frames: number[]
}
const found = new Map<string, Series>()
const seriesOf = (seat: Pick<Seat, 'name' | 'hertz'>, rate: number, speed: number): Series => {
  const key = `${seat.name} ${seat.hertz} ${rate} ${speed}`
  const held = found.get(key) ?? { draw: [], pan: [], worker: [], frames: [] }
  found.set(key, held)
  return held
}
const blocked: { readonly longest: number[]; readonly whole: number[]; readonly parsed: number[] } =
  { longest: [], whole: [], parsed: [] }

const served = await servePage({ folder: 'ecg-page', app })
const sit = async (name: string, hertz: number): Promise<Seat> => {
  // A context of its own is a process of its own.
  const page = await (
    await served.browser.newContext({ viewport: { width: 1300, height: 400 } })
  ).newPage()
  page.on('pageerror', (error) => {
    throw error
  })
  // tsx names the functions of what it compiles by a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.goto(served.url)
  await page.waitForFunction(() => 'ecgBench' in window)
  await page.evaluate(([contender, rate, count]) => ecgBench.mount(contender, rate, count), [
    name,
    hertz,
    windows,
  ] as const)
  return { name, hertz, page, session: await page.context().newCDPSession(page) }
}
const visit = async (seat: Seat, rate: number, speed: 10 | 25 | 100): Promise<void> => {
  const { page, session } = seat
  if (isVerbose)
    console.log(
      `  ${new Date().toISOString().slice(11, 23)} ${seat.name}, ${seat.hertz} Hz, ${rate}x, ${speed} mm/s`,
    )
  await page.bringToFront()
  await page.evaluate((value) => ecgBench.setSpeed(value), speed)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  const ended = await traceFrames(session)
  const draws = speed === 25
  if (draws)
    for (let window = 1; window < windows; window++)
      await page.evaluate((value) => ecgBench.draw(value), window)
  await page.evaluate((value) => ecgBench.pan(value), frames)
  const loads = seat.name === paper && seat.hertz === 500 && rate === highest && draws
  if (loads)
    await page.evaluate(async () => {
      for (const window of [1, 2]) await ecgBench.load(window)
    })
  const traced = await ended()
  if (loads) blocked.parsed.push(await page.evaluate(() => ecgBench.parse(1)))
  // A slowed page is slowed by work of its own: not while others are measured.
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const series = seriesOf(seat, rate, speed)
  series.draw.push(...traced.between('draw', 'drawn', true).map(({ main }) => main))
  const moved = traced.each('frame').slice(2)
  series.pan.push(median(moved.map(({ main }) => main)))
  series.worker.push(median(moved.map(({ workers }) => workers)))
  series.frames.push(...moved.map(({ main }) => main))
  for (const { longest, main } of traced.between('load', 'loaded', true)) {
    blocked.longest.push(longest)
    blocked.whole.push(main)
  }
}

const loads: number[] = []
try {
  const seats: Seat[] = []
  for (const name of contenders) seats.push(await sit(name, 500))
  seats.push(await sit(paper, 125))
  const began = Date.now()
  for (let round = 0; round < rounds && (round === 0 || Date.now() - began < mostMs); round++) {
    loads.push(loadavg()[0] ?? 0)
    const turned = seats
      .map((_, at) => seats[(at + round) % seats.length])
      .filter((seat) => seat !== undefined)
    for (const rate of rates) for (const seat of turned) await visit(seat, rate, 25)
    for (const speed of speeds.filter((one) => one !== 25))
      for (const seat of turned.filter(
        ({ name, hertz }) => hertz === 500 && !(peers.others as readonly string[]).includes(name),
      ))
        await visit(seat, highest, speed)
    console.log(`  round ${round + 1} of ${rounds}, load ${loadavg()[0]?.toFixed(1)}`)
  }
} finally {
  await served.close()
}

const at = (name: string, rate: number, speed = 25, hertz = 500): Series | undefined =>
  found.get(`${name} ${hertz} ${rate} ${speed}`)
for (const rate of rates)
  for (const speed of speeds) {
    const here = contenders.flatMap((name) => {
      const series = at(name, rate, speed)
      return series === undefined ? [] : [{ name, series }]
    })
    if (here.length === 0) continue
    console.log(
      `\n  ${rate}x, ${speed} mm/s: main thread, ms, median (least–most); load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`,
    )
    console.log(
      `  ${''.padEnd(30)}${'draw'.padEnd(26)}${'a frame of moving'.padEnd(24)}p99 of all frames  worker`,
    )
    for (const { name, series } of here) {
      const workers = median(series.worker)
      console.log(
        `  ${name.padEnd(30)}${(series.draw.length > 0 ? said(series.draw) : '').padEnd(26)}${said(series.pan).padEnd(24)}${quantile(series.frames, 0.99).toFixed(2).padEnd(19)}${workers > 0 ? workers.toFixed(2) : ''}`,
      )
      figure(
        `${rate}x ${speed} mm/s, ${name}`,
        `draw ${series.draw.length > 0 ? said(series.draw) : '–'} ms, pan ${said(series.pan)} ms, p99 ${quantile(series.frames, 0.99).toFixed(2)} ms`,
      )
    }
  }
console.log('')

for (const { own, which, names, bar, of } of ratioBars) {
  const found = rates.flatMap((rate) =>
    speeds.flatMap((speed) => {
      const [mine, theirs] = [
        at(own, rate, speed)?.[which] ?? [],
        names.map((name) => at(name, rate, speed)?.[which] ?? []),
      ]
      if (mine.length === 0 || theirs.some((series) => series.length === 0)) return []
      const [ratio, nothing] = [
        median(mine) / Math.min(...theirs.map(median)),
        median(at(floor, rate, speed)?.[which] ?? []),
      ]
      figure(`${own}, ${which} of ${of}, ${rate}x, ${speed} mm/s`, ratio)
      figure(
        `${own}, ${which} of ${of}, ${rate}x, ${speed} mm/s, the floor taken from both`,
        (median(mine) - nothing) / (Math.min(...theirs.map(median)) - nothing),
      )
      return [ratio]
    }),
  )
  // The worst of all rates and speeds, each to the best of its peers.
  measured(bar, Math.max(...found))
}
if (highest === 6) {
  measured(
    bars.p99,
    Math.max(...speeds.map((speed) => quantile(at(paper, 6, speed)?.frames ?? [], 0.99))),
  )
  measured(bars.blocked, median(blocked.longest))
  figure(
    'decoding a window at 6x: longest task, all tasks, and the same window parsed from JSON by the page, ms',
    `${said(blocked.longest)}, ${said(blocked.whole)}, ${said(blocked.parsed)}`,
  )
  console.log(
    `  decoding a window at 6x: longest task ${said(blocked.longest)}, all tasks ${said(blocked.whole)}; parsed from JSON by the page ${said(blocked.parsed)} ms`,
  )
}
const whole = (hertz: number): number => {
  const series = at(paper, highest, 25, hertz)
  return median(series?.pan ?? []) + median(series?.worker ?? [])
}
measured(bars.hertz, whole(500) / whole(125))
process.exit(0)
