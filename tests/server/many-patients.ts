import { sql } from 'kysely'
import type { Database } from '../../server/db/database'

/**
 * Adds patients to the tests' world by the thousand: on Ward A of organisation w, each with a
 * check-up and its summary, every tenth with a flag. Statistics are brought up to date, so that
 * plans are those of a database that has lived: the owner's business.
 */
export async function addManyPatients(asOwner: Database['asSystem'], count: number): Promise<void> {
  await asOwner((trx) =>
    sql
      .raw(
        `
    insert into patient (id, organization_id, first_name, last_name, gender, birth_date, created_at, revision)
      select 'm' || i, 'w', 'First' || i % 97, 'Last' || i % 211, 'female', '1940-02-29', now(), i from generate_series(1, ${count}) i;
    insert into patient_organization (patient_id, organization_id, linked_at) select 'm' || i, 'w', now() from generate_series(1, ${count}) i;
    insert into ward_admission (id, patient_id, organization_id, ward_id, care_pathway_id, admitted_at, created_at, revision)
      select 'ma' || i, 'm' || i, 'w', 'ward-A', 'pathway-w', now(), now(), i from generate_series(1, ${count}) i;
    insert into checkup (id, organization_id, patient_id, source_id, type, started_at, ended_at, received_at, readings, total_score, payload_hash, revision)
      select 'mc' || i, 'w', 'm' || i, 'mc' || i, 'new_checkup', now(), now(), now(), '{}', i % 10, 'x', i from generate_series(1, ${count}) i;
    insert into patient_summary (patient_id, latest_checkup_id, latest_checkup_ended_at, total_score)
      select 'm' || i, 'mc' || i, now(), i % 10 from generate_series(1, ${count}) i
      on conflict (patient_id) do update set latest_checkup_id = excluded.latest_checkup_id, latest_checkup_ended_at = excluded.latest_checkup_ended_at, total_score = excluded.total_score;
    insert into patient_flag (id, patient_id, organization_id, type, title, description, started_at, revision)
      select 'mf' || i, 'm' || i, 'w', 'OnOxygen', 'On oxygen', '', now(), i from generate_series(1, ${count}, 10) i;
    update org_version set version = greatest(version, ${count}) where organization_id = 'w';
  `,
      )
      .execute(trx),
  )
  await asOwner((trx) => sql.raw('analyze').execute(trx))
}
