import { sql } from 'kysely'
import { bucketAt } from '../server/demonstration/bucket-maker'
import { bucketIngestSchema } from '../src/domain/monitoring/ingest'
import { startServer, type FlowServer } from '../tests/flow/server'

/**
 * The real server with the demonstration, and so many more patients on the nurse's ward, each with
 * so many check-ups and 15-minute buckets.
 */
export const startWard = async ({
  patients,
  checkups,
  buckets,
}: {
  readonly patients: number
  readonly checkups: number
  readonly buckets: number
}): Promise<FlowServer> => {
  const server = await startServer()
  const bucketStart = new Date(Math.floor(Date.now() / 900_000) * 900_000).toISOString()
  const model = server.patient('Respiratory Ward', 0)
  await server.sendCheckup(model, Date.now() - 3_600_000)
  await server.database.asSystem(async (trx) => {
    const organization = sql.lit(server.organizationOf('riverside'))
    const ward = sql.lit(model.ward?.id ?? '')
    const pathway = sql`(select care_pathway_id from ward_admission where patient_id = ${sql.lit(model.id)})`
    const series = sql`generate_series(1, ${sql.lit(patients)}) i`
    await sql`insert into patient (id, organization_id, first_name, last_name, gender, birth_date, created_at, revision)
      select 'm' || i, ${organization}, 'First' || i % 97, 'Last' || i % 211, 'female', '1940-02-29', now(), 100000 + i from ${series}`.execute(
      trx,
    )
    await sql`insert into patient_organization (patient_id, organization_id, linked_at) select 'm' || i, ${organization}, now() from ${series}`.execute(
      trx,
    )
    await sql`insert into ward_admission (id, patient_id, organization_id, ward_id, care_pathway_id, admitted_at, created_at, revision)
      select 'ma' || i, 'm' || i, ${organization}, ${ward}, ${pathway}, now(), now(), 100000 + i from ${series}`.execute(
      trx,
    )
    await sql`insert into checkup (id, organization_id, patient_id, source_id, type, started_at, ended_at, received_at, readings, ews_scores, total_score, payload_hash, revision)
      select 'mc' || i || '-' || j, ${organization}, 'm' || i, 'mc' || i || '-' || j, c.type, now() - j * interval '1 hour', now() - j * interval '1 hour', now(), c.readings, c.ews_scores, c.total_score, 'x', 100000 + i
      from ${series}, generate_series(1, ${sql.lit(checkups)}) j, (select * from checkup where patient_id = ${sql.lit(model.id)} limit 1) c`.execute(
      trx,
    )
    await sql`insert into monitoring_bucket (id, organization_id, patient_id, source_id, started_at, ended_at, received_at, data, payload_hash, revision)
      select 'mb' || i || '-' || j, ${organization}, 'm' || i, 'mb' || i || '-' || j, ${bucketStart}::timestamptz - j * interval '15 minutes', ${bucketStart}::timestamptz - (j - 1) * interval '15 minutes', now(),
        ${JSON.stringify(bucketIngestSchema.parse(bucketAt(model, Date.parse(bucketStart), Date.parse(bucketStart))))}::jsonb - 'id' - 'patientId' || '{"thresholdScores": {"RRScore": 0, "SpO2Score": 1, "HRScore": 0, "tempScore": 0}}'::jsonb, 'x', 100000 + i
      from ${series}, generate_series(1, ${sql.lit(buckets)}) j`.execute(trx)
    await sql`insert into patient_summary (patient_id, latest_checkup_id, latest_checkup_ended_at, total_score)
      select 'm' || i, 'mc' || i || '-1', now() - interval '1 hour', 0 from ${series}
      on conflict (patient_id) do update set latest_checkup_id = excluded.latest_checkup_id, latest_checkup_ended_at = excluded.latest_checkup_ended_at, total_score = excluded.total_score`.execute(
      trx,
    )
    await sql`update org_version set version = greatest(version, 200000) where organization_id = ${organization}`.execute(
      trx,
    )
  })
  await sql.raw('analyze').execute(server.database.kysely)
  return server
}
