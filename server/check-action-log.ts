import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readConfig } from './config'
import { openConfigured } from './configured-database'
import { checkActionLog, readMarks } from './db/check-action-log'

// `npm run check-action-log [-- --heads FILE]`: docs/run-it/log-checks.md. With PGlite the server must
// be stopped.
const { values } = parseArgs({ options: { heads: { type: 'string' } } })
const config = readConfig(process.env)
const heads = readMarks(values.heads === undefined ? '' : readFileSync(values.heads, 'utf8'))
const database = await openConfigured(config)
try {
  const isWhole = await checkActionLog(
    database,
    heads,
    (line) => process.stdout.write(`${line}\n`),
    Date.now(),
  )
  process.exitCode = isWhole ? 0 : 1
} finally {
  await database.close()
}
