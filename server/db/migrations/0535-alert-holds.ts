import type { Migration } from './migration'

/**
 * When an acknowledgement or a snooze ends by itself, what was known when somebody pressed, and who
 * held the alert whose hold has ended (decisions.md, T3). A discharge ends what was resolved too:
 * the next stay begins without it.
 */
export const alertHolds: Migration = {
  name: '0535-alert-holds',
  sql: `
alter table alert add column known jsonb, add column hold_ends_at timestamptz, add column is_hold_renewed boolean not null default false,
  add column snoozed_at timestamptz,
  add column hold_ended_at timestamptz, add column hold_ended_by text references user_account,
  add column hold_ended_reason text check (hold_ended_reason in ('time', 'worse', 'duty', 'gone')),
  add column came_back_at timestamptz;
alter table alert_trigger drop constraint alert_trigger_closed_reason_check;
alter table alert_trigger add constraint alert_trigger_closed_reason_check check (closed_reason in ('resolved', 'answered', 'discharged', 'ended', 'no-worse'));
create index alert_hold_ends on alert (hold_ends_at) where status = 'open' and acknowledged_by is not null;
create index alert_came_back on alert (patient_id, came_back_at) where came_back_at is not null;
drop index alert_dealt_with;
create index alert_held on alert (organization_id, id) where status = 'open' and (acknowledged_by is not null or snoozed_by is not null);

create or replace function discharge_closes_alerts() returns trigger language plpgsql security definer set search_path from current as $$
declare organization text; version bigint;
begin
  if old.discharged_at is not null or new.discharged_at is null then return null; end if;
  for organization in select distinct a.organization_id from alert a where a.patient_id = new.patient_id and (a.status = 'open' or a.hold_ends_at is not null) order by 1 loop
    version := app_next_revision(organization);
    update alert_trigger set status = 'closed', closed_at = new.discharged_at, closed_reason = 'discharged'
    where patient_id = new.patient_id and organization_id = organization and status = 'open';
    update alert set known = null, hold_ends_at = null, is_hold_renewed = false, revision = version
    where patient_id = new.patient_id and organization_id = organization and status = 'closed' and hold_ends_at is not null;
    update alert set status = 'closed', open_triggers = 0, closed_at = new.discharged_at, closed_by = null, closed_reason = 'discharged', acknowledged_at = null,
      acknowledged_by = null, snoozed_until = null, snoozed_at = null, snoozed_by = null, escalated_at = null, escalate_due_at = null, known = null, hold_ends_at = null,
      is_hold_renewed = false, hold_ended_at = null, hold_ended_by = null, hold_ended_reason = null, revision = version
    where patient_id = new.patient_id and organization_id = organization and status = 'open';
  end loop;
  return null;
end $$;
`,
}
