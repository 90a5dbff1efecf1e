import type { Migration } from './migration'

/** Why, by whose decision and until when a patient is scored by Scale 2 or by bands that see less. */
export const ewsBasis: Migration = {
  name: '0210-ews-basis',
  sql: `
alter table personal_ews add reason text, add decided_by text, add review_on date;
`,
}
