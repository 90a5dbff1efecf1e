import type { Migration } from './migration'

/**
 * What the directory says of a number may be that the person died, or too little to compare. What
 * was judged before is asked again: absent fields counted as the same.
 */
export const directoryAnswers: Migration = {
  name: '0670-directory-answers',
  sql: `
alter table identifier_trace rename column differs to fields;
alter table identifier_trace drop constraint identifier_trace_status_check,
  add constraint identifier_trace_status_check
    check (status in ('Pending', 'Found', 'NotFound', 'Superseded', 'Mismatch', 'Died', 'Incomplete'));
update identifier_trace set status = 'Pending', fields = '[]', retrieved_at = null, attempts = 0, claimed_until = null
  where status in ('Found', 'Mismatch');
`,
}
