import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`

/** As 0047: how many patients have similar names, by index. */
export const similarNamesByKey: Migration = {
  name: '0084-similar-names',
  sql: `
create or replace function app_similar_names(asked text[]) returns table (id text, similar integer) language plpgsql stable security definer set search_path from current as $$
begin return query
  select q.id, n.similar from patient q cross join lateral (
    select count(*)::integer - 1 as similar from patient other where other.similar_key = q.similar_key and other.deleted_at is null
    and exists (select 1 from patient_organization po where po.patient_id = other.id and po.organization_id = ${org})) n
  where q.id = any(asked); end $$;
`,
}
