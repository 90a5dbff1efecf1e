import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from './config'
import { openDatabase } from './db/database'
import { verifyLog } from './db/verify-log'

// `npm run verify-log [-- --anchor FILE]`: README.md. With PGlite the server must be stopped.
const { values } = parseArgs({ options: { anchor: { type: 'string' } } })
const config = readConfig(process.env)
const database = await openDatabase({
  dataDir: config.dataDir,
  ...(config.databaseUrl === undefined ? {} : { url: config.databaseUrl }),
})
try {
  const isWhole = await verifyLog(
    database,
    values.anchor ?? join(config.dataDir, 'action-log-anchor'),
    (line) => process.stdout.write(`${line}\n`),
  )
  process.exitCode = isWhole ? 0 : 1
} finally {
  await database.close()
}
