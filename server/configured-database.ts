import type { Logger } from 'pino'
import type { Config } from './config'
import { openDatabase } from './db/database'
import type { Database } from './db/database'

/** Opens the database that the environment names, as `openDatabase` does. */
export const openConfigured = ({
  dataDir,
  databaseUrl: url,
  databaseOwnerUrl: ownerUrl,
  databasePool: poolSize,
}: Config): Promise<Database> =>
  openDatabase({
    dataDir,
    poolSize,
    ...(url === undefined ? {} : { url }),
    ...(ownerUrl === undefined ? {} : { ownerUrl }),
  })

/** Says in the log of a production server that it could change its own action log, and what to set. */
export const tellOwner = (
  { engine, ownsTables }: Pick<Database, 'engine' | 'ownsTables'>,
  { demonstration }: Pick<Config, 'demonstration'>,
  log: Pick<Logger, 'warn'>,
): void => {
  if (engine !== 'postgres' || !ownsTables || demonstration) return
  log.warn(
    { event: 'database-login-owns-tables' },
    'The login in DATABASE_URL owns the tables: this server could change its own action log. Name another login there, and this one in DATABASE_OWNER_URL (docs/run-it/postgresql.md).',
  )
}
