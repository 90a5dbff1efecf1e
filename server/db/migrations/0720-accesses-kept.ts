import type { Migration } from './migration'

/** An emergency access is never changed and never deleted, but for what a supervisor finds of it. */
export const accessesKept: Migration = {
  name: '0720-accesses-kept',
  sql: `
create function emergency_access_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and to_jsonb(new) - array['reviewed_at', 'reviewed_by', 'outcome'] = to_jsonb(old) - array['reviewed_at', 'reviewed_by', 'outcome'] then
    return new;
  end if;
  raise exception 'emergency_access is append-only';
end $$;
create trigger emergency_access_keeps before update or delete on emergency_access for each row execute function emergency_access_is_append_only();
create trigger emergency_access_keeps_all before truncate on emergency_access for each statement execute function emergency_access_is_append_only();
`,
}
