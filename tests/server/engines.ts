import { afterAll, beforeAll, describe } from 'vitest'
import { openDatabase } from '../../server/db/database'
import type { Database } from '../../server/db/database'
import { hasPostgres, startPostgres } from './postgres'
import type { TestPostgres } from './postgres'
import { openMemory } from './memory'

/** A database that is there once the tests run. */
export interface Opened { readonly database: Database; readonly url: string | null }

/** Runs the same tests on PGlite in memory and on a real PostgreSQL, each with a fresh database that `prepare` has filled. */
export function onBothEngines(prepare: (database: Database) => Promise<void>, tests: (opened: Opened) => void): void {
  describe.each(['pglite', ...(hasPostgres ? ['postgres'] : [])])('%s', (engine) => {
    let postgres: TestPostgres | null = null
    let database: Database | null = null
    let url: string | null = null
    beforeAll(async () => {
      if (engine === 'postgres') {
        postgres = startPostgres()
        url = postgres.newDatabase()
      }
      database = await (url === null ? openMemory() : openDatabase({ url }))
      await prepare(database)
    })
    afterAll(async () => {
      await database?.close()
      postgres?.stop()
    })
    tests({
      get database() {
        if (database === null) throw new Error('The database is opened before the first test')
        return database
      },
      get url() {
        return url
      },
    })
  })
}
