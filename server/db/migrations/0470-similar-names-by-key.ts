import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`

/**
 * As 0084, each key counted once: a page sorted by name shares a few keys. The keys are kept apart,
 * or the planner counts them again for each patient of the page.
 */
export const similarNamesOfKeys: Migration = {
  name: '0470-similar-names-by-key',
  sql: `
create or replace function app_similar_names(asked text[]) returns table (id text, similar integer) language plpgsql stable security definer set search_path from current as $$
begin return query
  with mine as materialized (select distinct m.similar_key from patient m where m.id = any(asked)),
  counted as materialized (select mine.similar_key, count(*)::integer - 1 as similar from mine
    join patient other on other.similar_key = mine.similar_key and other.deleted_at is null
    join patient_organization po on po.patient_id = other.id and po.organization_id = ${org} group by mine.similar_key)
  select q.id, c.similar from patient q join counted c on c.similar_key = q.similar_key where q.id = any(asked); end $$;
`,
}
