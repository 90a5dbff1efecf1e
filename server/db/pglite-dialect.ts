import type { PGlite } from '@electric-sql/pglite'
import { CompiledQuery, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'
import { DatabaseBusy } from './database-busy'
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

/** Takes the one connection. @returns what gives it back. @throws DatabaseBusy */
type Take = () => Promise<() => void>

/** So many may wait; the next one is told to come back. */
const mostWaiting = 400

/** The order in which an embedded database is asked: each waits for its turn, some before others. */
const createTurns = (): { readonly take: Take; readonly takeFirst: Take } => {
  const [first, others]: [(() => void)[], (() => void)[]] = [[], []]
  let isTaken = false
  const next = (): void => {
    const turn = first.shift() ?? others.shift()
    if (turn === undefined) isTaken = false
    else turn()
  }
  const takeIn = (line: (() => void)[]) => async (): Promise<() => void> => {
    if (line.length >= mostWaiting) throw new DatabaseBusy()
    if (isTaken) await new Promise<void>((turn) => void line.push(turn))
    isTaken = true
    return next
  }
  return { take: takeIn(others), takeFirst: takeIn(first) }
}

/** PGlite has one connection: transactions wait for each other. */
class PGliteDriver implements Driver {
  readonly #connection: PGliteConnection
  readonly #take: Take
  #release: (() => void) | null = null
  constructor(connection: PGliteConnection, take: Take) {
    this.#connection = connection
    this.#take = take
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    this.#release = await this.#take()
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
  async destroy(): Promise<void> {}
}

/**
 * kysely's dialects for an open PGlite, which whoever opened it closes. They share its connection:
 * whoever asks by `first` has the next turn.
 */
export const pgliteDialects = (
  pglite: PGlite,
): { readonly first: Dialect; readonly others: Dialect } => {
  const connection = new PGliteConnection(pglite)
  const { take, takeFirst } = createTurns()
  const dialect = (turn: Take): Dialect => ({
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PGliteDriver(connection, turn),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  })
  return { first: dialect(takeFirst), others: dialect(take) }
}
