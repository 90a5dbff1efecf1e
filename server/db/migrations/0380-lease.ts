import type { Migration } from './migration'

/** The field's word for how long a device may go without the server. */
export const lease: Migration = {
  name: '0380-lease',
  sql: `alter table organization rename column offline_leash_hours to offline_lease_hours;`,
}
