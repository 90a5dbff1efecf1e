// Case: the first sync of 200 patients in Chromium, throttled: how long the page is held at once
// Quick: --runs 1 | 90 s
import { loadavg } from 'node:os'
import type { FirstSyncFigures } from './first-sync-page/page'
import { option } from './engines'
import { declareBars, figure, measured } from './report'
import { servePage } from './served-page'
import { profileTasks } from './task-profile'
import { traceTasks } from './task-trace'
import { startWard } from './ward'

declare const firstSync: (token: string) => Promise<FirstSyncFigures>
declare const idleTasks: (ms: number) => Promise<readonly number[]>

// The first sync of a ward in Chromium, with the processor throttled: how long the page's thread is
// held at once. The data engine and real IndexedDB, ciphers, worker and server; no screens. Tasks
// are counted as the browser reports them (longtask), and by the thread's own processor time
// (trace), which other work on a shared machine does not lengthen.
const patients = Number(option('patients', '220'))
const checkups = Number(option('checkups', '23'))
/** 15-minute buckets of each patient. */
const buckets = Number(option('buckets', '91'))
const throttle = Number(option('throttle', '4'))
const runs = Number(option('runs', '3'))
/** `--profile 1`: also what ran in the longest tasks, which makes them longer. */
const isProfiled = process.argv.includes('--profile')

const bar = 'first sync at 4x: longest task of the main thread, by its own time'
declareBars([{ name: bar, unit: 'ms', atMost: 50 }])
let longest = 0
const server = await startWard({ patients, checkups, buckets })
const served = await servePage({ folder: 'first-sync-page', app: server.app, minify: !isProfiled })
for (let run = 1; run <= runs; run += 1) {
  const context = await served.browser.newContext()
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(String(error)))
  await page.goto(served.url)
  await page.waitForFunction(() => 'firstSync' in window)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  const ended = await traceTasks(session)
  const profiled = isProfiled ? await profileTasks(session) : null
  // The floor: the same page, doing nothing, on this machine in this minute.
  const idle = await page.evaluate(() => idleTasks(5_000))
  const {
    boardMs,
    wholeMs,
    patients: found,
    longTasks,
    chunks,
  } = await page.evaluate(
    (token) => firstSync(token),
    `${server.uid('nurse@riverside.example')}~${run}`,
  )
  const ranIn = await profiled?.()
  const tasks = await ended()
  const own = tasks.filter((task) => task.own > 50)
  const load = loadavg()[0]?.toFixed(1)
  longest = Math.max(longest, ...tasks.map((task) => task.own))
  figure(`run ${run}: longest on the wall, ms`, Math.max(0, ...longTasks))
  figure(`run ${run}: tasks over 50 ms by own time`, own.length)
  console.log(
    `run ${run}, ${throttle}x, load ${load}: ${found} patients of ${checkups} check-ups and ${buckets} buckets (${chunks} records); board after ${boardMs.toFixed(0)} ms, whole ward after ${wholeMs.toFixed(0)} ms; ` +
      `tasks over 50 ms: ${longTasks.length}, longest ${Math.max(0, ...longTasks).toFixed(0)} ms (idle for 5 s: ${idle.length}, ${Math.max(0, ...idle).toFixed(0)} ms); ` +
      `by the thread's own time: ${own.length}, longest ${Math.max(0, ...tasks.map((task) => task.own)).toFixed(0)} ms`,
  )
  if (process.argv.includes('--tasks'))
    for (const task of tasks.toSorted((a, b) => b.own - a.own).slice(0, 12))
      console.log(
        `  at ${task.at.toFixed(0)}: ${task.wall.toFixed(0)} ms, own ${task.own.toFixed(0)}: ${task.most.join(' | ')}`,
      )
  if (ranIn !== undefined)
    for (const task of [null, ...tasks.toSorted((a, b) => b.own - a.own).slice(0, 6)]) {
      console.log(
        task === null
          ? '  the whole'
          : `  at ${task.at.toFixed(0)}: ${task.wall.toFixed(0)} ms, own ${task.own.toFixed(0)}`,
      )
      for (const { name, self, total } of ranIn(task).slice(0, 30))
        console.log(`    ${total.toFixed(1).padStart(8)} ${self.toFixed(1).padStart(8)}  ${name}`)
    }
  await context.close()
}
measured(bar, longest)
await served.close()
await server.close()
process.exit(0)
