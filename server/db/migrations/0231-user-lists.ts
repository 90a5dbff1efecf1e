import type { Migration } from './migration'

/** Who joins, leaves or changes, and which roles there are, is told to the open lists of others. */
export const userLists: Migration = {
  name: '0231-user-lists',
  sql: `
create trigger user_organization_list_pokes after insert or delete or update of roles, job_role, deleted_at on user_organization for each row execute function poke_of_list();
create trigger role_list_pokes after insert or update or delete on role for each row execute function poke_of_list();
`,
}
