import { parseArgs } from 'node:util'
import { openDatabase } from '../../server/db/database'
import { startPostgres } from '../server/postgres'
import { playWeek, summaryOf } from './week'
import { day, hour } from './world'

// npm run week (scripts/week.mjs): plays a week of the wards, and judges it. Exit 1 where a check fails.
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    hours: { type: 'string', default: '168' },
    postgres: { type: 'boolean', default: false },
    log: { type: 'boolean', default: false },
  },
})
/** A Monday; in the night before the next one the clocks go back. */
const fromMs = Date.parse('2025-10-20T00:00:00.000Z')
const postgres = values.postgres ? startPostgres() : null
const database = await openDatabase(postgres === null ? { inMemory: true } : postgres.newDatabase())
let toldMs = fromMs
try {
  const outcome = await playWeek({
    seed: Number(values.seed),
    database,
    fromMs,
    untilMs: fromMs + Number(values.hours) * hour,
    patients: { beech: 7, cedar: 6, dune: 7 },
    pace: { illEveryHours: 40, killEveryHours: 8, turnEveryHours: 5, visitEveryHours: 0.7 },
    say: (line) => {
      if (values.log) process.stdout.write(`${line}\n`)
      const ms = Date.parse(line.slice(0, 24))
      if (ms < toldMs + day) return
      toldMs += day
      process.stderr.write(`${line.slice(0, 10)} …\n`)
    },
  })
  process.stdout.write(`${summaryOf(outcome)}\n`)
  if (outcome.checks.some(({ failures }) => failures.length > 0)) process.exitCode = 1
} finally {
  await database.close()
  postgres?.stop()
}
