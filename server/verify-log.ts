import { parseArgs } from 'node:util'
import { readConfig } from './config'
import { openConfigured } from './configured-database'
import { openLogKey } from './db/log-key'
import { anchorOf, verifyLog } from './db/verify-log'

// `npm run verify-log [-- --anchor FILE]`: docs/run-it/log-checks.md. With PGlite the
// server must be stopped.
const { values } = parseArgs({ options: { anchor: { type: 'string' } } })
const config = readConfig(process.env)
const database = await openConfigured(config)
try {
  const statement = await verifyLog({
    database,
    anchor: values.anchor ?? anchorOf(config.dataDir),
    key: openLogKey(config.dataDir),
    nowMs: Date.now(),
    say: (line) => process.stdout.write(`${line}\n`),
  })
  process.exitCode = statement === null ? 1 : 0
} finally {
  await database.close()
}
