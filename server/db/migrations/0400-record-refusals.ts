import type { Migration } from './migration'

/** The refusals of one person at records are asked for by time: few rows of many. */
export const recordRefusals: Migration = {
  name: '0400-record-refusals',
  sql: `
create index action_log_record_refused on action_log (organization_id, actor_id, at) where action = 'recordRefused';
`,
}
