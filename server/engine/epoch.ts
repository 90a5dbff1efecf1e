import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Clock } from '../clock'
import { isoNow } from '../clock'
import type { Database, Trx } from '../db/database'

const lockName = 'sync epoch'

const insertEpoch = async (trx: Trx, clock: Clock): Promise<string> => {
  const id = randomUUID()
  await trx
    .insertInto('sync_epoch')
    .values({ id, created_at: isoNow(clock) })
    .execute()
  return id
}

const newest = async (trx: Trx): Promise<string | null> =>
  (await sql<{ id: string | null }>`select app_epoch() as id`.execute(trx)).rows[0]?.id ?? null

/**
 * Begins a new epoch, unless another than `replaces` has begun meanwhile: every device then sends
 * again what it has kept and builds its cache anew. @returns the epoch that counts now.
 */
export const beginEpoch = (
  database: Database,
  clock: Clock,
  replaces: string | null,
): Promise<string> =>
  database.asSystem(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(trx)
    const current = await newest(trx)
    return current === null || current === replaces ? insertEpoch(trx, clock) : current
  })

/** The epoch that counts now; the first is begun where there is none. */
export async function currentEpoch(database: Database, clock: Clock): Promise<string> {
  const { rows } = await sql<{ id: string | null }>`select app_epoch() as id`.execute(
    database.kysely,
  )
  return rows[0]?.id ?? beginEpoch(database, clock, null)
}

const markSchema = z.object({ epoch: z.string(), reached: z.number() })
type Mark = z.infer<typeof markSchema>

const readMark = (path: string): Mark | null => {
  try {
    return markSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

/**
 * How far the organisations' versions have come, all together: only a restored database goes back.
 */
const reached = async (database: Database): Promise<number> =>
  (
    await sql<{
      sum: number
    }>`select coalesce(sum(version), 0)::bigint as sum from org_version`.execute(database.kysely)
  ).rows[0]?.sum ?? 0

/** Keeps the mark outside the database. */
export interface EpochKeeper {
  /** Writes how far the database has come; called now and then, and before the server stops. */
  mark(): Promise<void>
}

/**
 * Compares the database with the mark that is kept beside it (`epoch.json`) and begins a new epoch
 * when the database was restored: it holds another epoch, or is behind what had been reached.
 * PGlite without a mark is a directory that was put back in part; a PostgreSQL without one is only
 * new to this server. Returns once the epoch is right, before the server takes requests.
 */
export async function keepEpoch(options: {
  readonly database: Database
  readonly clock: Clock
  readonly dataDir: string
}): Promise<EpochKeeper> {
  const { database, clock } = options
  const path = join(options.dataDir, 'epoch.json')
  mkdirSync(options.dataDir, { recursive: true })
  const known = await sql<{ id: string | null }>`select app_epoch() as id`.execute(database.kysely)
  const had = known.rows[0]?.id ?? null
  const kept = readMark(path)
  const isRestored =
    kept === null
      ? database.engine === 'pglite'
      : kept.epoch !== had || (await reached(database)) < kept.reached
  if (had === null || isRestored) await beginEpoch(database, clock, had)

  const keeper: EpochKeeper = {
    async mark() {
      // Versions first: a mark may be behind the database, never ahead of it.
      const mark: Mark = {
        reached: await reached(database),
        epoch: await currentEpoch(database, clock),
      }
      writeFileSync(`${path}.new`, `${JSON.stringify(mark)}\n`)
      renameSync(`${path}.new`, path)
    },
  }
  await keeper.mark()
  return keeper
}
