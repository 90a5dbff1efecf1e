import type { Migration } from './migration'

/** A device's session keeps the name of the device: its sign-in, which has it too, is forgotten earlier. */
export const deviceNames: Migration = {
  name: '0654-device-names',
  sql: `
alter table sync_session add column device text not null default '';
update sync_session s set device = i.device from identity_session i where i.id = s.identity_session_id;
`,
}
