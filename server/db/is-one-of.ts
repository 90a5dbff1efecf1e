import { sql } from 'kysely'

/**
 * Among a list of ids, as one parameter: fifty of them took longer to write down and to bind than
 * to find.
 */
export const isOneOf = (column: string, ids: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${[...ids]}::text[])`
