import type { Migration } from './migration'

/** Device clock less server time when a note was written, milliseconds. Null: unknown. */
export const noteClockSkew: Migration = {
  name: '0088-note-clock-skew',
  sql: 'alter table patient_note add column clock_skew_ms bigint;',
}
