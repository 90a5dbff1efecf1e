import { sql } from 'kysely'
import { storedScores } from '../../../src/domain/ews/stored-scores'
import { shownBucket, type MonitoredCard } from '../../../src/domain/monitoring/card-choice'
import { latestOfKind } from '../../../src/domain/schedule/kind'
import { sessionState } from '../../../src/domain/monitoring/session'
import type { Repeat } from '../../../src/domain/repeat/repeat'
import type { CardSchedule } from '../../../src/domain/virtual-ward/card-schedule'
import { allMeasured } from '../../../src/domain/virtual-ward/measured'
import { dueOf, type Due, type DueRow } from '../../../src/domain/virtual-ward/due'
import { countedPoints } from '../../../src/domain/virtual-ward/score-in-force'
import type { Trx } from '../../db/database'
import type { BoardTrend } from '../../db/narrowed'
import { latestBucketOf } from './latest-bucket'

/** What a patient's next observation is worked out from, as the database says it. */
export interface DueInputs {
  readonly patient_id: string
  readonly due_asked: number
  readonly ended_at: string | null
  readonly ews_scores: unknown
  readonly trend: BoardTrend | null
  readonly latest_by_type: Readonly<Record<string, number>>
  readonly admitted_at: string | null
  readonly schedules: readonly Omit<CardSchedule, 'latestEndedAt'>[] | null
  readonly monitored_session: MonitoredCard['continuousMonitoringSession']
  /** The latest and those before it that stand, newest first: start and data. Null: none. */
  readonly buckets: readonly (readonly [string, unknown])[] | null
  /** Requests to measure again that stand; null: none. */
  readonly repeats: readonly Repeat[] | null
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** A row's totals as a card shows them. */
export const cardTrend = (trend: BoardTrend | null) =>
  (trend ?? []).map(([at, totalScore, riskLevel, measured, marks]) => ({
    endedAt: new Date(at).toISOString(),
    totalScore,
    riskLevel,
    measured: measured ?? (totalScore === null ? 0 : allMeasured),
    marks: marks ?? 0,
  }))

/**
 * Check-ups before the latest that may still say something of the patient, by id, the newest first:
 * those whose score counts; of who is not scored all of the day.
 */
export const earlierCheckupIds = (
  trend: BoardTrend | null,
  latestId: string,
  isScored: boolean,
): readonly string[] => {
  const points = (trend ?? []).map(([atMs, total, risk, measured = allMeasured, , id]) => ({
    atMs,
    total,
    risk: risk ?? 0,
    measured,
    id,
  }))
  const asked = isScored
    ? countedPoints(
        points.flatMap(({ total, ...point }) => (total === null ? [] : [{ ...point, total }])),
      )
    : points
  // Of the same instant all: what one of them measured another may lack.
  const times = new Set(asked.map(({ atMs }) => atMs))
  return points
    .flatMap(({ id, atMs }) =>
      id === undefined || id === latestId || !times.has(atMs) ? [] : [id],
    )
    .toReversed()
}

/**
 * The check-ups that a pathway asks for, with when the last that may answer each ended: as a card
 * shows them.
 */
export const cardSchedules = (
  schedules: readonly Omit<CardSchedule, 'latestEndedAt'>[],
  latestByType: Readonly<Record<string, number>> | null,
): CardSchedule[] =>
  schedules.map((one) => ({ ...one, latestEndedAt: iso(latestOfKind(latestByType ?? {}, one.id)) }))

const bucketsOf = (row: DueInputs) =>
  (row.buckets ?? []).map(([startedAt, data]) =>
    latestBucketOf({ started_at: startedAt, received_at: null, data }),
  )

const rowOf = (row: DueInputs): DueRow => ({
  wardAdmission: row.admitted_at === null ? null : { admittedAt: row.admitted_at },
  trend: cardTrend(row.trend),
  latestCheckup:
    row.ended_at === null
      ? null
      : { endedAt: row.ended_at, ewsScores: storedScores(row.ews_scores) },
  schedules: cardSchedules(row.schedules ?? [], row.latest_by_type),
  repeats: row.repeats ?? [],
  continuousMonitoringSession: row.monitored_session,
  latestContinuousMonitoring: bucketsOf(row)[0] ?? null,
  earlierContinuousMonitoring: bucketsOf(row).slice(1),
})

const scoreColumns = (of: 'both' | 'bucket', due: Due | null) => ({
  [`${of}_total`]: due?.score?.total ?? null,
  [`${of}_risk`]: due?.score?.risk ?? null,
  [`${of}_fresh_until`]: iso(due?.scoreFreshUntilMs ?? null),
  [`${of}_due_at`]: iso(due?.scoreDueMs ?? null),
  [`${of}_asks_until`]: iso(due?.scoreAsksUntilMs ?? null),
})

/**
 * What a card shows that shows a bucket: with the check-up, and alone where the board's window
 * leaves the check-up out.
 */
const monitoredColumns = (row: DueRow) => {
  const bucket = shownBucket(row)
  return {
    shown_bucket_ended_at: bucket?.bucketEndAt ?? null,
    shown_bucket_stays:
      bucket === null ? null : sessionState(row.continuousMonitoringSession) === 'active',
    ...scoreColumns('both', bucket === null ? null : dueOf(row)),
    ...scoreColumns('bucket', bucket === null ? null : dueOf({ ...row, latestCheckup: null })),
  }
}

/**
 * Works out, by the rule of the cards (src/domain/virtual-ward/due.ts), until when patients' values
 * speak for them and when they are due next, and keeps it in their rows of the board: in the
 * transaction of a check-up or a bucket, and by whoever reads a board whose patients' admission,
 * schedules or monitoring changed since. For who sees no monitoring the check-up's own stands
 * beside it.
 */
export async function keepDue(trx: Trx, rows: readonly DueInputs[]): Promise<void> {
  const worked = rows.map((inputs) => {
    const row = rowOf(inputs)
    const due = dueOf({ ...row, continuousMonitoringSession: null })
    return {
      patient_id: inputs.patient_id,
      due_asked: inputs.due_asked,
      fresh_until: iso(due.scoreFreshUntilMs),
      order_total: due.score?.total ?? null,
      order_risk: due.score?.risk ?? null,
      slot_due_at: iso(due.slotDueMs),
      slot_closes_at: iso(due.slotClosesMs),
      has_slot: due.slot !== null,
      score_due_at: iso(due.scoreDueMs),
      ...monitoredColumns(row),
    }
  })
  if (worked.length > 0)
    await sql`select app_keep_due(${JSON.stringify(worked)}::jsonb)`.execute(trx)
}

/**
 * The same for all patients of the acting organisation (of every one, for who acts for none) whose
 * admission, schedules or check-ups changed since it was last done; nearly always there is none.
 */
export async function workOutUnknown(trx: Trx): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from app_due_unknown() as id`.execute(trx)
  if (rows.length === 0) return
  const inputs =
    await sql<DueInputs>`select * from app_due_inputs(${rows.map(({ id }) => id)}::text[])`.execute(
      trx,
    )
  await keepDue(trx, inputs.rows)
}
