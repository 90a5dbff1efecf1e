import { appRole } from './0002-row-security'
import type { Migration } from './migration'

/**
 * Of a report: the period and the contents that were asked for, beside what it says, so that a list
 * of documents tells them apart without reading what they say.
 */
export const reportContents: Migration = {
  name: '0430-report-contents',
  sql: `
alter table document add column report jsonb check (report is null or kind = 'report');
update document set report = jsonb_build_object(
    'start', source -> 'start', 'end', source -> 'end', 'aggregateIntervalHours', source -> 'hours', 'timeZone', source -> 'zone')
  || (source -> 'toggles')
  where kind = 'report' and source ? 'toggles';
grant insert (report) on document to ${appRole};
`,
}
