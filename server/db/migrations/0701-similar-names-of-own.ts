import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const eyes = 'security definer set search_path from current'

/** Names of the tables, for the tests' matrix of row security. */
export const similarNameTables: readonly string[] = ['similar_name']

/**
 * Similar names of an organisation's own patients are counted in an index of its own: in the one of
 * all patients each name is shared with the whole country. By triggers.
 */
export const similarNamesOfOwn: Migration = {
  name: '0701-similar-names-of-own',
  sql: `
create table similar_name (
  patient_id text not null references patient, organization_id text not null references organization, similar_key text not null,
  primary key (patient_id, organization_id));
create index similar_name_by_key on similar_name (organization_id, similar_key);
alter table similar_name enable row level security;
alter table similar_name force row level security;
create policy owner_all on similar_name to current_user using (true) with check (true);
insert into similar_name (patient_id, organization_id, similar_key)
  select po.patient_id, po.organization_id, p.similar_key from patient_organization po join patient p on p.id = po.patient_id and p.deleted_at is null;

create function keep_similar_name() returns trigger language plpgsql ${eyes} as $$
begin
  delete from similar_name n where n.patient_id = new.id;
  insert into similar_name (patient_id, organization_id, similar_key)
    select new.id, po.organization_id, new.similar_key from patient_organization po where po.patient_id = new.id and new.deleted_at is null;
  return null;
end $$;
create trigger patient_similar_name after update on patient for each row
  when (old.similar_key <> new.similar_key or (old.deleted_at is null) <> (new.deleted_at is null)) execute function keep_similar_name();
create function link_similar_name() returns trigger language plpgsql ${eyes} as $$
begin
  if tg_op = 'DELETE' then
    delete from similar_name n where n.patient_id = old.patient_id and n.organization_id = old.organization_id;
  else
    -- Behind who renames the patient meanwhile.
    insert into similar_name (patient_id, organization_id, similar_key)
      select p.id, new.organization_id, p.similar_key from patient p where p.id = new.patient_id and p.deleted_at is null for share;
  end if;
  return null;
end $$;
create trigger patient_organization_similar_name after insert or delete on patient_organization for each row execute function link_similar_name();

create or replace function app_similar_names(asked text[]) returns table (id text, similar integer) language plpgsql stable ${eyes} as $$
begin return query
  with mine as materialized (select n.patient_id, n.similar_key from similar_name n where n.patient_id = any(asked) and n.organization_id = ${org}),
  counted as materialized (select k.similar_key, count(*)::integer - 1 as similar from (select distinct m.similar_key from mine m) k
    join similar_name n on n.organization_id = ${org} and n.similar_key = k.similar_key group by k.similar_key)
  select m.patient_id, c.similar from mine m join counted c on c.similar_key = m.similar_key; end $$;
`,
}
