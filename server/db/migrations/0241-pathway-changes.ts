import type { Migration } from './migration'

/**
 * What an edit of a pathway leaves: since when a schedule is as it is, so that nothing is due or
 * missed of a time before it (K17), and which check-up types were removed.
 */
export const pathwayChanges: Migration = {
  name: '0241-pathway-changes',
  sql: `
alter table checkup_type add column schedule_changed_at timestamptz, add column deleted_at timestamptz,
  add constraint checkup_type_removed_asks_for_nothing check (deleted_at is null or schedule is null);
create or replace function app_card_schedules(pathway text, organization text) returns jsonb language plpgsql stable security definer set search_path from current as $$
begin return (
  select coalesce(jsonb_agg(jsonb_build_object('id', ct.id, 'name', ct.name, 'schedule', ct.schedule, 'timeZone', o.time_zone,
    'countsFrom', to_char(ct.schedule_changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by ct.id), '[]'::jsonb)
  from checkup_type ct join organization o on o.id = app_card_schedules.organization where ct.care_pathway_id = pathway and ct.schedule is not null); end $$;
`,
}
