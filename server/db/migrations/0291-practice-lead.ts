import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const eyes = 'security definer set search_path from current'

/**
 * Who becomes the administrator of a new practice: neither who adds it (K1), nor a removed account,
 * nor a patient's own login. A practice is read by its id, however many there are.
 */
export const practiceLead: Migration = {
  name: '0291-practice-lead',
  sql: `
create function app_may_lead_practice(asked_email text, caller text) returns boolean language plpgsql volatile ${eyes} as $$
begin
  -- Held, so that the account stays what it is until the practice is there.
  perform 1 from user_account u where u.email = asked_email for share;
  return not exists (select 1 from user_account u where u.email = asked_email
    and (u.id = caller or u.deleted_at is not null or u.is_self_care));
end $$;
create function app_practice(asked text) returns table (id text, name text, telephone text, address jsonb) language plpgsql stable ${eyes} as $$
begin return query
  select o.id, o.name, o.telephone, o.address from organization o where o.id = asked and o.type = 'practice' and o.id <> ${org};
end $$;
`,
}
