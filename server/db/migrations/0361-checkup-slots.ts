import { appRole } from './0002-row-security'
import type { Migration } from './migration'

/** Names of the tables, for the tests' matrix of row security. */
export const checkupSlotTables = ['checkup_slot'] as const

/**
 * Every scheduled check-up whose time has run out, and whether one was done: written as the missed
 * ones are decided, since a schedule that is changed later forgets what it asked for. One that
 * arrives late, within the tolerances by its own time, turns it to done.
 */
export const checkupSlots: Migration = {
  name: '0361-checkup-slots',
  sql: `
create table checkup_slot (
  admission_id text not null references ward_admission on delete cascade, checkup_type_id text not null,
  organization_id text not null references organization, patient_id text not null references patient, ward_id text references ward,
  due_at timestamptz not null, opens_at timestamptz not null, closes_at timestamptz not null, is_done boolean not null,
  primary key (admission_id, checkup_type_id, due_at));
create index checkup_slot_by_time on checkup_slot (organization_id, due_at);
create index checkup_slot_missed on checkup_slot (patient_id, closes_at) where not is_done;

create function answer_missed_slots() returns trigger language plpgsql security definer set search_path from current as $$
begin
  update checkup_slot set is_done = true
  where patient_id = new.patient_id and not is_done and closes_at >= new.ended_at and opens_at <= new.ended_at
    and coalesce(new.checkup_type ->> 'id', checkup_type_id) = checkup_type_id;
  return null;
end $$;
create trigger checkup_answers_slots after insert on checkup for each row execute function answer_missed_slots();

alter table checkup_slot enable row level security;
alter table checkup_slot force row level security;
create policy owner_all on checkup_slot to current_user using (true) with check (true);
create policy tenant_sees on checkup_slot for select to ${appRole} using (organization_id = current_setting('app.organization', true));
grant select on checkup_slot to ${appRole};
`,
}
