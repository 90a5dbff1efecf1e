import type { Migration } from './migration'
import { pokeChannel } from './0050-pokes'

/**
 * Account changes also end device sessions, in one transaction: what a disabled account captured
 * before is accepted, later is refused (design/sync.md, 'Access revoked'). Its devices hear of it
 * at once. A new password ends credentials only.
 */
export const endedAccounts: Migration = {
  name: '0081-ended-accounts',
  sql: `
create function end_of_account() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if new.is_disabled and not old.is_disabled then
    update sync_session set revoked_at = now() where user_id = new.uid and revoked_at is null;
  end if;
  perform pg_notify('${pokeChannel}', uo.organization_id || ' @' || uo.user_id) from user_organization uo where uo.user_id = new.uid and uo.deleted_at is null;
  return null;
end $$;
create trigger identity_account_ends after update of is_disabled, tokens_valid_after on identity_account
  for each row when (new.is_disabled is distinct from old.is_disabled or new.tokens_valid_after is distinct from old.tokens_valid_after) execute function end_of_account();
`,
}
