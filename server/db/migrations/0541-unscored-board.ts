import type { Migration } from './migration'

const eyes = 'security definer set search_path from current'
const isUnscored = 'app_is_unscored(s.patient_id, k.readings)'

/**
 * A flag that ends scoring ends the score in force: of whoever is pregnant, or whose newest check-up
 * NEWS2 was not for, no check-up's score counts on a board (src/domain/virtual-ward/score-in-force.ts).
 */
export const unscoredBoard: Migration = {
  name: '0541-unscored-board',
  sql: `
create function app_is_pregnant(asked text) returns boolean language plpgsql stable ${eyes} as $$
begin return exists (select 1 from patient_flag f where f.patient_id = asked and f.type = 'Pregnant' and f.ended_at is null); end $$;
create function app_is_unscored(asked text, newest jsonb) returns boolean language plpgsql stable ${eyes} as $$
begin return newest ->> 'notScored' is not null or app_is_pregnant(asked); end $$;
do $$
declare one text; was text; now text;
begin
  foreach one in array array['app_due_inputs(text[])', 'app_due_input(text)'] loop
    was := pg_get_functiondef(one::regprocedure);
    now := replace(was, 'k.ews_scores, s.trend,', 'case when ${isUnscored} then null else k.ews_scores end, case when ${isUnscored} then ''[]''::jsonb else s.trend end,');
    if now = was then raise exception 'nothing to replace in %', one; end if;
    execute now;
  end loop;
end $$;
create function ask_due_of_flag() returns trigger language plpgsql ${eyes} as $$
begin
  update patient_summary s set due_asked = s.due_asked + 1 where s.patient_id = new.patient_id;
  return null;
end $$;
create trigger patient_flag_asks_due after insert or update of ended_at on patient_flag for each row when (new.type = 'Pregnant') execute function ask_due_of_flag();
update patient_summary s set due_asked = s.due_asked + 1 from checkup k where k.id = s.latest_checkup_id and ${isUnscored};
`,
}
