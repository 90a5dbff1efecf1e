import { sql } from 'kysely'
import {
  ecgAlertRules,
  ecgAlertTypes,
  ecgKey,
  isEcgAlertType,
  sameEpisodeMs,
  type EcgAlertType,
} from '../../../src/domain/alerts/ecg'
import { cameTooLate } from '../../../src/domain/alerts/evaluate'
import { continues, joinPieces, type EventPiece } from '../../../src/domain/ecg/event-pieces'
import type { Activity } from '../../../src/domain/monitoring/quarter'
import type { Trx } from '../../db/database'
import { nextRevision } from '../../db/revision'
import { raiseAlert } from './raise'

/** How far pieces of one episode are looked for on both sides, milliseconds. */
const episodeMs = 86_400_000
const dayMs = 86_400_000
const active: Activity = 'ACTIVE'
const iso = (ms: number): string => new Date(ms).toISOString()

/** Types that are told, and what continues one of them. */
const told: readonly string[] = [
  ...ecgAlertTypes,
  ...Object.entries(continues).flatMap(([type, of]) => (isEcgAlertType(of) ? [type] : [])),
]

interface Admission {
  readonly organization_id: string
  readonly admitted_at: string
  readonly escalate_after_minutes: number | null
}

/** The active admission, where its organisation has the analysis of the ECG. */
const admissionOf = async (trx: Trx, patientId: string): Promise<Admission | undefined> =>
  (
    await sql<Admission>`select a.organization_id, a.admitted_at, c.escalate_after_minutes from ward_admission a
    join organization o on o.id = a.organization_id and o.features @> '{"continuousMonitoring": true, "ecgWaveformAnalysis": true}'::jsonb
    left join care_pathway c on c.id = a.care_pathway_id where a.patient_id = ${patientId} and a.discharged_at is null limit 1`.execute(
      trx,
    )
  ).rows[0]

/** What is told, found between two instants (epoch milliseconds), oldest first. */
const piecesBetween = async (
  trx: Trx,
  patientId: string,
  from: number,
  to: number,
): Promise<readonly EventPiece[]> =>
  (
    await sql<{ type: string; method: string; started_at: string; ended_at: string }>`
    select type, method, started_at, ended_at from waveform_event where patient_id = ${patientId} and kind = 'SingleECG'
      and type in (${sql.join(told)}) and started_at >= ${iso(from)}::timestamptz and started_at < ${iso(to)}::timestamptz
    order by started_at, type, id`.execute(trx)
  ).rows.map(({ type, method, started_at: start, ended_at: end }) => ({
    type,
    method,
    start: Date.parse(start),
    end: Date.parse(end),
  }))

/** Whether that rhythm was found in the days before an instant. */
const wasBefore = async (
  trx: Trx,
  patientId: string,
  type: EcgAlertType,
  at: number,
  days: number,
): Promise<boolean> =>
  (
    await sql`select 1 from waveform_event where patient_id = ${patientId} and kind = 'SingleECG' and type = ${type}
      and started_at >= ${iso(at - days * dayMs)}::timestamptz and started_at < ${iso(at)}::timestamptz limit 1`.execute(
      trx,
    )
  ).rows.length > 0

/** Whether that rhythm was found again after an instant. */
const wasSince = async (
  trx: Trx,
  patientId: string,
  type: EcgAlertType,
  at: number,
): Promise<boolean> =>
  (
    await sql`select 1 from waveform_event where patient_id = ${patientId} and kind = 'SingleECG' and type = ${type}
      and started_at > ${iso(at)}::timestamptz limit 1`.execute(trx)
  ).rows.length > 0

/** Whether an episode was told: how it began may be known otherwise since. */
const wasTold = async (
  trx: Trx,
  { organization_id: organizationId }: Admission,
  patientId: string,
  type: EcgAlertType,
  { start, end }: EventPiece,
): Promise<boolean> =>
  (await trx
    .selectFrom('alert as a')
    .innerJoin('alert_trigger as t', 't.alert_id', 'a.id')
    .select('t.id')
    .where('a.organization_id', '=', organizationId)
    .where('a.patient_id', '=', patientId)
    .where('a.type', '=', 'AlertRule')
    .where('a.source_key', '=', ecgKey(type))
    .where('t.occurred_at', '>=', iso(start - sameEpisodeMs))
    .where('t.occurred_at', '<=', iso(end + sameEpisodeMs))
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Whether a device says that the heart beats, or that the patient is active, while ventricular
 * fibrillation cannot be excluded. A quarter of an hour that began before it says nothing: both may
 * be of the time before.
 */
const isAlive = async (trx: Trx, patientId: string, { start, end }: EventPiece): Promise<boolean> =>
  (
    await sql`select 1 from monitoring_bucket where patient_id = ${patientId} and started_at >= ${iso(start)}::timestamptz and started_at < ${iso(end)}::timestamptz
      and (data->'pulseRate'->>'value' is not null or data->'activityLevel'->>'dominantPrediction' = ${active}) limit 1`.execute(
      trx,
    )
  ).rows.length > 0

/**
 * Raises the alerts of the rhythms that were found in a stretch of a patient's ECG, each episode
 * once, however many slots it spans and however often it is found. What is found more than 24 hours
 * late is told where it is an emergency and the last episode of its rhythm. In the transaction that stored
 * the events, with the counters of the patient's organisations locked.
 * @param from epoch milliseconds, as `to`
 * @param now ISO instant
 */
export async function alertOnRhythm(
  trx: Trx,
  patientId: string,
  { from, to }: { readonly from: number; readonly to: number },
  now: string,
): Promise<void> {
  const inside = await piecesBetween(trx, patientId, from, to)
  if (inside.length === 0) return
  const admission = await admissionOf(trx, patientId)
  if (admission === undefined) return
  const around = await piecesBetween(trx, patientId, from - episodeMs, to + episodeMs)
  for (const episode of joinPieces(around)) {
    const { type, start, end } = episode
    if (!isEcgAlertType(type) || end < from || start >= to) continue
    const { leastSeconds, severity, newAfterDays } = ecgAlertRules[type]
    if (
      end - start < leastSeconds * 1000 ||
      end < Date.parse(admission.admitted_at) ||
      (cameTooLate(end, Date.parse(now)) &&
        (severity < 4 || (await wasSince(trx, patientId, type, end + sameEpisodeMs)))) ||
      (newAfterDays !== null && (await wasBefore(trx, patientId, type, start, newAfterDays))) ||
      (type === 'PossibleVentricularFibrillation' && (await isAlive(trx, patientId, episode))) ||
      (await wasTold(trx, admission, patientId, type, episode))
    )
      continue
    await raiseAlert(
      trx,
      {
        organizationId: admission.organization_id,
        patientId,
        type: 'AlertRule',
        key: ecgKey(type),
        source: `ecg ${type} ${iso(start)}`,
        occurredAt: iso(start),
        severity,
        isEmergency: severity >= 4,
        escalateAfterMinutes: admission.escalate_after_minutes,
      },
      now,
      await nextRevision(trx, admission.organization_id),
    )
  }
}
