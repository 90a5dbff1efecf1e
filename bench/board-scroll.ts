// Case: 200 cards in list layout, slowed down 6 times: main-thread work a frame, and whom a reading
// redraws
import { loadavg } from 'node:os'
import { resolve } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { deteriorating, postCheckup, riverside } from '../tests/e2e/portal'
import { option, quantile } from './engines'
import { openLiveBoard, type LiveBoard } from './live-board'
import { declareBars, measured } from './report'

// 200 cards in list layout in the product itself, Chromium slowed down six times: main-thread work
// of each frame while the list is scrolled from end to end, and which cards change when a reading
// comes in for one patient. The page's own processor time counts, so that what other processes of
// the machine do does not; throttling does.
const cards = Number(option('cards', '200'))
const pixels = Number(option('pixels', '15000'))
/** More of CSS, to see what it changes. */
const style = option('style', '')
const slow = Number(option('slow', '6'))
/** Readings whose cards are counted, one after the other; `--scroll no` counts them alone. */
const readings = Number(option('readings', '10'))
const scrolls = option('scroll', 'yes') === 'yes'
const dist = resolve(option('dist', process.env['E2E_DIST'] ?? 'dist'))

const bars = {
  frame: "a frame of scrolling 200 cards at 6x, p95 of the thread's own time",
  others: 'cards that a reading for another patient changed',
}
declareBars([
  ...(scrolls ? [{ name: bars.frame, unit: 'ms', atMost: 16.7 }] : []),
  { name: bars.others, unit: 'cards', atMost: 0 },
])

interface Event {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * Work of the main thread in each frame of what happens meanwhile, milliseconds: its own time and
 * on the wall; and what took most of the worst.
 */
const framesOf = async (
  session: CDPSession,
  during: () => Promise<void>,
): Promise<{
  readonly own: readonly number[]
  readonly wall: readonly number[]
  readonly most: string
  readonly worst: string
}> => {
  const events: Event[] = []
  const collect = ({ value }: { value: unknown[] }): void => {
    events.push(...(value as Event[]))
  }
  session.on('Tracing.dataCollected', collect)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        '__metadata',
        'toplevel',
        'devtools.timeline',
        'devtools.timeline.frame',
        'disabled-by-default-devtools.timeline',
        'disabled-by-default-devtools.timeline.frame',
      ],
      recordMode: 'recordContinuously',
    },
  })
  await during()
  const complete = new Promise<void>((done) => {
    session.once('Tracing.tracingComplete', () => done())
  })
  await session.send('Tracing.end')
  await complete
  session.off('Tracing.dataCollected', collect)
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const main = events.filter(({ pid, tid }) => threads.has(`${pid} ${tid}`))
  const tasks = main.filter(
    ({ name, ph, dur }) =>
      ph === 'X' && dur !== undefined && name === 'ThreadControllerImpl::RunTask',
  )
  const starts = main
    .filter(({ name }) => name === 'BeginMainThreadFrame')
    .map(({ ts }) => ts)
    .toSorted((a, b) => a - b)
  const frames = starts.map((ts, at) => {
    const mine = tasks.filter(
      (task) => task.ts + (task.dur ?? 0) > ts && task.ts < (starts[at + 1] ?? ts + 16_700),
    )
    return {
      ts,
      own: mine.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000,
      wall: mine.reduce((sum, { dur = 0 }) => sum + dur, 0) / 1000,
      mine,
    }
  })
  const spent = new Map<string, number>()
  const open: Event[] = []
  for (const event of main
    .filter(({ ph, tdur }) => ph === 'X' && tdur !== undefined)
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    while (open.length > 0 && (open.at(-1)?.ts ?? 0) + (open.at(-1)?.dur ?? 0) <= event.ts)
      open.pop()
    const outer = open.at(-1)
    if (outer !== undefined) spent.set(outer.name, (spent.get(outer.name) ?? 0) - (event.tdur ?? 0))
    spent.set(event.name, (spent.get(event.name) ?? 0) + (event.tdur ?? 0))
    open.push(event)
  }
  const most = [...spent]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 10)
    .map(([name, us]) => `${name} ${(us / 1000 / Math.max(1, frames.length)).toFixed(1)}`)
    .join(', ')
  const worst = frames.toSorted((a, b) => b.own - a.own)[0]
  const inside =
    worst === undefined
      ? []
      : main.filter(
          ({ ts, ph, dur = 0, name }) =>
            ph === 'X' &&
            dur > 1_000 &&
            !name.includes('RunTask') &&
            worst.mine.some((task) => ts >= task.ts && ts < task.ts + (task.dur ?? 0)),
        )
  return {
    own: frames.map(({ own }) => own),
    wall: frames.map(({ wall }) => wall),
    most,
    worst: inside
      .toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0))
      .slice(0, 8)
      .map(({ name, dur = 0 }) => `${name} ${(dur / 1000).toFixed(0)}`)
      .join(', '),
  }
}

/** By so many pixels with a finger, as fast as one that looks for somebody. */
const scroll = (session: CDPSession, by: number): Promise<unknown> =>
  session.send('Input.synthesizeScrollGesture', {
    x: 700,
    y: 450,
    yDistance: by,
    speed: 1200,
    gestureSourceType: 'touch',
  })
const show = (series: readonly number[]): string =>
  `p50 ${quantile(series, 0.5).toFixed(1)}, p95 ${quantile(series, 0.95).toFixed(1)}, most ${Math.max(...series).toFixed(1)} ms (${series.length} frames)`

/**
 * Which cards change in the page when a reading comes in for one patient, so many times. A minute
 * that passes changes the words of ages on every card: those changes (a text that is the same but
 * for its numbers and units of time) are counted by themselves, so that they are not taken for the
 * reading's.
 */
const redraws = async (
  { page, request, ids }: Pick<LiveBoard, 'request' | 'ids'> & { readonly page: Page },
  times: number,
): Promise<void> => {
  await page.evaluate(() => {
    const seen: { card: string; what: string; aged: boolean }[] = []
    Object.assign(window, { changes: seen })
    const unaged = (text: string | null): string =>
      (text ?? '')
        .replace(/\d+\s*(min|h|d|s)\b|just now|less than a minute/gi, '#')
        .replace(/(#\s*)+/g, '#')
    new MutationObserver((changes) => {
      for (const { target, type, attributeName, oldValue } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const card = element?.closest('article')
        if (element == null || card == null) continue
        const now =
          type === 'characterData'
            ? target.textContent
            : type === 'attributes'
              ? element.getAttribute(attributeName ?? '')
              : null
        if (type === 'attributes' && now === oldValue) continue
        seen.push({
          card: card.querySelector('h3')?.textContent ?? '',
          what: `${type} ${attributeName ?? ''} of ${element.className}`,
          aged: type !== 'childList' && /#/.test(unaged(now)) && unaged(oldValue) === unaged(now),
        })
      }
    }).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      characterDataOldValue: true,
      attributes: true,
      attributeOldValue: true,
    })
  })
  let [others, aged, own] = [0, 0, 0]
  for (let turn = 0; turn < times; turn += 1) {
    const one = ids[Math.floor(((turn + 0.5) * ids.length) / times)] ?? ''
    const pulse = 130 + turn
    await page.evaluate(() => {
      ;(window as unknown as { changes: unknown[] }).changes.length = 0
    })
    await postCheckup(request, riverside, {
      ...deteriorating(one),
      pulseRate: { value: pulse, source: 'cuff', isManual: false },
    })
    const card = page.getByRole('article').filter({
      has: page.getByRole('group', { name: 'Pulse' }).filter({ hasText: String(pulse) }),
    })
    await card.first().waitFor({ state: 'attached' })
    // Its alert, and whatever else would follow.
    await page.waitForTimeout(2_000)
    const name = await card.first().locator('h3').textContent()
    const changes = await page.evaluate(
      () =>
        (window as unknown as { changes: { card: string; what: string; aged: boolean }[] }).changes,
    )
    const foreign = changes.filter((change) => change.card !== name)
    const redrawn = new Set(foreign.filter((change) => !change.aged).map((change) => change.card))
    others += redrawn.size
    own += changes.some((change) => change.card === name && !change.aged) ? 1 : 0
    aged += new Set(foreign.filter((change) => change.aged).map((change) => change.card)).size
    if (redrawn.size > 0)
      console.log(
        `a reading for ${name}: ${[...redrawn].slice(0, 5).join('; ')}; ${[...new Set(foreign.filter((change) => !change.aged).map(({ what }) => what))].slice(0, 8).join('; ')}`,
      )
  }
  console.log(
    `${times} readings, each for one patient of ${ids.length}: that patient's card changed ${own} times, others' ${others} times; the words of an age changed on others' cards ${aged} times meanwhile; load ${loadavg()[0]?.toFixed(1)}`,
  )
  measured(bars.others, others)
}

const board = await openLiveBoard({ patients: cards, watched: true, pageSize: 5, dist })
try {
  const { page } = board
  const watching = page.getByRole('region', { name: /^Watching \(/ })
  await watching
    .getByRole('article')
    .nth(cards - 1)
    .waitFor({ state: 'attached', timeout: 120_000 })
  // What a device fetches ahead of itself is no part of scrolling.
  await page.getByText('Getting your ward ready').waitFor({ state: 'detached', timeout: 300_000 })
  await page.waitForTimeout(3_000)
  if (style !== '') await page.addStyleTag({ content: style })
  const heights = await watching
    .getByRole('listitem')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  console.log(
    `${heights.length} cards, rows of ${Math.min(...heights).toFixed(0)} to ${Math.max(...heights).toFixed(0)} px, load ${loadavg()[0]?.toFixed(1)}`,
  )
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow })
  const ways = scrolls
    ? ([
        ['down', -pixels],
        ['up', pixels],
      ] as const)
    : []
  const floor = {
    content: `main { display: none !important } body { height: ${String(pixels * 2)}px }`,
  }
  let worstP95 = 0
  for (const [what, [name, by]] of [
    ...ways.map((way) => ['the list', way] as const),
    ...ways.map((way) => ['the same page with nothing in it (the floor)', way] as const),
  ]) {
    if (what !== 'the list' && name === 'down') await page.addStyleTag(floor)
    const { own, wall, most, worst } = await framesOf(session, async () => {
      await scroll(session, by)
    })
    if (what === 'the list') worstP95 = Math.max(worstP95, quantile(own, 0.95))
    console.log(
      `${what}, scrolled ${name} at ${slow}× slow-down: main thread's own time a frame ${show(own)}; on the wall ${show(wall)}; own time a frame by kind: ${most}; worst frame, on the wall: ${worst}`,
    )
  }
  if (scrolls) measured(bars.frame, worstP95)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.evaluate(() => {
    for (const sheet of document.querySelectorAll('style'))
      if (sheet.textContent?.startsWith('main { display: none') === true) sheet.remove()
  })
  await redraws(board, readings)
} finally {
  await board.close()
}
process.exit(0)
