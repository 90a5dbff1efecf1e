import type { Migration } from './migration'

/** Looks at records by the time at which they were told, and the entries of the log that hold them to account. */
export const sealedReads: Migration = {
  name: '0721-sealed-reads',
  sql: `
create index record_read_as_told on record_read (organization_id, received_at, seq);
create index action_log_of_seals on action_log (organization_id, seq) where action = 'sealRecordReads';
create index action_log_of_emergency_accesses on action_log (organization_id, seq) where entity_type = 'emergencyAccess';
`,
}
