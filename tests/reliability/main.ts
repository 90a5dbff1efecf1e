import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startOwnCluster } from '../server/postgres'
import { faultlessRun, runKills } from './kills'
import type { KillsReport } from './kills'

// Kills on one engine (scripts/kill.mjs), in parts: each has a database of its own and is judged
// when it is through, so that a run which is broken off keeps what it found. Prints a line of JSON
// for each part and one for all; exit 1 when anything is not right.
const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'pglite' },
    kills: { type: 'string', default: '25' },
    entry: { type: 'string' },
    'most-minutes': { type: 'string' },
    part: { type: 'string', default: '50' },
    seed: { type: 'string' },
  },
})
const began = Date.now()
const mostMs =
  values['most-minutes'] === undefined ? Infinity : Number(values['most-minutes']) * 60_000
const isRight = (report: KillsReport): boolean =>
  report.accepted > 0 &&
  Object.entries(faultlessRun).every(
    ([name, right]) => report[name as keyof typeof faultlessRun] === right,
  )
const cluster = values.engine === 'postgres' ? startOwnCluster() : null

/**
 * Another for each run and part; printed, so that the same is drawn again with `--seed`; in which
 * order the answers come is the machine's.
 */
let seed = Number(values.seed ?? began % 1_000_000)

const playPart = async (kills: number): Promise<KillsReport> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lamplight-kills-'))
  process.stderr.write(`${values.engine}: --seed ${seed}\n`)
  try {
    return await runKills({
      kills,
      seed,
      dataDir,
      mostMs: mostMs - (Date.now() - began),
      say: (line) => {
        process.stderr.write(`${values.engine}: ${line}\n`)
      },
      ...(values.entry === undefined ? {} : { entry: values.entry }),
      ...(cluster === null ? {} : { cluster }),
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const total: Record<string, number> = {}
let wrong = 0
try {
  for (let left = Number(values.kills); left > 0 && Date.now() - began < mostMs;) {
    const report = await playPart(Math.min(left, Number(values.part)))
    left -= report.serverKills
    seed += 1
    if (!isRight(report)) wrong += 1
    for (const [name, count] of Object.entries(report))
      total[name] = (total[name] ?? 0) + Number(count)
    process.stdout.write(`${JSON.stringify({ engine: values.engine, ...report })}\n`)
  }
} finally {
  cluster?.stop()
}
process.stdout.write(`all: ${JSON.stringify({ engine: values.engine, ...total })}\n`)
process.exitCode = wrong === 0 && (total.serverKills ?? 0) > 0 ? 0 : 1
