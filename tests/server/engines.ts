import { afterAll, beforeAll, describe } from 'vitest'
import { openDatabase } from '../../server/db/database'
import type { Database, Trx } from '../../server/db/database'
import { isFull } from '../depth'
import { hasPostgres, startPostgres } from './postgres'
import type { TestPostgres, TwoLogins } from './postgres'
import { openMemory } from './memory'

/** A database that is there once the tests run. */
export interface Opened {
  readonly database: Database
  readonly url: string | null
  /** A transaction with the rights of who owns the tables, which the server's login has not. */
  asOwner<T>(work: (trx: Trx) => Promise<T>): Promise<T>
}

type Prepare = (database: Database, asOwner: Opened['asOwner']) => Promise<void>
type Tests = (opened: Opened) => void

/**
 * Runs the same tests on PGlite in memory and on a real PostgreSQL, each with a fresh database that
 * `prepare` has filled. For tests whose subject is what the engines could do differently: SQL of
 * its own (raw `sql`, json, arrays, windows, what `on conflict` does), locks and several
 * connections at once, row security, and what the driver makes of a value. Every statement that the
 * server sends is sent to both by at least one such file; a file that sends what no other does
 * belongs here.
 */
export function onBothEngines(prepare: Prepare, tests: Tests): void {
  onEngines(['pglite', ...(hasPostgres ? ['postgres'] : [])], prepare, tests)
}

/**
 * The same on PGlite alone, and on both with TEST_DEPTH=full. For tests whose subject is the
 * server's own: what it refuses and in which words, who may do it, what an answer looks like. Their
 * statements are those of the files above, and a second engine would prove them twice.
 */
export function onPglite(prepare: Prepare, tests: Tests): void {
  if (isFull) onBothEngines(prepare, tests)
  else onEngines(['pglite'], prepare, tests)
}

function onEngines(engines: readonly string[], prepare: Prepare, tests: Tests): void {
  describe.each(engines)('%s', (engine) => {
    let postgres: TestPostgres | null = null
    let database: Database | null = null
    let owned: Database | null = null
    let logins: TwoLogins | null = null
    const asOwner: Opened['asOwner'] = async (work) => {
      if (logins !== null) owned ??= await openDatabase({ url: logins.ownerUrl, poolSize: 2 })
      const owner = owned ?? database
      if (owner === null) throw new Error('The database is opened before the first test')
      return owner.asSystem(work)
    }
    beforeAll(async () => {
      if (engine === 'postgres') {
        postgres = startPostgres()
        logins = postgres.newDatabase()
      }
      database = await (logins === null ? openMemory() : openDatabase(logins))
      await prepare(database, asOwner)
    })
    afterAll(async () => {
      await database?.close()
      await owned?.close()
      postgres?.stop()
    })
    tests({
      get database() {
        if (database === null) throw new Error('The database is opened before the first test')
        return database
      },
      get url() {
        return logins?.url ?? null
      },
      asOwner,
    })
  })
}
