import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startRealServer } from '../e2e/real-server'
import { killBrowsers, measureSaves } from './browser-kills'

// One run of browser kills (scripts/kill.mjs --browser). Prints its reports as lines of JSON; exit
// 1 when anything is not right.
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '25' },
    saves: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    dist: { type: 'string', default: 'dist' },
    'most-minutes': { type: 'string' },
  },
})
/** mulberry32: which moments the kills fall on; what the machine makes of them is its own. */
const randomOf = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
const home = mkdtempSync(join(tmpdir(), 'lamplight-browser-kills-'))
const server = await startRealServer({ dataDir: join(home, 'data'), publicDir: values.dist })
try {
  if (Number(values.saves) > 0)
    process.stdout.write(
      `${JSON.stringify({ saves: await measureSaves({ url: server.url, profile: join(home, 'measured'), saves: Number(values.saves) }) })}\n`,
    )
  if (Number(values.kills) > 0) {
    const report = await killBrowsers({
      url: server.url,
      profile: join(home, 'profile'),
      kills: Number(values.kills),
      random: randomOf(Number(values.seed)),
      say: (line) => {
        process.stderr.write(`browser: ${line}\n`)
      },
      ...(values['most-minutes'] === undefined
        ? {}
        : { mostMs: Number(values['most-minutes']) * 60_000 }),
    })
    process.stdout.write(`${JSON.stringify(report)}\n`)
    const faults = [...report.lost, ...report.doubled, ...report.outOfOrder]
    process.exitCode =
      faults.length === 0 && report.waiting.length === 0 && report.confirmed > 0 ? 0 : 1
  }
} finally {
  await server.stop()
  rmSync(home, { recursive: true, force: true })
}
