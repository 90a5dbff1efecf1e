import { openDatabase } from '../../server/db/database'
import type { Database } from '../../server/db/database'
import { hasPostgres, startPostgres } from '../server/postgres'

/** What follows `--name` on the command line, or the default. */
export const option = (name: string, otherwise: string): string => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : process.argv[at + 1] ?? otherwise
}

/** Runs a measurement on a fresh database of each engine (`--engine pglite|postgres`: of that one). */
export async function onEngines(measure: (database: Database) => Promise<void>): Promise<void> {
  const only = option('engine', 'both')
  if (only !== 'postgres') {
    const database = await openDatabase({ inMemory: true })
    await measure(database)
    await database.close()
  }
  if (only === 'pglite' || !hasPostgres) return
  const postgres = startPostgres()
  try {
    const database = await openDatabase({ url: postgres.newDatabase(), poolSize: 16 })
    await measure(database)
    await database.close()
  } finally {
    postgres.stop()
  }
}

/** The value below which a share of the series lies. */
export const quantile = (series: readonly number[], share: number): number => {
  const sorted = series.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
