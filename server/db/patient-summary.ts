import { sql } from 'kysely'
import type { Trx } from './database'

/** A check-up that was just stored. */
export interface NotedCheckup {
  readonly patientId: string
  readonly checkupId: string
  /** ISO instant. */
  readonly endedAt: string
  readonly totalScore: number | null
  readonly riskLevel: number | null
}

/**
 * Keeps the board's row of a patient, in the transaction that stores the check-up. An older check-up that arrives late
 * changes nothing; of two that ended together the greater id is the latest, as in `order by ended_at desc, id desc`.
 */
export async function noteCheckup(trx: Trx, checkup: NotedCheckup): Promise<void> {
  await sql`
    insert into patient_summary as s (patient_id, latest_checkup_id, latest_checkup_ended_at, total_score, risk_level)
    values (${checkup.patientId}, ${checkup.checkupId}, ${checkup.endedAt}, ${checkup.totalScore}, ${checkup.riskLevel})
    on conflict (patient_id) do update set
      latest_checkup_id = excluded.latest_checkup_id, latest_checkup_ended_at = excluded.latest_checkup_ended_at,
      total_score = excluded.total_score, risk_level = excluded.risk_level
    where s.latest_checkup_ended_at is null
      or (excluded.latest_checkup_ended_at, excluded.latest_checkup_id) > (s.latest_checkup_ended_at, s.latest_checkup_id)`.execute(trx)
}

/** The same for a monitoring bucket. */
export async function noteBucket(trx: Trx, bucket: { readonly patientId: string; readonly bucketId: string; readonly endedAt: string }): Promise<void> {
  await sql`
    insert into patient_summary as s (patient_id, latest_bucket_id, latest_bucket_ended_at)
    values (${bucket.patientId}, ${bucket.bucketId}, ${bucket.endedAt})
    on conflict (patient_id) do update set
      latest_bucket_id = excluded.latest_bucket_id, latest_bucket_ended_at = excluded.latest_bucket_ended_at
    where s.latest_bucket_ended_at is null
      or (excluded.latest_bucket_ended_at, excluded.latest_bucket_id) > (s.latest_bucket_ended_at, s.latest_bucket_id)`.execute(trx)
}

/** The same for an acuity score: the latest is the one captured last, whenever it arrives. */
export async function noteAcuity(trx: Trx, acuity: { readonly patientId: string; readonly id: string; readonly capturedAt: string; readonly score: number }): Promise<void> {
  await sql`
    insert into patient_summary as s (patient_id, latest_acuity_id, latest_acuity_captured_at, acuity_score)
    values (${acuity.patientId}, ${acuity.id}, ${acuity.capturedAt}, ${acuity.score})
    on conflict (patient_id) do update set
      latest_acuity_id = excluded.latest_acuity_id, latest_acuity_captured_at = excluded.latest_acuity_captured_at, acuity_score = excluded.acuity_score
    where s.latest_acuity_captured_at is null
      or (excluded.latest_acuity_captured_at, excluded.latest_acuity_id) > (s.latest_acuity_captured_at, s.latest_acuity_id)`.execute(trx)
}
