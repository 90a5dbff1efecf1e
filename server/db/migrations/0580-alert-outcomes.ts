import type { Migration } from './migration'

const columns = (table: string): string => `
alter table ${table} add column outcome text check (outcome in ('rang', 'visited', 'calledEmergency', 'falseReading', 'planChanged', 'other')),
  add column outcome_text text check (length(outcome_text) <= 200);
alter table ${table} add constraint ${table}_outcome_told check ((outcome_text is not null) = coalesce(outcome = 'other', false));
`

/**
 * What was done about an alert that a person resolved: with the alert while that is its last end, and
 * with the triggers for good. The handover reads who resolved what since.
 */
export const alertOutcomes: Migration = {
  name: '0580-alert-outcomes',
  sql: `${columns('alert')}${columns('alert_trigger')}
create index alert_trigger_resolved on alert_trigger (closed_at) where closed_reason = 'resolved';
`,
}
