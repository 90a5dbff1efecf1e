import { bucketMs } from '../../../src/domain/monitoring/quarter'
import type { Migration } from './migration'

/** The bucket in which a session starts is the session's: board rows are worked out again. */
export const quarterOfAStart: Migration = {
  name: '0086-quarter-of-a-start',
  sql: `
update patient_summary s set due_asked = s.due_asked + 1 from continuous_monitoring_session m
where m.id = s.monitoring_session_id and s.latest_bucket_ended_at < m.created_at and s.latest_bucket_ended_at >= m.created_at - interval '${bucketMs} milliseconds';
`,
}
