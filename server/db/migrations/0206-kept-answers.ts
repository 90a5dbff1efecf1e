import type { Migration } from './migration'

/** Of the answers of named mutations the row's id and revision stay; they held whole patients. */
export const keptAnswers: Migration = {
  name: '0206-kept-answers',
  sql: `
update client_mutation set result = case when jsonb_typeof(result) = 'object'
  then jsonb_build_object('id', result->'id', 'revision', result->'revision', 'errors', case when jsonb_typeof(result->'errors') = 'array' then result->'errors' else '[]'::jsonb end)
  else null end
where operation <> 'syncDiscard' and result is not null;
create index client_mutation_by_time on client_mutation (created_at);
`,
}
