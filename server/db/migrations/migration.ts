/**
 * One forward step of the schema; `sql` may hold several statements and runs in the migrations' one
 * transaction.
 */
export interface Migration {
  /** Sorts after every earlier one, never changes once released: `0001-tables`. */
  readonly name: string
  readonly sql: string
}
