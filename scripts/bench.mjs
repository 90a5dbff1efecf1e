// Runs the measurements of bench/, each case in a process of its own, one after the other.
//
//   npm run bench                        names the cases
//   npm run bench -- push pull           runs these
//   npm run bench -- push --commands 400 gives the options to every case that it runs
//   npm run bench -- --quick             runs every case with a `Quick` line, within ten minutes
//   npm run bench -- --quick --json FILE writes { bars: [{ name, value, bar, met }], cases, left }
//
// Times are of this machine in this minute: compare ratios of one run. A case is one file,
// bench/NAME.ts, with the header of bench/case-header.ts; it names its bars to bench/report.ts.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  buildWhenNeeded,
  installChromiumWhenNeeded,
  installPostgresWhenNeeded,
  installWhenNeeded,
  root,
  say,
} from './step.mjs'

/** --quick ends within ten minutes, the build before it included. */
const quickMs = 9.5 * 60_000
const folder = join(root, 'bench')
if (!(await installWhenNeeded())) process.exit(1)
const { tsImport } = await import('tsx/esm/api')
const { readCaseHeader } = await tsImport(join(folder, 'case-header.ts'), import.meta.url)
const { endMarked } = await tsImport(join(folder, 'leftovers.ts'), import.meta.url)
const cases = readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .toSorted()
  .flatMap((name) => {
    const source = readFileSync(join(folder, name), 'utf8')
    const header = readCaseHeader(source)
    return header === null
      ? []
      : [
          {
            ...header,
            hasBars: source.includes('declareBars('),
            name: name.replace(/\.ts$/, ''),
            file: join(folder, name),
          },
        ]
  })

const args = process.argv.slice(2)
const isQuick = args.includes('--quick')
const jsonAt = args.indexOf('--json')
const json = jsonAt < 0 ? null : args[jsonAt + 1]
const rest = args.filter(
  (arg, at) => arg !== '--quick' && (jsonAt < 0 || (at !== jsonAt && at !== jsonAt + 1)),
)
const end = rest.findIndex((arg) => arg.startsWith('-'))
const names = end < 0 ? rest : rest.slice(0, end)
const options = end < 0 ? [] : rest.slice(end)
const unknown = names.filter((name) => !cases.some((one) => one.name === name))
if (unknown.length > 0 || (names.length === 0 && !isQuick)) {
  if (unknown.length > 0) say(`No case is called ${unknown.join(', ')}.`)
  for (const { name, says } of cases) say(`  npm run bench -- ${name.padEnd(14)} ${says}`)
  process.exit(unknown.length > 0 ? 1 : 0)
}
const wanted =
  names.length > 0
    ? names.map((name) => cases.find((one) => one.name === name))
    : cases.filter(({ quick }) => quick !== null)

const began = Date.now()
const home = mkdtempSync(join(tmpdir(), 'lamplight-bench-'))
/**
 * Runs a case in a process group of its own, which is ended when its time is over. What it started
 * and left running, as a browser of another group, is ended with it, however it ended.
 */
const runCase = ({ name, file, says, quick }) =>
  new Promise((resolve) => {
    const part = join(home, `${name}.json`)
    const since = Date.now()
    const most = !isQuick
      ? null
      : Math.max(5_000, Math.min((quick?.seconds ?? 60) * 1_000, began + quickMs - since))
    say(`\n── ${name}: ${says}`)
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', file, ...(isQuick ? (quick?.options ?? []) : []), ...options],
      {
        cwd: root,
        stdio: 'inherit',
        detached: true,
        env: { ...process.env, BENCH_PART: part },
      },
    )
    const signal = (which) => {
      try {
        process.kill(-child.pid, which)
      } catch {
        /* gone already */
      }
    }
    let late = false
    const timers =
      most === null
        ? []
        : [
            setTimeout(() => {
              late = true
              signal('SIGTERM')
            }, most),
            setTimeout(() => signal('SIGKILL'), most + 5_000),
          ]
    let stopped = false
    const stop = () => {
      stopped = true
      signal('SIGTERM')
      timers.push(setTimeout(() => signal('SIGKILL'), 5_000))
    }
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
    child.on('exit', (code) => {
      timers.forEach(clearTimeout)
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
      endMarked('BENCH_PART', part)
      if (stopped) process.exit(1)
      const seconds = (Date.now() - since) / 1000
      const told = existsSync(part)
        ? JSON.parse(readFileSync(part, 'utf8'))
        : { load: loadavg()[0], figures: {}, bars: [] }
      say(
        `── ${name}: ${code === 0 ? 'ok' : late ? `not done within ${(most / 1000).toFixed(0)} s` : `failed (${code})`}, ${seconds.toFixed(1)} s`,
      )
      resolve({ name, says, ok: code === 0, late, seconds: Math.round(seconds * 10) / 10, ...told })
    })
  })

// From a fresh clone too: what the wanted cases need, and nothing else.
const uses = (pattern) => wanted.some(({ file }) => pattern.test(readFileSync(file, 'utf8')))
if (uses(/'ecg-page'/) && !(await installWhenNeeded(folder))) process.exit(1)
if (uses(/'dist'/) && !(await buildWhenNeeded())) process.exit(1)
if (uses(/served-page|chromium-page|@playwright/) && !(await installChromiumWhenNeeded()))
  process.exit(1)
if (options.includes('postgres') && !(await installPostgresWhenNeeded())) process.exit(1)
const done = []
for (const one of wanted) done.push(await runCase(one))
rmSync(home, { recursive: true, force: true })
/**
 * Bars that take longer than --quick may: named, so that nobody takes what was measured for all of
 * them.
 */
const left = !isQuick
  ? []
  : cases.filter(({ hasBars, quick }) => hasBars && quick === null).map(({ name }) => name)
const bars = done.flatMap(({ name, bars: found }) => found.map((bar) => ({ ...bar, case: name })))
if (json !== null)
  writeFileSync(
    json,
    `${JSON.stringify(
      {
        bars,
        cases: done.map(({ bars: _bars, ...one }) => one),
        left,
        machine: {
          cpus: cpus().length,
          load: loadavg(),
          minutes: Math.round((Date.now() - began) / 6_000) / 10,
          at: new Date().toISOString(),
        },
      },
      null,
      2,
    )}\n`,
  )
if (bars.length > 0) {
  say('')
  const width = Math.max(...bars.map(({ name }) => name.length))
  for (const { name, value, bar, met, unit, holds } of bars)
    say(
      `${met ? 'met    ' : 'NOT met'}  ${name.padEnd(width)}  ${value ?? 'not measured'} ${unit}, ${holds} ${bar}`,
    )
}
if (left.length > 0) say(`Not part of --quick, by their names: ${left.join(', ')}`)
// A bar that is not met is said, not failed: times are the machine's. A case that broke is.
process.exit(done.every(({ ok }) => ok) ? 0 : 1)
