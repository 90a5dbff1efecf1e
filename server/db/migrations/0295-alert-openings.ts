import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const eyes = 'security definer set search_path from current'
const own = `organization_id = current_setting('app.organization', true)`

/** Names of the tables, for the tests' matrix of row security. */
export const alertOpeningTables = ['alert_opening'] as const

/** The ward on which a patient was at an instant; null: on none of that organisation. */
const wardAt = (patient: string, organization: string, instant: string): string => `(
  select e.ward_id from admission_event e join ward_admission s on s.id = e.admission_id
  where e.patient_id = ${patient} and s.organization_id = ${organization} and e.type in ('Admission', 'WardTransfer')
    and e.effective_at <= ${instant} and (s.discharged_at is null or s.discharged_at > ${instant})
  order by e.effective_at desc, e.created_at desc, e.id desc limit 1)`

/**
 * Each time that an alert began, and when somebody first said that they deal with it. The alert
 * itself is one row per patient and rule: closing it forgets who dealt with it, opening it again
 * forgets when it began before. Alerts from before this table have their last opening. Those of
 * PacsanaEvent are nobody's (P232) and have none.
 */
export const alertOpenings: Migration = {
  name: '0295-alert-openings',
  sql: `
create table alert_opening (
  opening bigint generated always as identity primary key, alert_id text not null references alert on delete cascade,
  organization_id text not null references organization, patient_id text not null references patient, ward_id text references ward,
  opened_at timestamptz not null, first_acknowledged_at timestamptz);
create index alert_opening_by_alert on alert_opening (alert_id, opening);
create index alert_opening_by_time on alert_opening (organization_id, opened_at);
insert into alert_opening (alert_id, organization_id, patient_id, ward_id, opened_at, first_acknowledged_at)
select a.id, a.organization_id, a.patient_id, ${wardAt('a.patient_id', 'a.organization_id', 'a.started_at')}, a.started_at, a.acknowledged_at
from alert a where a.type <> 'PacsanaEvent' order by a.started_at, a.id;

create function note_alert_opening() returns trigger language plpgsql ${eyes} as $$
begin
  if tg_op = 'INSERT' or (old.status = 'closed' and new.status = 'open') then
    insert into alert_opening (alert_id, organization_id, patient_id, ward_id, opened_at, first_acknowledged_at)
    values (new.id, new.organization_id, new.patient_id, ${wardAt('new.patient_id', 'new.organization_id', 'new.started_at')}, new.started_at, new.acknowledged_at);
  elsif old.acknowledged_at is null and new.acknowledged_at is not null then
    update alert_opening set first_acknowledged_at = new.acknowledged_at
    where opening = (select max(o.opening) from alert_opening o where o.alert_id = new.id) and first_acknowledged_at is null;
  end if;
  return null;
end $$;
create trigger alert_openings after insert or update of status, acknowledged_at on alert for each row
  when (new.type <> 'PacsanaEvent') execute function note_alert_opening();

alter table alert_opening enable row level security;
alter table alert_opening force row level security;
create policy owner_all on alert_opening to current_user using (true) with check (true);
create policy tenant_sees on alert_opening for select to ${appRole} using (${own});
grant select on alert_opening to ${appRole};
`,
}
