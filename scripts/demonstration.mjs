/**
 * Whether a start is the demonstration's: unless told, only on the embedded database. Its accounts
 * have a published password, which must not come into somebody's PostgreSQL by itself.
 */
export const isDemonstration = ({ DEMONSTRATION, DATABASE_URL }) =>
  DEMONSTRATION === undefined || DEMONSTRATION === ''
    ? (DATABASE_URL ?? '') === ''
    : DEMONSTRATION === '1'
