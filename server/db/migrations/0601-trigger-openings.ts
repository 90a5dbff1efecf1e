import type { Migration } from './migration'

/**
 * Which opening of its alert a trigger was raised in. Instants cannot tell: an older reading that
 * comes late opens an alert again at an instant before what closed. One that came over a resolved
 * alert and was no worse belongs to none; nor has PacsanaEvent openings.
 */
export const triggerOpenings: Migration = {
  name: '0601-trigger-openings',
  sql: `
alter table alert_trigger add column opening bigint references alert_opening on delete cascade;
-- Of before, by the instant: the newest opening that had begun, else the first; what is open is of the last one.
update alert_trigger g set opening = case when g.status = 'open' and a.status = 'open'
  then (select max(l.opening) from alert_opening l where l.alert_id = g.alert_id)
  else coalesce(
    (select l.opening from alert_opening l where l.alert_id = g.alert_id and g.occurred_at >= l.opened_at order by l.opened_at desc, l.opening desc limit 1),
    (select min(l.opening) from alert_opening l where l.alert_id = g.alert_id)) end
from alert a where a.id = g.alert_id and g.closed_reason is distinct from 'no-worse';
create index alert_trigger_by_opening on alert_trigger (opening);

create function note_trigger_opening() returns trigger language plpgsql security definer set search_path from current as $$
begin
  -- Of a closed alert it is the opening that this trigger begins, which the alert's update makes.
  select max(o.opening) into new.opening from alert_opening o join alert a on a.id = o.alert_id
  where a.id = new.alert_id and a.status = 'open';
  return new;
end $$;
create trigger trigger_openings before insert on alert_trigger for each row
  when (new.opening is null and new.closed_reason is distinct from 'no-worse') execute function note_trigger_opening();

create function open_with_triggers() returns trigger language plpgsql security definer set search_path from current as $$
begin
  update alert_trigger set opening = new.opening
  where alert_id = new.alert_id and opening is null and status = 'open';
  return null;
end $$;
create trigger opening_triggers after insert on alert_opening for each row execute function open_with_triggers();
`,
}
