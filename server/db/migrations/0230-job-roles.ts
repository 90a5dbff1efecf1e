import type { Migration } from './migration'

/** What somebody's work is in an organisation belongs to their membership of it (K9). */
export const jobRoles: Migration = {
  name: '0230-job-roles',
  sql: `
alter table user_organization add column job_role text;
update user_organization uo set job_role = u.job_role from user_account u where u.id = uo.user_id and u.job_role is not null;
alter table user_account drop column job_role;
`,
}
