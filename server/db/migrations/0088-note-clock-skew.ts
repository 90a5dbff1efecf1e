import type { Migration } from './migration'

/**
 * How far the author's device was from our time when a note was written, milliseconds, ahead counts
 * up. Null: not known, as of every note before.
 */
export const noteClockSkew: Migration = {
  name: '0088-note-clock-skew',
  sql: 'alter table patient_note add column clock_skew_ms bigint;',
}
