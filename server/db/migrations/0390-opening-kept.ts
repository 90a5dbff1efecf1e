import { appRole } from './0002-row-security'
import type { Migration } from './migration'

const linked = `exists (select 1 from patient_organization po where po.patient_id = alert_opening.patient_id and po.organization_id = current_setting('app.organization', true))`

/**
 * Who first dealt with an opening of an alert, and when it escalated: the alert forgets both when it
 * closes. Whoever sees an alert sees its openings: those of another organisation of the patient too.
 */
export const openingKept: Migration = {
  name: '0390-opening-kept',
  sql: `
alter table alert_opening add column first_acknowledged_by text references user_account, add column escalated_at timestamptz;
update alert_opening l set escalated_at = a.escalated_at,
  first_acknowledged_by = case when l.first_acknowledged_at = a.acknowledged_at then a.acknowledged_by end
from alert a where a.id = l.alert_id and a.status = 'open'
  and l.opening = (select max(o.opening) from alert_opening o where o.alert_id = a.id);

create function keep_of_opening() returns trigger language plpgsql security definer set search_path from current as $$
begin
  update alert_opening set
    first_acknowledged_by = case when first_acknowledged_at is not distinct from new.acknowledged_at then coalesce(first_acknowledged_by, new.acknowledged_by) else first_acknowledged_by end,
    escalated_at = coalesce(escalated_at, new.escalated_at)
  where opening = (select max(o.opening) from alert_opening o where o.alert_id = new.id);
  return null;
end $$;
-- Triggers of one event fire in the order of their names: after alert_openings, which writes the row.
create trigger alert_openings_kept after insert or update of acknowledged_at, acknowledged_by, escalated_at on alert for each row
  when (new.type <> 'PacsanaEvent' and (new.acknowledged_by is not null or new.escalated_at is not null)) execute function keep_of_opening();

drop policy tenant_sees on alert_opening;
create policy tenant_sees on alert_opening for select to ${appRole} using (${linked});
`,
}
