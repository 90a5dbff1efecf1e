import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Database } from '../db/database'
import { noStore } from './headers'

/** Whether it lives, whether it can work, and what it is: for supervisors and open pages. */
export const statusRoutes = (
  database: Database,
  { gitHash, demonstration }: { readonly gitHash: string; readonly demonstration?: boolean },
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
  app.get('/version.json', (c) =>
    c.json({ gitHash, ...(demonstration === true ? { demonstration } : {}) }),
  )
  return app
}
