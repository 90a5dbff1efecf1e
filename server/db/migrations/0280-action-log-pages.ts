import type { Migration } from './migration'

/**
 * A page of a patient's log is read by its organisation from a place on. The former index knew no
 * organisation, and read all entries of a shared patient.
 */
export const actionLogPages: Migration = {
  name: '0280-action-log-pages',
  sql: `
create index action_log_of_patient on action_log (organization_id, patient_id, seq desc);
drop index action_log_by_patient;
`,
}
