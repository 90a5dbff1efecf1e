import type { Migration } from './migration'
import { columns, growBoard, keepDue } from './0073-monitored-board'

/** What it adds to what app_keep_due keeps. */
export const added = [['slot_closes_at', 'timestamptz']] as const

/** A board is ordered by who is silent: until when the next scheduled check-up still counts. */
export const silentPatients: Migration = {
  name: '0205-silent-patients',
  sql: `
alter table patient_summary add column slot_closes_at timestamptz;
${keepDue([...columns, ...added])}
update patient_summary set due_asked = due_asked + 1;
${growBoard(added)}
`,
}
