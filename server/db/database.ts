import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { PostgresPool, Transaction } from 'kysely'
import { Pool, types } from 'pg'
import { DatabaseBusy } from './database-busy'
import { loginOf, mayMigrate, requireApart, requireOwner } from './database-role'
import { lockDirectory } from './directory-lock'
import { listenToPGlite, listenToPostgres } from './listen'
import type { Listener } from './listen'
import { migrate, requireMigrated } from './migrate'
import { pgliteDialects } from './pglite-dialect'
import { appRole, systemRole } from './system-role'
import type { Tables } from './tables'
import { typeParsers } from './type-parsers'

/** A transaction; everything done with it commits or vanishes together. */
export type Trx = Transaction<Tables>

/**
 * Who asks. Nobody waits for connections that others hold: `ingest` is readings, `jobs` is alerts and
 * whatever nobody waits for, `portal` is everybody else, `status` is one question.
 */
export type Lane = 'portal' | 'ingest' | 'jobs' | 'status'

export interface Database {
  /**
   * With the server's own rights, outside any organisation. Never inside a transaction: PGlite's one
   * connection would wait for itself.
   */
  readonly kysely: Kysely<Tables>
  readonly engine: 'pglite' | 'postgres'
  /** Whether the server's own login owns the tables: it could change what is only ever added to. */
  readonly ownsTables: boolean
  /** Runs fn in a transaction limited to the organisation (row-level security). */
  asOrganization<T>(organizationId: string, fn: (trx: Trx) => Promise<T>): Promise<T>
  /**
   * Runs fn in a transaction with the server's own rights: identity, ingest keys, seeds. Never for a
   * user's request.
   */
  asSystem<T>(fn: (trx: Trx) => Promise<T>): Promise<T>
  /** The same database, asked as somebody else. The one that is opened is the portal's. */
  lane(lane: Lane): Database
  /** Hears a channel's messages of all servers once they commit. Never rejects: see `Listener`. */
  listen(channel: string, listener: Listener): () => Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** postgres://…; wins over the other two. */
  readonly url?: string
  /** postgres://… of the login that owns the tables; it migrates, and the one in `url` owns nothing. */
  readonly ownerUrl?: string
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

interface Engine extends Pick<Database, 'listen'> {
  kyselyOf(lane: Lane): Kysely<Tables>
  close(): Promise<void>
}

async function openPGlite(directory: string | null, from: Blob | undefined): Promise<Engine> {
  const pglite = await PGlite.create({
    ...(directory === null ? {} : { dataDir: directory }),
    ...(from === undefined ? {} : { loadDataDir: from }),
    parsers: { ...typeParsers },
  })
  await pglite.exec(`set time zone 'UTC'; set jit = off`)
  const dialects = pgliteDialects(pglite)
  const first = new Kysely<Tables>({ dialect: dialects.first })
  const others = new Kysely<Tables>({ dialect: dialects.others })
  return {
    kyselyOf: (lane) => (lane === 'ingest' || lane === 'status' ? first : others),
    listen: (channel, listener) => listenToPGlite(pglite, channel, listener),
    close: () => pglite.close(),
  }
}

/** How many may wait for a connection, and how long, milliseconds; then they are told to come back. */
const waits: Readonly<Record<Lane, { readonly each: number; readonly ms: number }>> = {
  portal: { each: 20, ms: 10_000 },
  ingest: { each: 50, ms: 10_000 },
  // One after the other: they wait.
  jobs: { each: Infinity, ms: 0 },
  status: { each: 10, ms: 2_000 },
}

/** Of all connections a fifth each is the readings' and the jobs'; few are everybody's. */
const connectionsOf = (all: number): Readonly<Record<Lane, number>> => {
  const fifth = all < 4 ? 0 : Math.max(1, Math.floor(all / 5))
  return { portal: all - 2 * fifth, ingest: fifth, jobs: fifth, status: 1 }
}

/** A pool of which nobody waits without an end. */
const refusing = (pool: Pool, most: number): PostgresPool => ({
  async connect() {
    if (pool.waitingCount >= most) throw new DatabaseBusy()
    try {
      return await pool.connect()
    } catch (error) {
      if (error instanceof Error && /timeout exceeded/.test(error.message)) throw new DatabaseBusy()
      throw error
    }
  },
  end: () => pool.end(),
})

function openPostgres(
  url: string,
  poolSize: number,
  limits: TimeLimits,
  role: string | null,
): Engine {
  const shares = connectionsOf(poolSize)
  const opened = new Map<Lane, Kysely<Tables>>()
  const open = (lane: Lane): Kysely<Tables> => {
    const pool = openPool(url, shares[lane], waits[lane].ms, limits, role)
    const most = waits[lane].each * shares[lane]
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: refusing(pool, most) }) })
  }
  return {
    kyselyOf(asked) {
      const lane = shares[asked] === 0 ? 'portal' : asked
      const kysely = opened.get(lane) ?? open(lane)
      opened.set(lane, kysely)
      return kysely
    },
    listen: (channel, listener) => listenToPostgres(url, channel, listener),
    close: async () => {
      await Promise.all([...opened.values()].map((kysely) => kysely.destroy()))
    },
  }
}

/** @param role what its connections work under from the start, and come back to; null: the login */
function openPool(
  url: string,
  size: number,
  waitMs: number,
  limits: TimeLimits,
  role: string | null,
): Pool {
  const pool = new Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: waitMs,
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
      ...(role === null ? [] : [`role=${role}`]),
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
  return pool
}

/** Does something over one connection that nothing else uses, and closes it. */
const overOne = async <T>(
  url: string,
  work: (kysely: Kysely<Tables>) => Promise<T>,
): Promise<T> => {
  const pool = openPool(url, 1, waits.portal.ms, timeLimits, null)
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await work(kysely)
  } finally {
    await kysely.destroy()
  }
}

/**
 * Updates the schema of a PostgreSQL, or sees that it is up to date.
 * @returns whether the server's own login owns the tables
 */
async function preparePostgres(url: string, ownerUrl: string | undefined): Promise<boolean> {
  if (ownerUrl !== undefined) {
    const { name } = await overOne(url, loginOf)
    await overOne(ownerUrl, async (kysely) => {
      requireOwner(await loginOf(kysely))
      await migrate(kysely, name)
    })
  }
  return overOne(url, async (kysely) => {
    const login = await loginOf(kysely)
    if (ownerUrl === undefined && mayMigrate(login)) {
      await migrate(kysely)
      return true
    }
    requireApart(login)
    await sql.raw(`set role ${systemRole}`).execute(kysely)
    await requireMigrated(kysely)
    return false
  })
}

/** From here on the transaction is limited to the organisation (row-level security). */
export const narrowTo = async (trx: Trx, organizationId: string): Promise<void> => {
  await sql`select set_config('role', ${appRole}, true), set_config('app.organization', ${organizationId}, true)`.execute(
    trx,
  )
}

/**
 * Opens the database and updates its schema.
 * @throws DirectoryInUseError when another process holds dataDir; RefusedStart and DatabaseRoleError
 *   where the schema or the login is not as it must be; the engine's own errors
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const unlock =
    options.url === undefined && options.inMemory !== true
      ? lockDirectory(options.dataDir ?? '.data')
      : () => {}
  try {
    const ownsTables =
      options.url === undefined || (await preparePostgres(options.url, options.ownerUrl))
    const engine =
      options.url === undefined
        ? await openPGlite(
            options.inMemory === true ? null : join(options.dataDir ?? '.data', 'pglite'),
            options.from,
          )
        : openPostgres(
            options.url,
            options.poolSize ?? 10,
            options.limits ?? timeLimits,
            ownsTables ? null : systemRole,
          )
    if (options.url === undefined) await migrate(engine.kyselyOf('portal'))
    const of = (asking: Lane): Database => {
      const kysely = engine.kyselyOf(asking)
      return {
        kysely,
        engine: options.url === undefined ? 'pglite' : 'postgres',
        ownsTables,
        asOrganization: (organizationId, fn) =>
          kysely.transaction().execute(async (trx) => {
            await narrowTo(trx, organizationId)
            return fn(trx)
          }),
        asSystem: (fn) => kysely.transaction().execute(fn),
        lane: of,
        listen: engine.listen,
        close: async () => {
          await engine.close()
          unlock()
        },
      }
    }
    return of('portal')
  } catch (error) {
    unlock()
    throw error
  }
}
