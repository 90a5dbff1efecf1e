import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Transaction } from 'kysely'
import { Pool, types } from 'pg'
import { lockDirectory } from './directory-lock'
import { listenToPGlite, listenToPostgres } from './listen'
import type { Listener } from './listen'
import { migrate } from './migrate'
import { appRole } from './migrations/0002-row-security'
import { pgliteDialect } from './pglite-dialect'
import type { Tables } from './tables'
import { typeParsers } from './type-parsers'

/** A transaction; everything done with it commits or vanishes together. */
export type Trx = Transaction<Tables>

export interface Database {
  /**
   * As owner, outside any organisation. Never inside a transaction: PGlite's one connection would
   * wait for itself.
   */
  readonly kysely: Kysely<Tables>
  readonly engine: 'pglite' | 'postgres'
  /** Runs fn in a transaction limited to the organisation (row-level security). */
  asOrganization<T>(organizationId: string, fn: (trx: Trx) => Promise<T>): Promise<T>
  /**
   * Runs fn in a transaction of the owner: identity, ingest keys, seeds. Never for a user's
   * request.
   */
  asSystem<T>(fn: (trx: Trx) => Promise<T>): Promise<T>
  /** Hears a channel's messages of all servers once they commit. Never rejects: see `Listener`. */
  listen(channel: string, listener: Listener): () => Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** postgres://…; wins over the other two. */
  readonly url?: string
  /** Where PGlite keeps its files. */
  readonly dataDir?: string
  /** PGlite without files, for tests. */
  readonly inMemory?: boolean
  /** Files of PGlite that were dumped before, which it begins with. */
  readonly from?: Blob
  /** Connections to PostgreSQL, 10 by default. */
  readonly poolSize?: number
  /** How long PostgreSQL waits before it ends what holds others up; `timeLimits` by default. */
  readonly limits?: TimeLimits
}

/** Milliseconds. What takes longer is undone, and is an error of the database. */
interface TimeLimits {
  readonly statement: number
  readonly lock: number
  /** A transaction in which nothing is asked. */
  readonly idle: number
}

/** Far longer than anything that works takes, and not for ever. */
const timeLimits: TimeLimits = { statement: 60_000, lock: 30_000, idle: 60_000 }

/** A connection that nobody uses keeps its plans for so long, milliseconds. */
const keptMs = 600_000

type Engine = Pick<Database, 'kysely' | 'listen'>

async function openPGlite(directory: string | null, from: Blob | undefined): Promise<Engine> {
  const pglite = await PGlite.create({
    ...(directory === null ? {} : { dataDir: directory }),
    ...(from === undefined ? {} : { loadDataDir: from }),
    parsers: { ...typeParsers },
  })
  await pglite.exec(`set time zone 'UTC'; set jit = off`)
  return {
    kysely: new Kysely<Tables>({ dialect: pgliteDialect(pglite) }),
    listen: (channel, listener) => listenToPGlite(pglite, channel, listener),
  }
}

function openPostgres(url: string, poolSize: number, limits: TimeLimits): Engine {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    // Row security makes plans that look dear and read few rows: compiling one takes up to a second,
    // its rows take milliseconds. Indexes are in memory or on a disk without a head: with
    // PostgreSQL's cost of a disk with one, a page of names reads the patients of everybody.
    options: [
      'TimeZone=UTC',
      'jit=off',
      'random_page_cost=1.1',
      `statement_timeout=${limits.statement}`,
      `lock_timeout=${limits.lock}`,
      `idle_in_transaction_session_timeout=${limits.idle}`,
    ]
      .map((setting) => `-c ${setting}`)
      .join(' '),
    idleTimeoutMillis: keptMs,
    types: {
      getTypeParser: ((id: number, format?: 'text' | 'binary') => {
        const own = format === 'binary' ? undefined : typeParsers[id]
        return own ?? types.getTypeParser(id, format ?? 'text')
      }) as typeof types.getTypeParser,
    },
  })
  // Without a listener a closed idle connection would end the process.
  pool.on('error', () => {})
  // The same for one that is in use: what is under way on it is told by its own rejection.
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  return {
    kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    listen: (channel, listener) => listenToPostgres(url, channel, listener),
  }
}

/** From here on the transaction is limited to the organisation (row-level security). */
export const narrowTo = async (trx: Trx, organizationId: string): Promise<void> => {
  await sql`select set_config('role', ${appRole}, true), set_config('app.organization', ${organizationId}, true)`.execute(
    trx,
  )
}

/**
 * Opens the database and updates its schema.
 * @throws DirectoryInUseError when another process holds dataDir; the engine's own errors
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const unlock =
    options.url === undefined && options.inMemory !== true
      ? lockDirectory(options.dataDir ?? '.data')
      : () => {}
  try {
    const { kysely, listen } =
      options.url === undefined
        ? await openPGlite(
            options.inMemory === true ? null : join(options.dataDir ?? '.data', 'pglite'),
            options.from,
          )
        : openPostgres(options.url, options.poolSize ?? 10, options.limits ?? timeLimits)
    await migrate(kysely)
    return {
      kysely,
      engine: options.url === undefined ? 'pglite' : 'postgres',
      asOrganization: (organizationId, fn) =>
        kysely.transaction().execute(async (trx) => {
          await narrowTo(trx, organizationId)
          return fn(trx)
        }),
      asSystem: (fn) => kysely.transaction().execute(fn),
      listen,
      close: async () => {
        await kysely.destroy()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}
