import { sql } from 'kysely'

/**
 * Whether a row of `ingest_key` has expired, by the database's clock: of two servers none takes
 * what the other refuses. In a transaction that waited for a lock `now()` would be too early.
 */
export const hasExpired = sql<boolean>`(deleted_at is not null and deleted_at <= clock_timestamp())`
