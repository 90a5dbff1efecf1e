import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`

/** Updates kept results by key: the join read every patient's row. Means what 0047 meant. */
export const keepDueByKey: Migration = {
  name: '0043-keep-due',
  sql: `
create or replace function app_keep_due(worked jsonb) returns void language plpgsql volatile security definer set search_path from current as $$
declare g record;
begin
  for g in select * from jsonb_to_recordset(worked) as x (patient_id text, due_asked bigint, fresh_until timestamptz, slot_due_at timestamptz, score_due_at timestamptz) loop
    perform 1 from patient_summary s where s.patient_id = g.patient_id and s.due_asked = g.due_asked
      and (coalesce(${org}, '') = '' or exists (select 1 from patient_organization po where po.patient_id = s.patient_id and po.organization_id = ${org}))
      for update of s skip locked;
    if found then
      update patient_summary s set due_worked = g.due_asked, fresh_until = g.fresh_until, slot_due_at = g.slot_due_at, score_due_at = g.score_due_at where s.patient_id = g.patient_id;
    end if;
  end loop;
end $$;
`,
}
