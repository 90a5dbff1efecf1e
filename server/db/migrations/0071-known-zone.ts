import type { Migration } from './migration'

/**
 * An organisation's time zone exists by name: check-ups are due by it. PostgreSQL would also take
 * abbreviations and rules that no browser knows.
 */
export const knownZone: Migration = {
  name: '0071-known-zone',
  sql: `
-- Open alerts of missed check-ups, looked through every fifteen seconds (server/areas/alert/answered-missed.ts).
create index alert_open_missed on alert (organization_id) where status = 'open' and type = 'CheckupScheduleEvent';
create function organization_knows_zone() returns trigger language plpgsql as $$
begin
  if new.time_zone !~ '^([A-Za-z_]+(/[A-Za-z0-9_+-]+)+|UTC)$' then raise exception 'Not a time zone' using errcode = '22023'; end if;
  perform now() at time zone new.time_zone;
  return new;
end $$;
-- After organization_time_zone, which fills it: triggers run by name.
create trigger organization_time_zone_known before insert or update of time_zone on organization for each row execute function organization_knows_zone();
`,
}
