import type { Migration } from './migration'

/** A check-up came from one of two (P230). What a device called it otherwise stays as its subtype. */
export const checkupOrigin: Migration = {
  name: '0440-checkup-origin',
  sql: `
update checkup set subtype = coalesce(subtype, type), type = 'new_checkup' where type not in ('continuous_monitoring', 'new_checkup');
alter table checkup add constraint checkup_origin check (type in ('continuous_monitoring', 'new_checkup'));
`,
}
