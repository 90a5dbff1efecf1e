import { columns, growBoard, keepDue } from './0073-monitored-board'
import { added as closing } from './0205-silent-patients'
import type { Migration } from './migration'

/** The risk level of the score in force beside its total: a single score of 3 is in it. */
const risks = [
  ['order_risk', 'integer'],
  ['both_risk', 'integer'],
  ['bucket_risk', 'integer'],
] as const
/**
 * What the open alerts of a patient say of their urgency. `held_until`: until when somebody holds
 * one of them, null: nobody does. `grave_unheld_from`: from when on nobody holds a grave one: at
 * once, or when its snooze ends; null: there is none, or each was acknowledged.
 */
const ofAlerts = [
  ['held_until', 'timestamptz'],
  ['grave_unheld_from', 'timestamptz'],
  ['has_emergency', 'boolean not null default false'],
  ['has_stopped', 'boolean not null default false'],
] as const

const said = `max(case when a.acknowledged_at is null then a.snoozed_until else '9999-12-31'::timestamptz end) as held_until,
    min(coalesce(a.snoozed_until, 'epoch')) filter (where a.acknowledged_at is null and a.severity >= 3) as grave_unheld_from,
    coalesce(bool_or(a.type = 'AlertRule' and a.alert_rule_id is null and a.severity >= 4), false) as has_emergency,
    coalesce(bool_or(a.source_key like 'data-stopped monitoring %'), false) as has_stopped
  from alert a where a.status = 'open' and a.type <> 'PacsanaEvent'`
const set = ofAlerts.map(([name]) => `${name} = k.${name}`).join(', ')

/**
 * A board is ordered by clinical urgency (src/domain/virtual-ward/urgency.ts): what decides it is in
 * the patient's row. The row is locked before its alerts are read, so that of two organisations that
 * write alerts of a shared patient at once the second sees both.
 */
export const clinicalUrgency: Migration = {
  name: '0545-clinical-urgency',
  sql: `
alter table patient_summary ${[...risks, ...ofAlerts].map(([name, type]) => `add column ${name} ${type}`).join(', ')};
${keepDue([...columns, ...closing, ...risks])}
update patient_summary set due_asked = due_asked + 1;
create function keep_alert_urgency() returns trigger language plpgsql security definer set search_path from current as $$
begin
  perform 1 from patient_summary s where s.patient_id = new.patient_id for update;
  update patient_summary s set ${set} from (select ${said} and a.patient_id = new.patient_id) k where s.patient_id = new.patient_id;
  return null;
end $$;
-- After alert_counts, which makes the row: triggers run in the order of their names.
create trigger alert_urgency after insert or update of status, severity, acknowledged_at, snoozed_until on alert for each row execute function keep_alert_urgency();
update patient_summary s set ${set} from (select a.patient_id, ${said} group by a.patient_id) k where s.patient_id = k.patient_id;
${growBoard([...risks, ...ofAlerts])}
`,
}
