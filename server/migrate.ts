import { readConfig } from './config'
import { openConfigured } from './configured-database'

// `npm run migrate`: docs/run-it/postgresql.md. Updates the schema and ends. Servers that are started
// after it need no DATABASE_OWNER_URL.
const database = await openConfigured(readConfig(process.env))
await database.close()
