import { Hono } from 'hono'
import { sql } from 'kysely'
import { lateAfterMs, oldestDueMs } from '../areas/alert'
import type { Clock } from '../clock'
import type { Database } from '../db/database'
import { noStore } from './headers'

/**
 * Whether it lives, whether it can work, what it is, and whether the alerts of all servers are on
 * time: for supervisors and open pages.
 */
export const statusRoutes = (
  database: Database,
  { gitHash, demonstration }: { readonly gitHash: string; readonly demonstration?: boolean },
  clock: Clock,
  isStopping: () => boolean = () => false,
): Hono => {
  const app = new Hono()
  app.use('/health', noStore)
  app.use('/ready', noStore)
  app.use('/version.json', noStore)
  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.get('/ready', async (c) => {
    if (isStopping()) return c.json({ status: 'stopping' }, 503)
    const works = await sql`select 1`.execute(database.kysely).then(
      () => true,
      () => false,
    )
    return c.json({ status: works ? 'ready' : 'no database' }, works ? 200 : 503)
  })
  app.use('/health/alerts', noStore)
  app.get('/health/alerts', async (c) => {
    const lateMs = await oldestDueMs(database, { clock, asksDatabase: true }).catch(() => null)
    const isLate = lateMs === null || lateMs > lateAfterMs
    return c.json(
      {
        status: lateMs === null ? 'no database' : isLate ? 'late' : 'on time',
        oldestDueSeconds: lateMs === null ? null : Math.floor(lateMs / 1000),
      },
      isLate ? 503 : 200,
    )
  })
  app.get('/version.json', (c) =>
    c.json({ gitHash, ...(demonstration === true ? { demonstration } : {}) }),
  )
  return app
}
