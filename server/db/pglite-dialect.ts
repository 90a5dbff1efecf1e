import type { PGlite } from '@electric-sql/pglite'
import { CompiledQuery, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'
import { createStatements } from './pglite-statements'

class PGliteConnection implements DatabaseConnection {
  readonly #pglite: PGlite
  readonly #statements: ReturnType<typeof createStatements>
  constructor(pglite: PGlite) {
    this.#pglite = pglite
    this.#statements = createStatements(pglite)
  }
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // Only exec runs several statements (a migration); only query takes parameters.
    const result =
      query.parameters.length === 0
        ? (await this.#pglite.exec(query.sql)).at(-1)
        : await this.#statements.run(query.sql, query.parameters)
    return {
      rows: (result?.rows ?? []) as Row[],
      numAffectedRows: BigInt(result?.affectedRows ?? 0),
    }
  }
  // oxlint-disable-next-line require-yield
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('PGlite does not stream')
  }
}

/** PGlite has one connection: transactions wait for each other in order. */
class PGliteDriver implements Driver {
  readonly #pglite: PGlite
  readonly #connection: PGliteConnection
  #tail: Promise<void> = Promise.resolve()
  #release: (() => void) | null = null
  constructor(pglite: PGlite) {
    this.#pglite = pglite
    this.#connection = new PGliteConnection(pglite)
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#tail
    let release: () => void = () => {}
    this.#tail = new Promise((resolve) => {
      release = resolve
    })
    await before
    this.#release = release
    return this.#connection
  }
  async releaseConnection(): Promise<void> {
    this.#release?.()
  }
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }
  async destroy(): Promise<void> {
    await this.#pglite.close()
  }
}

/** kysely's dialect for an open PGlite. Destroying the kysely closes it. */
export const pgliteDialect = (pglite: PGlite): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PGliteDriver(pglite),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})
