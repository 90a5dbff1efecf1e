import type { Migration } from './migration'

const eyes = 'security definer set search_path from current'

/**
 * Transfer and discharge. Slots of a transferred patient count from the transfer (K17). A discharge
 * ends monitoring, whoever began it (O253), and personal thresholds, while Scale 2 stays (O254,
 * K16); triggers do it, so that no way of discharging can forget it.
 */
export const stay: Migration = {
  name: '0270-stay',
  sql: `
alter table ward_admission add column pathway_since timestamptz;
do $$
declare one text;
begin
  foreach one in array array['app_due_inputs(text[])', 'app_due_input(text)'] loop
    execute replace(pg_get_functiondef(one::regprocedure), 'greatest(a.admitted_at, a.created_at)', 'greatest(a.admitted_at, a.created_at, a.pathway_since)');
  end loop;
end $$;
create or replace view board_admission with (security_barrier) as
select a.id, a.patient_id, a.organization_id, a.admitted_at, a.created_at, a.revision, a.expected_discharge_date,
  w.id as ward_id, w.name as ward_name, c.id as care_pathway_id, c.name as care_pathway_name,
  greatest(a.admitted_at, a.created_at, a.pathway_since) as scheduled_from
from patient_organization po join ward_admission a on a.patient_id = po.patient_id and a.discharged_at is null
join ward w on w.id = a.ward_id join care_pathway c on c.id = a.care_pathway_id
where po.organization_id = current_setting('app.organization', true);

create function discharge_ends_monitoring() returns trigger language plpgsql ${eyes} as $$
declare running record;
begin
  if old.discharged_at is not null or new.discharged_at is null then return null; end if;
  for running in select s.id, s.organization_id from continuous_monitoring_session s where s.patient_id = new.patient_id and s.ended_at is null loop
    update continuous_monitoring_session set ended_at = greatest(created_at, new.discharged_at), revision = app_next_revision(running.organization_id) where id = running.id;
  end loop;
  return null;
end $$;
create trigger ward_admission_ends_monitoring after update of discharged_at on ward_admission for each row execute function discharge_ends_monitoring();

create function discharge_ends_thresholds() returns trigger language plpgsql ${eyes} as $$
declare held personal_ews;
begin
  if old.discharged_at is not null or new.discharged_at is null then return null; end if;
  select * into held from personal_ews e where e.patient_id = new.patient_id order by e.created_at desc, e.id desc limit 1;
  if held.thresholds is null then return null; end if;
  -- Who set Scale 2, why and when stays with it; without it nobody set anything.
  insert into personal_ews (id, patient_id, organization_id, thresholds, risk_scheme, spo2_scale, reason, decided_by, review_on, created_at, created_by, revision)
  values (gen_random_uuid()::text, new.patient_id, new.organization_id, null, 'NEWS2', held.spo2_scale,
    case when held.spo2_scale = 2 then held.reason end, case when held.spo2_scale = 2 then held.decided_by end, case when held.spo2_scale = 2 then held.review_on end,
    case when held.spo2_scale = 2 then held.created_at + interval '1 millisecond' else greatest(new.discharged_at, held.created_at + interval '1 millisecond') end,
    case when held.spo2_scale = 2 then held.created_by end, app_next_revision(new.organization_id));
  return null;
end $$;
create trigger ward_admission_ends_thresholds after update of discharged_at on ward_admission for each row execute function discharge_ends_thresholds();
`,
}
