import type { AllTables } from './generated/tables'
import type { Views } from './views'

/** Tables of a kind, by the beginning of their names. */
type Own<Begin extends string> = {
  [Table in keyof AllTables as Table extends `${Begin}${string}` ? Table : never]: AllTables[Table]
}
/** What the identity area alone reads and writes. */
export type IdentityTables = Own<'identity_'>
/** Every table and view of the product but the identity area's. */
export type Tables = Omit<AllTables, keyof IdentityTables> & Views
