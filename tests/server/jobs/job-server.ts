// A server's jobs as a process of its own, to be killed: node --import tsx
// tests/server/jobs/job-server.ts DATABASE_URL CLOCK_FILE
import { readFileSync } from 'node:fs'
import { openDatabase } from '../../../server/db/database'
import { runDue } from '../../../server/jobs'

const [url = '', clockFile = ''] = process.argv.slice(2)
const database = await openDatabase({ url, poolSize: 2 })
const clock = { now: () => Number(readFileSync(clockFile, 'utf8')) }
process.stdout.write('ready\n')
for (;;) {
  await runDue(database, { clock, asksDatabase: false }).catch(() => undefined)
  await new Promise((resolve) => {
    setTimeout(resolve, 5)
  })
}
