import type { Migration } from './migration'

const events = [
  { event: 'insert', rows: 'new' },
  { event: 'update', rows: 'new' },
  { event: 'delete', rows: 'old' },
] as const

/**
 * What a pathway asks for is on the cards of its patients: a change of it moves the rosters.
 */
export const boardSchedules: Migration = {
  name: '0046-board-schedules',
  sql: `
-- The scheduled check-ups of a pathway, in the time of the organisation whose pathway it is. Ids come from visible rows.
create function app_card_schedules(pathway text) returns jsonb language plpgsql stable security definer set search_path from current as $$
begin return (
  select coalesce(jsonb_agg(jsonb_build_object('id', ct.id, 'name', ct.name, 'schedule', ct.schedule, 'timeZone', o.time_zone) order by ct.id), '[]'::jsonb)
  from checkup_type ct join organization o on o.id = ct.organization_id where ct.care_pathway_id = pathway and ct.schedule is not null); end $$;
${events
  .map(
    ({ event, rows }) => `
create trigger checkup_type_rosters_${event} after ${event} on checkup_type referencing ${rows} table as touched
  for each statement execute function touch_rosters('organization_id', '0');`,
  )
  .join('')}
`,
}
