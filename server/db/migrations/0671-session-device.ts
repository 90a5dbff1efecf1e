import type { Migration } from './migration'

/** A session belongs to the device that shows its cookie first: elsewhere its token renews nothing. */
export const sessionDevice: Migration = {
  name: '0671-session-device',
  sql: `
alter table identity_session add column device_hash text;
`,
}
