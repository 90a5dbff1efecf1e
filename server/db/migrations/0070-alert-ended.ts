import type { Migration } from './migration'

const reasons = (table: string): string => `
alter table ${table} drop constraint ${table}_closed_reason_check;
alter table ${table} add constraint ${table}_closed_reason_check check (closed_reason in ('resolved', 'answered', 'discharged', 'ended'));`

/** An alert of monitoring that is over was not answered: it ended with what it was about. */
export const alertEnded: Migration = {
  name: '0070-alert-ended',
  sql: ['alert', 'alert_trigger'].map(reasons).join('\n'),
}
