import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startOwnCluster } from '../server/postgres'
import { runKills } from './kills'
import { faultless } from './verdict'

// One run of kills on one engine (scripts/kill.mjs). Prints its report as one line of JSON; exit 1 when anything is not right.
const { values } = parseArgs({ options: {
  engine: { type: 'string', default: 'pglite' }, kills: { type: 'string', default: '25' }, port: { type: 'string', default: '8170' },
  entry: { type: 'string' }, 'most-minutes': { type: 'string' },
} })
const dataDir = mkdtempSync(join(tmpdir(), 'lamplight-kills-'))
const cluster = values.engine === 'postgres' ? startOwnCluster() : null
try {
  const report = await runKills({
    kills: Number(values.kills), port: Number(values.port), dataDir, say: (line) => { process.stderr.write(`${values.engine}: ${line}\n`) },
    ...(values.entry === undefined ? {} : { entry: values.entry }), ...(cluster === null ? {} : { cluster }),
    ...(values['most-minutes'] === undefined ? {} : { mostMs: Number(values['most-minutes']) * 60_000 }),
  })
  process.stdout.write(`${JSON.stringify({ engine: values.engine, ...report })}\n`)
  const isRight = Object.entries(faultless).every(([name, right]) => report[name as keyof typeof faultless] === right)
  process.exitCode = isRight && report.accepted > 0 ? 0 : 1
} finally {
  cluster?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
