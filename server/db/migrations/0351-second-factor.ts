import type { Migration } from './migration'

/** Whether the members of an organisation must sign in with a second factor. */
export const secondFactorDuty: Migration = {
  name: '0351-second-factor',
  sql: `
alter table organization add column requires_second_factor boolean not null default false;
`,
}
