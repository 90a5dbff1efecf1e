import type { Migration } from './migration'

/** A session that has just shown the present password may begin to put a second factor on. */
export const presentPassword: Migration = {
  name: '0610-present-password',
  sql: `
alter table identity_challenge drop constraint identity_challenge_kind_check,
  add constraint identity_challenge_kind_check check (kind in ('sign-in', 'enrolment', 'present-password'));
`,
}
