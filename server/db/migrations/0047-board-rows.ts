import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const org = `current_setting('app.organization', true)`
const eyes = 'security definer set search_path from current'
/** Of whoever acts for no organisation (a job, a seed) every patient. */
const isTheirs = (patientId: string): string =>
  `(coalesce(${org}, '') = '' or exists (select 1 from patient_organization po where po.patient_id = ${patientId} and po.organization_id = ${org}))`

/**
 * What a page is ordered by: of whom the acting organisation is linked to, and who was not deleted.
 */
const keys = `po.patient_id as id, a.ward_id, s.latest_checkup_id, s.latest_checkup_ended_at, s.total_score, s.latest_acuity_id, s.acuity_score,
  s.trend, s.latest_by_type, s.latest_bucket_id, s.monitoring_session_id, coalesce(s.open_alerts, 0) as open_alerts, s.fresh_until, s.slot_due_at, s.score_due_at`
const joined = `left join patient_summary s on s.patient_id = po.patient_id
left join ward_admission a on a.patient_id = po.patient_id and a.discharged_at is null`

/**
 * What a board's page is found and ordered by, with owner's rights and limited to the acting
 * organisation: row security takes longer to plan than the page to read. Due times are in the row
 * (server/areas/patient-summary/due.ts), so that overdue is a comparison. Runs after 0048.
 */
export const boardRows: Migration = {
  name: '0047-board-rows',
  sql: `
alter table patient add column folded_last_name text generated always as (fold_text(last_name)) stored;
create index patient_deleted on patient (id) where deleted_at is not null;
-- Asked for anew with each change of what it is worked out from; worked out where both numbers are the same.
alter table patient_summary add column due_asked bigint not null default 1, add column due_worked bigint not null default 0,
  add column fresh_until timestamptz, add column slot_due_at timestamptz, add column score_due_at timestamptz;
create index patient_summary_due_unknown on patient_summary (patient_id) where due_worked <> due_asked;
insert into patient_summary (patient_id) select a.patient_id from ward_admission a where a.discharged_at is null on conflict do nothing;

create function ask_due_of_admission() returns trigger language plpgsql ${eyes} as $$
begin
  insert into patient_summary as s (patient_id) values (new.patient_id) on conflict (patient_id) do update set due_asked = s.due_asked + 1;
  return null;
end $$;
create trigger ward_admission_due after insert or update of patient_id, admitted_at, discharged_at, care_pathway_id on ward_admission
  for each row execute function ask_due_of_admission();
create function ask_due_of_schedules() returns trigger language plpgsql ${eyes} as $$
declare organization text; pathways text[];
begin
  if tg_table_name = 'organization' then
    organization := new.id;
    pathways := array(select c.id from care_pathway c where c.organization_id = new.id);
  elsif tg_op = 'DELETE' then organization := old.organization_id; pathways := array[old.care_pathway_id];
  elsif tg_op = 'INSERT' then organization := new.organization_id; pathways := array[new.care_pathway_id];
  else organization := new.organization_id; pathways := array[old.care_pathway_id, new.care_pathway_id]; end if;
  -- Behind the counter of revisions, as every writer of the organisation's board.
  perform 1 from org_version v where v.organization_id = organization for update;
  update patient_summary s set due_asked = s.due_asked + 1 from ward_admission a
  where a.patient_id = s.patient_id and a.discharged_at is null and a.care_pathway_id = any(pathways);
  return null;
end $$;
create trigger checkup_type_due after insert or delete or update of schedule, care_pathway_id on checkup_type for each row execute function ask_due_of_schedules();
create trigger organization_due after update of time_zone on organization for each row when (old.time_zone is distinct from new.time_zone) execute function ask_due_of_schedules();

-- The patients of the acting organisation with what a page is ordered by; and the same with who they are.
create view board_key with (security_barrier) as
select ${keys} from patient_organization po ${joined}
where po.organization_id = ${org} and not exists (select 1 from patient d where d.id = po.patient_id and d.deleted_at is not null);
create view board_row with (security_barrier) as
select ${keys}, p.revision, p.organization_id, p.first_name, p.last_name, p.birth_date, p.gender, p.national_identifier_type, p.national_identifier_value,
  p.search_name, p.folded_last_name
from patient_organization po join patient p on p.id = po.patient_id ${joined}
where po.organization_id = ${org} and p.deleted_at is null;
-- The active admissions of the organisation's patients, with the names of their ward and pathway.
create view board_admission with (security_barrier) as
select a.id, a.patient_id, a.organization_id, a.admitted_at, a.created_at, a.revision, a.expected_discharge_date,
  w.id as ward_id, w.name as ward_name, c.id as care_pathway_id, c.name as care_pathway_name
from patient_organization po join ward_admission a on a.patient_id = po.patient_id and a.discharged_at is null
join ward w on w.id = a.ward_id join care_pathway c on c.id = a.care_pathway_id
where po.organization_id = ${org};
grant select on board_key, board_row, board_admission to ${appRole};

-- The wards whose patients a user of the acting organisation sees: all of its own, or those assigned to.
create function app_own_wards(asked_user text, oversees boolean) returns text[] language plpgsql stable ${eyes} as $$
begin
  if oversees then return array(select w.id from ward w where w.organization_id = ${org} and w.deleted_at is null); end if;
  return array(select ws.ward_id from ward_staff ws where ws.user_id = asked_user and ws.organization_id = ${org});
end $$;
-- How many other patients of the organisation are easily taken for each of these. Only what it sees counts.
create function app_similar_names(asked text[]) returns table (id text, similar integer) language plpgsql stable ${eyes} as $$
begin return query
  select p.id, n.similar from patient p join (
    select mine.similar_key, count(*)::integer - 1 as similar from (select distinct q.similar_key from patient q where q.id = any(asked)) mine
    join patient other on other.similar_key = mine.similar_key and other.deleted_at is null
    join patient_organization po on po.patient_id = other.id and po.organization_id = ${org} group by mine.similar_key) n on n.similar_key = p.similar_key
  where p.id = any(asked); end $$;
-- Patients of the acting organisation whose next observation has to be worked out.
create function app_due_unknown() returns setof text language plpgsql stable ${eyes} as $$
begin return query
  select s.patient_id from patient_summary s where s.due_worked <> s.due_asked and ${isTheirs('s.patient_id')}; end $$;
create function app_due_inputs(asked text[]) returns table (
  patient_id text, due_asked bigint, ended_at timestamptz, ews_scores jsonb, latest_by_type jsonb, admitted_at timestamptz, schedules jsonb) language plpgsql stable ${eyes} as $$
begin return query
  select s.patient_id, s.due_asked, s.latest_checkup_ended_at, k.ews_scores, s.latest_by_type, a.admitted_at, app_card_schedules(a.care_pathway_id)
  from patient_summary s left join checkup k on k.id = s.latest_checkup_id
  left join ward_admission a on a.patient_id = s.patient_id and a.discharged_at is null
  where s.patient_id = any(asked) and ${isTheirs('s.patient_id')}; end $$;
-- Keeps it where nothing was asked anew meanwhile. A row that somebody holds is passed by: who holds it asks anew, or works it out.
create function app_keep_due(worked jsonb) returns void language plpgsql volatile ${eyes} as $$
begin
  with given as (select * from jsonb_to_recordset(worked) as g (patient_id text, due_asked bigint, fresh_until timestamptz, slot_due_at timestamptz, score_due_at timestamptz)),
  held as (select s.patient_id from patient_summary s join given g on g.patient_id = s.patient_id
    where s.due_asked = g.due_asked and ${isTheirs('s.patient_id')} for update of s skip locked)
  update patient_summary s set due_worked = g.due_asked, fresh_until = g.fresh_until, slot_due_at = g.slot_due_at, score_due_at = g.score_due_at
  from given g join held h on h.patient_id = g.patient_id where s.patient_id = g.patient_id and s.due_asked = g.due_asked;
end $$;
`,
}
