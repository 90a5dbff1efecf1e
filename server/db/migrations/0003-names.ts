import type { Migration } from './migration'

/** Similar names are counted by a stored key; a note keeps its generator's id. */
export const names: Migration = {
  name: '0003-names',
  sql: `
alter table patient add column similar_key text not null default '';
create or replace function patient_fills_search_name() returns trigger language plpgsql as $$
begin
  new.search_name := fold_text(new.first_name || ' ' || new.last_name);
  -- Easily taken for each other: the same family name and the same first letter of the given name.
  new.similar_key := fold_text(new.last_name) || ' ' || left(fold_text(new.first_name), 1);
  return new;
end $$;
update patient set first_name = first_name;
-- What a member changes of their own account: the organisation acted as, and the sign-in that was noted.
grant update (acting_organization_id, last_login_at, enrolled_in_totp_mfa) on user_account to lamplight_app;
create index patient_by_similar_key on patient (similar_key);
alter table patient_note add column generated_note_id text;
-- The name of an organisation that wrote on a patient who was once shared; ids come from visible rows.
create function app_named_organization(asked text) returns jsonb language sql stable security definer set search_path from current as $$
  select jsonb_build_object('id', o.id, 'name', o.name) from organization o where o.id = asked $$;
`,
}
