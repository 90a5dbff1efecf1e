import type { Migration } from './migration'

/**
 * The latest bucket of monitoring that ended counts also behind a later check-up
 * (src/domain/monitoring/card-choice.ts): rows of patients who were monitored are worked out anew.
 */
export const ownNewest: Migration = {
  name: '0550-own-newest',
  sql: `
update patient_summary s set due_asked = s.due_asked + 1 where s.monitoring_session_id is not null and s.latest_bucket_id is not null;
`,
}
