import type { Migration } from './migration'

/** Open alerts that somebody deals with: every fifteen seconds it is asked whether they are still there. */
export const alertDealtWith: Migration = {
  name: '0470-alert-dealt-with',
  sql: `
create index alert_dealt_with on alert (organization_id, id) where status = 'open' and acknowledged_by is not null;
`,
}
