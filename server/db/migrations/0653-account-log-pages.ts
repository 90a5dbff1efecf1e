import type { Migration } from './migration'

/** A page of what was done with an organisation's accounts is read from a place on. */
export const accountLogPages: Migration = {
  name: '0653-account-log-pages',
  sql: `
create index action_log_of_accounts on action_log (organization_id, seq desc) where action like 'account%';
`,
}
