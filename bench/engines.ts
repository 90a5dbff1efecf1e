import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { openDatabase, type Database } from '../server/db/database'
import { hasPostgres, startPostgres } from '../tests/server/postgres'

/** What follows `--name` on the command line, or the default. */
export const option = (name: string, otherwise: string): string => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise)
}

/**
 * What measures is given the database as the server opens it, and as who owns its tables, who alone
 * can write past triggers and bring statistics up to date.
 */
type Measure = (database: Database, owner: Database) => Promise<void>

/** Runs a measurement on a fresh PostgreSQL with so many connections; not where none is installed. */
export async function onPostgres(poolSize: number, measure: Measure): Promise<void> {
  if (!hasPostgres) return
  const postgres = startPostgres()
  try {
    const logins = postgres.newDatabase()
    const database = await openDatabase({ ...logins, poolSize })
    const owner = await openDatabase({ url: logins.ownerUrl, poolSize: 2 })
    await measure(database, owner)
    await owner.close()
    await database.close()
  } finally {
    postgres.stop()
  }
}

/**
 * Runs a measurement on a fresh database of each engine (`--engine pglite|postgres`: of that one).
 */
export async function onEngines(measure: Measure): Promise<void> {
  const only = option('engine', 'both')
  if (only !== 'postgres') {
    const database = await openDatabase({ inMemory: true })
    await measure(database, database)
    await database.close()
  }
  if (only !== 'pglite') await onPostgres(16, measure)
}

/** The value below which a share of the series lies. */
export const quantile = (series: readonly number[], share: number): number => {
  const sorted = series.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/**
 * Processor time of the connections' own processes so far, milliseconds; 0 on PGlite, which runs in
 * this one.
 */
export const databaseCpuMs = async (database: Database): Promise<number> => {
  if (database.engine === 'pglite') return 0
  const { rows } = await sql<{
    pid: number
  }>`select pid from pg_stat_activity where datname = current_database()`.execute(database.kysely)
  return rows.reduce((sum, { pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return sum + (Number(fields[11]) + Number(fields[12])) * 10
  }, 0)
}
