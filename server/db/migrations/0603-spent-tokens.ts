import type { Migration } from './migration'

/** Custom tokens that somebody signed in with: each works once. Kept until the token is over. */
export const spentTokens: Migration = {
  name: '0603-spent-tokens',
  sql: `
create table identity_spent_token (hash text primary key, expires_at bigint not null);
alter table identity_spent_token enable row level security;
alter table identity_spent_token force row level security;
create policy owner_all on identity_spent_token to current_user using (true) with check (true);
`,
}
