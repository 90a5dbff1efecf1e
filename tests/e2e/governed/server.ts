import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '../../../server/app'
import { systemClock as clock } from '../../../server/clock'
import { openDatabase } from '../../../server/db/database'
import { seedDemonstration } from '../../../server/demonstration'
import { listen, portOf } from '../../../server/http/listen'
import { createLog } from '../../../server/http/log'
import { createIdentity } from '../../../server/identity'
import { createIngest } from '../../../server/ingest'
import { createMailer } from '../../../server/outgoing'
import { createPokeHub } from '../../../server/pokes/hub'
import { secretBox } from '../../../server/secret-box'

/*
 * The real server with the demonstration's people, no readings, and a database in memory that the
 * parent process may change underneath: what an administrator will do one day by screens that do
 * not exist yet.
 */
const tell = (message: object): void => {
  process.send?.(message)
}

const publicDir = process.env['E2E_DIST'] ?? 'dist'
/** As the built portal says: no page of a test is told of a new version. */
const { gitHash } = JSON.parse(readFileSync(join(publicDir, 'version.json'), 'utf8')) as {
  gitHash: string
}

const database = await openDatabase({ inMemory: true })
const secrets = secretBox(new Uint8Array(32))
const log = createLog('silent')
const identity = createIdentity({
  database,
  clock,
  secrets,
  mailer: createMailer({ clock, secrets }),
  report: () => undefined,
  config: { projectId: 'lamplight-embedded', portalUrl: 'http://127.0.0.1' },
})
await seedDemonstration({ database, identity, clock, secrets })
const app = await createApp({
  database,
  clock,
  log,
  secrets,
  pokes: createPokeHub(database),
  verify: identity.verify,
  identityRoutes: identity.routes,
  ingest: createIngest({ database, clock, secrets, log }),
  settings: { basePath: '/Prod', publicDir, gitHash, firebase: false },
})
process.on('message', ({ id, text }: { id: number; text: string }) => {
  void database
    .asSystem((trx) => sql.raw(text).execute(trx))
    .then(
      ({ rows }) => tell({ id, rows }),
      (thrown: unknown) =>
        tell({ id, failure: thrown instanceof Error ? thrown.message : 'unknown' }),
    )
})
const listening = await listen((request) => app.fetch(request), { port: 0, host: '127.0.0.1' })
tell({ port: portOf(listening) })
process.on('disconnect', () => {
  listening.close()
  process.exit(0)
})
