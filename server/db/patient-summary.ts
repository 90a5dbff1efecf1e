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
  /** The check-up type that it belongs to; null: none. */
  readonly typeId: string | null
}

/** The latest check-up's columns: of two that ended together the greater id is the latest, as in `order by ended_at desc, id desc`. */
const isNewer = sql`(s.latest_checkup_ended_at is null or (excluded.latest_checkup_ended_at, excluded.latest_checkup_id) > (s.latest_checkup_ended_at, s.latest_checkup_id))`
const newer = (column: string) => sql`${sql.ref(column)} = case when ${isNewer} then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`s.${column}`)} end`

/**
 * Keeps the board's row of a patient, in the transaction that stores the check-up. An older check-up that arrives late takes no
 * place as the latest; in the day's trend and among the last of its type it does. The row is locked while it is merged, so that
 * none is lost of two that arrive together.
 */
export async function noteCheckup(trx: Trx, checkup: NotedCheckup): Promise<void> {
  const at = Date.parse(checkup.endedAt)
  const trend = JSON.stringify([[at, checkup.totalScore, checkup.riskLevel]])
  const byType = JSON.stringify(checkup.typeId === null ? {} : { [checkup.typeId]: at })
  await sql`
    insert into patient_summary as s (patient_id, latest_checkup_id, latest_checkup_ended_at, total_score, risk_level, trend, latest_by_type)
    values (${checkup.patientId}, ${checkup.checkupId}, ${checkup.endedAt}, ${checkup.totalScore}, ${checkup.riskLevel}, ${trend}::jsonb, ${byType}::jsonb)
    on conflict (patient_id) do update set
      ${sql.join(['latest_checkup_id', 'latest_checkup_ended_at', 'total_score', 'risk_level'].map(newer))},
      trend = merge_trend(s.trend, excluded.trend), latest_by_type = merge_latest(s.latest_by_type, excluded.latest_by_type)`.execute(trx)
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

/** The same for a session of continuous monitoring: the latest is the one that began last. */
export async function noteMonitoringSession(trx: Trx, session: { readonly patientId: string; readonly id: string }): Promise<void> {
  await sql`
    insert into patient_summary as s (patient_id, monitoring_session_id) values (${session.patientId}, ${session.id})
    on conflict (patient_id) do update set monitoring_session_id = excluded.monitoring_session_id`.execute(trx)
}
