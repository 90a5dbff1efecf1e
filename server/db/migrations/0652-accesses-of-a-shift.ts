import type { Migration } from './migration'

/** An emergency access knows which one of its user's shift it is, and the reason that was asked again. */
export const accessesOfAShift: Migration = {
  name: '0652-accesses-of-a-shift',
  sql: `
alter table emergency_access add column reason_again text check (char_length(reason_again) between 1 and 1000),
  add column nth_in_shift integer not null default 1 check (nth_in_shift > 0);
create index emergency_access_of_user on emergency_access (organization_id, user_id, opened_at);
update emergency_access e set nth_in_shift = (select count(*) from emergency_access b where b.organization_id = e.organization_id
  and b.user_id = e.user_id and b.opened_at > e.opened_at - interval '12 hours' and (b.opened_at, b.id) <= (e.opened_at, e.id));
`,
}
