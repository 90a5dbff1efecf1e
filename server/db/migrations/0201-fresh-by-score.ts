import type { Migration } from './migration'

/** How long a value is fresh goes by its score too: every row of the board is worked out anew. */
export const freshByScore: Migration = {
  name: '0201-fresh-by-score',
  sql: `update patient_summary set due_asked = due_asked + 1;`,
}
