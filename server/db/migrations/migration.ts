/** One forward step of the schema; `sql` may hold several statements, all in one transaction. */
export interface Migration {
  /** Sorts after every earlier one, never changes once released: `0001-tables`. */
  readonly name: string
  readonly sql: string
}
