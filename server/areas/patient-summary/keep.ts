import { sql } from 'kysely'
import { measuredVitals } from '../../../src/domain/monitoring/card-choice'
import type { Device } from '../../../src/domain/monitoring/health'
import type { Readings } from '../../../src/domain/checkup/checkup'
import type { EwsScores } from '../../../src/domain/ews/thresholds'
import { latestAcuity } from '../../../src/domain/patient/acuity'
import { kindOf } from '../../../src/domain/schedule/kind'
import { measuredBits } from '../../../src/domain/virtual-ward/measured'
import { checkupMarks, markBits } from '../../../src/domain/virtual-ward/score-marks'
import type { Trx } from '../../db/database'
import { keepDue, type DueInputs } from './due'

/** A check-up that was just stored. */
export interface NotedCheckup {
  readonly patientId: string
  readonly checkupId: string
  /** ISO instant. */
  readonly endedAt: string
  readonly scores: EwsScores | null
  readonly pulseOxiData?: Readings['pulseOxiData']
  /** The check-up type that it belongs to; null: none. */
  readonly typeId: string | null
}

/** A check-up for the board's row: its point of the trend, and the end by type. JSON. */
export const boardPoint = ({
  checkupId,
  endedAt,
  scores,
  pulseOxiData = null,
  typeId,
}: Omit<NotedCheckup, 'patientId'>): {
  readonly trend: string
  readonly byType: string
} => ({
  trend: JSON.stringify([
    [
      Date.parse(endedAt),
      scores?.totalScore ?? null,
      scores?.riskLevel ?? null,
      measuredBits(scores),
      markBits(checkupMarks({ ewsScores: scores, pulseOxiData })),
      checkupId,
    ],
  ]),
  byType: JSON.stringify({ [kindOf(typeId)]: Date.parse(endedAt) }),
})

/**
 * Updates the board's row of a patient in the transaction of a bucket. The row is locked.
 * @param bucket `measured`: what it measured; `heard`: the devices that gave data in it
 */
export async function noteBucket(
  trx: Trx,
  bucket: {
    readonly patientId: string
    readonly bucketId: string
    readonly endedAt: string
    readonly measured?: Parameters<typeof measuredVitals>[0]
    readonly heard?: readonly Device[]
  },
): Promise<void> {
  const heard = JSON.stringify(
    Object.fromEntries((bucket.heard ?? []).map((device) => [device, Date.parse(bucket.endedAt)])),
  )
  const { rows } =
    await sql<DueInputs>`select * from app_note_bucket(${bucket.patientId}, ${bucket.bucketId}, ${bucket.endedAt}, ${bucket.measured === undefined ? 0 : measuredVitals(bucket.measured)}, ${heard}::jsonb)`.execute(
      trx,
    )
  await keepDue(trx, rows)
}

/** The same for an acuity score: the latest is the one captured last, whenever it arrives. */
export async function noteAcuity(
  trx: Trx,
  acuity: {
    readonly patientId: string
    readonly id: string
    readonly capturedAt: string
    readonly score: number
  },
): Promise<void> {
  const present = await trx
    .selectFrom('patient_summary')
    .select(['latest_acuity_id', 'latest_acuity_captured_at'])
    .where('patient_id', '=', acuity.patientId)
    .forUpdate()
    .executeTakeFirst()
  const kept =
    present?.latest_acuity_id == null || present.latest_acuity_captured_at === null
      ? null
      : { id: present.latest_acuity_id, capturedAt: present.latest_acuity_captured_at }
  if (latestAcuity<{ id: string; capturedAt: string }>(kept, acuity) !== acuity) return
  await sql`
    insert into patient_summary as s (patient_id, latest_acuity_id, latest_acuity_captured_at, acuity_score)
    values (${acuity.patientId}, ${acuity.id}, ${acuity.capturedAt}, ${acuity.score})
    on conflict (patient_id) do update set
      latest_acuity_id = excluded.latest_acuity_id, latest_acuity_captured_at = excluded.latest_acuity_captured_at, acuity_score = excluded.acuity_score`.execute(
    trx,
  )
}

/**
 * The same for a monitoring session: the latest is the one that began last. The card is worked out
 * when a board is next ordered.
 */
export async function noteMonitoringSession(
  trx: Trx,
  session: { readonly patientId: string; readonly id: string },
): Promise<void> {
  await sql`
    insert into patient_summary as s (patient_id, monitoring_session_id) values (${session.patientId}, ${session.id})
    on conflict (patient_id) do update set monitoring_session_id = excluded.monitoring_session_id, due_asked = s.due_asked + 1`.execute(
    trx,
  )
}
