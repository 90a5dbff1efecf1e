import { systemClock } from '../clock'
import { readConfig } from '../config'
import { openConfigured } from '../configured-database'
import { beginEpoch, currentEpoch } from './epoch'

// `npm run new-epoch`, after a database was restored from a backup. With PGlite the server must be
// stopped.
const config = readConfig(process.env)
const database = await openConfigured(config)
try {
  const epoch = await beginEpoch(database, systemClock, await currentEpoch(database, systemClock))
  process.stdout.write(`A new epoch has begun: ${epoch}. Devices send again what they kept.\n`)
} finally {
  await database.close()
}
