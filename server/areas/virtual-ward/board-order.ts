import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { may } from '../../../src/domain/access/may'
import { implausibleAfterMs } from '../../../src/domain/checkup/stale'
import {
  asksForMs,
  reassuringBelow,
  staleTotal,
  silentTotal,
} from '../../../src/domain/virtual-ward/due'
import { graveRisk } from '../../../src/domain/virtual-ward/shown-score'
import { emergencyFrom } from '../../../src/domain/virtual-ward/urgency'
import type { SortTerm } from '../../../src/domain/virtual-ward/virtual-ward'
import type { Scope } from '../../graphql/scope'

/**
 * Order terms over rows of board_row. The same as src/domain/virtual-ward/order.ts, which orders
 * the same rows offline; a test compares the two. What is unknown comes last in both directions.
 */
type Column = RawBuilder<unknown>
export interface At {
  /** Whether the latest check-up is in the board's window. */
  readonly inWindow: RawBuilder<boolean>
  /**
   * Whether the latest bucket counts on the card: as shownBucket, kept in the row, and keepsBucket.
   */
  readonly bucket: RawBuilder<boolean>
  readonly now: string
}
/** `since`: the beginning of the window, ISO instant; null: all history. */
export const atOf = (scope: Scope, now: string, since: string | null): At => ({
  now,
  inWindow:
    since === null
      ? sql<boolean>`true`
      : sql<boolean>`p.latest_checkup_ended_at >= ${since}::timestamptz`,
  bucket: !may(scope.acting.principal, 'monitoring.view')
    ? sql<boolean>`false`
    : since === null
      ? sql<boolean>`p.shown_bucket_ended_at is not null`
      : sql<boolean>`(p.shown_bucket_ended_at is not null and (p.shown_bucket_stays or p.shown_bucket_ended_at >= ${since}::timestamptz))`,
})
/**
 * Of what the card shows: the bucket with the check-up or without it, the check-up alone, or
 * nothing.
 */
const shown = (
  { bucket, inWindow }: At,
  of: 'total' | 'fresh_until' | 'due_at' | 'asks_until',
): RawBuilder<unknown> => {
  const alone = {
    total: sql.ref('p.order_total'),
    fresh_until: sql.ref('p.fresh_until'),
    due_at: sql.ref('p.score_due_at'),
    asks_until: sql`p.score_due_at + interval '${sql.raw(String(asksForMs))} milliseconds'`,
  }[of]
  return sql`case when ${bucket} then case when ${inWindow} then ${sql.ref(`p.both_${of}`)} else ${sql.ref(`p.bucket_${of}`)} end when ${inWindow} then ${alone} end`
}
/** As isImplausible: the time of the check-up, or of the bucket, cannot be. */
const isImplausible = ({ now, bucket, inWindow }: At): RawBuilder<boolean> =>
  sql<boolean>`greatest(case when ${inWindow} then p.latest_checkup_ended_at end, case when ${bucket} then p.shown_bucket_ended_at end) > ${now}::timestamptz + interval '${sql.raw(String(implausibleAfterMs))} milliseconds'`
/** As isScoreStale: past its limit, or of a time that cannot be. */
const isStale = (at: At): RawBuilder<boolean> =>
  sql<boolean>`(${at.now}::timestamptz > ${shown(at, 'fresh_until')} or ${isImplausible(at)})`
/** As isSilent: a check-up was missed, or nothing was ever measured past the first one's time. */
const isSilent = ({ now, inWindow, bucket }: At): RawBuilder<boolean> =>
  sql<boolean>`(coalesce(${now}::timestamptz > p.slot_closes_at, false)
    or (not (p.latest_checkup_id is not null and coalesce(${inWindow}, false)) and not ${bucket} and coalesce(jsonb_array_length(p.trend), 0) = 0
      and (p.has_slot is not true or ${now}::timestamptz > p.slot_due_at)))`
/** The score in force, also where the window hides its check-up. */
const standing = ({ bucket }: At, of: 'total' | 'risk'): RawBuilder<unknown> =>
  sql`case when ${bucket} then ${sql.ref(`p.both_${of}`)} else ${sql.ref(`p.order_${of}`)} end`
/** As isByScore. */
const isUrgentByScore = (at: At): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${standing(at, 'total')} >= ${sql.lit(reassuringBelow)} or ${standing(at, 'risk')} >= ${sql.lit(graveRisk)}, false)`
/** As the band of urgencyOf, the most urgent greatest. */
const urgency = (at: At): Column =>
  sql`case when ${standing(at, 'total')} >= ${sql.lit(emergencyFrom)} or p.has_emergency then -1
    when ${isUrgentByScore(at)} or coalesce(p.grave_unheld_from <= ${at.now}::timestamptz, false) then -2
    when ${isSilent(at)} or p.has_stopped then -3 else -4 end`
/** As valuesOf of src/domain/virtual-ward/order.ts. `before`: the terms before this one. */
const columns: Readonly<
  Record<SortTerm['field'], (at: At, before: readonly SortTerm[]) => readonly Column[]>
> = {
  // As acuitySeverity of src/domain/patient: the highest acuity is the lowest number.
  acuityScore: () => [sql`5 - p.acuity_score`],
  alertCount: (at, before) => [
    before.some(({ field }) => field === 'clinicalUrgency')
      ? sql`case when not ${isUrgentByScore(at)} then p.open_alerts end`
      : sql`p.open_alerts`,
  ],
  clinicalUrgency: (at) => [
    urgency(at),
    standing(at, 'total'),
    sql`(not coalesce(p.held_until > ${at.now}::timestamptz, false))::integer`,
  ],
  // A card is ordered by what it shows, so that a hidden score moves nobody; and by what its score
  // still says.
  ewsScore: (at) => [
    sql`greatest(case when ${isStale(at)} then greatest(${shown(at, 'total')}, case when ${shown(at, 'total')} is not null then ${sql.raw(String(staleTotal))} end) else ${shown(at, 'total')} end, case when ${isSilent(at)} then ${sql.raw(String(silentTotal))} end)`,
  ],
  lastName: () => [sql`p.folded_last_name collate "C"`],
  latestVitals: ({ inWindow, bucket }) => [
    sql`greatest(case when ${bucket} then p.shown_bucket_ended_at end, case when ${inWindow} then p.latest_checkup_ended_at end)`,
  ],
}
/** The order of a board. */
export const orderBy = (sort: readonly SortTerm[], at: At): RawBuilder<unknown> =>
  sql.join([
    ...sort.flatMap(({ field, direction }, index) =>
      columns[field](at, sort.slice(0, index)).map((column) =>
        direction === 'ASC' ? sql`${column} asc nulls last` : sql`${column} desc nulls last`,
      ),
    ),
    sql`p.id collate "C" asc`,
  ])

/** As isOverdue: by the schedule, or by a score that still asks and is on the card. */
export const isOverdue = (at: At): RawBuilder<boolean> =>
  sql<boolean>`(coalesce(${at.now}::timestamptz > p.slot_due_at, false)
    or coalesce(${at.now}::timestamptz > ${shown(at, 'due_at')} and ${at.now}::timestamptz <= ${shown(at, 'asks_until')} and not ${isImplausible(at)}, false))`
