import { checkupStaleAfterMs, isCheckupImplausible } from '../checkup/stale'
import { shownBucket } from '../monitoring/card-choice'
import { bucketFreshUntil } from '../monitoring/health'
import { intervalOfRisk } from '../ews/observation-interval'
import { parseRecurrence } from '../schedule/recurrence'
import { horizonMs, slotsDue, strideMs, type Slot } from '../schedule/slot'
import { recurrenceOf, type CardSchedule } from './card-schedule'
import { standingScore, type ScoredRow, type StandingScore } from './standing'

/**
 * What of a card decides when its patient is due: its admission, its schedules, and the check-up or
 * the monitoring that it shows.
 */
export interface DueRow extends ScoredRow {
  readonly wardAdmission: { readonly admittedAt: string } | null
  readonly schedules: readonly CardSchedule[]
}

/**
 * How a patient stands with the next scheduled check-up. `upcoming`: it does not count yet; `due`:
 * it counts, its time has not come; `overdue`: its time has passed, it still counts; `late`: it
 * does not count any more and was missed.
 */
export type DueKind = 'upcoming' | 'due' | 'overdue' | 'late'

const dayMs = 86_400_000
/**
 * How far ahead slots are looked for day by day; what is rarer is looked for in strides, as far as
 * the rule of the missed check-ups looks.
 */
const lookAheadDays = 16
const kept = new Map<string, readonly Slot[]>()
const keptMost = 2_000

/** True where a rule's times are the same whenever an admission began. */
const isOfTheWall = (rrule: string): boolean => {
  const rule = parseRecurrence(rrule)
  return (
    rule?.kind === 'wall' &&
    rule.interval === 1 &&
    rule.times !== null &&
    (rule.every === 'day' || rule.days !== null)
  )
}

/**
 * The slots of one UTC day; patients of one pathway share the answer, since working it out asks the
 * calendar some twenty times.
 */
const slotsOfDay = (
  { schedule, timeZone }: CardSchedule,
  startMs: number,
  day: number,
): readonly Slot[] => {
  const start = isOfTheWall(schedule.rrule) ? null : startMs
  const key = `${schedule.rrule} ${schedule.tolerance.early} ${schedule.tolerance.late} ${timeZone} ${start ?? ''} ${day}`
  const known = kept.get(key)
  if (known !== undefined) return known
  if (kept.size >= keptMost) kept.clear()
  const slots =
    slotsDue(
      { schedule, zone: timeZone, startMs: start ?? day * dayMs },
      day * dayMs - 1,
      (day + 1) * dayMs - 1,
    ) ?? []
  kept.set(key, slots)
  return slots
}

/**
 * The first `count` slots of a schedule that nothing up to `afterMs` answers: their time to count
 * begins later.
 */
const slotsAfter = (
  schedule: CardSchedule,
  startMs: number,
  afterMs: number,
  count: number,
): readonly Slot[] => {
  const found: Slot[] = []
  const first = Math.floor(Math.max(afterMs, startMs) / dayMs) - 1
  for (let day = first; day < first + lookAheadDays && found.length < count; day += 1)
    found.push(
      ...slotsOfDay(schedule, startMs, day).filter(
        ({ dueMs, opensMs }) => dueMs >= startMs && opensMs > afterMs,
      ),
    )
  return found.slice(0, count)
}

/**
 * The first slot of a rule too rare to be found day by day, as far ahead as the rule of the missed
 * check-ups looks.
 */
const farSlot = (
  { schedule, timeZone }: CardSchedule,
  startMs: number,
  afterMs: number,
): Slot | null => {
  const rule = parseRecurrence(schedule.rrule)
  const first = (Math.floor(Math.max(afterMs, startMs) / dayMs) - 1 + lookAheadDays) * dayMs
  if (rule === null || (rule.untilMs !== null && rule.untilMs < first)) return null
  for (let from = first; from < first + horizonMs; from += strideMs) {
    const slot = slotsDue(
      { schedule, zone: timeZone, startMs },
      from - 1,
      from + strideMs - 1,
    )?.find(({ opensMs }) => opensMs > afterMs)
    if (slot !== undefined) return slot
  }
  return null
}

const startOf = (patient: DueRow): number =>
  Date.parse(patient.wardAdmission?.admittedAt ?? '1970-01-01')

interface Open extends Slot {
  readonly scheduleId: string
  readonly name: string
}

/** When a patient is due, whatever the time is. Instants in epoch milliseconds. */
export interface Due {
  /** The first slot that nothing answers. */
  readonly slot: Open | null
  /** Until when the values of the check-up speak for the patient; null without one. */
  readonly freshUntilMs: number | null
  /** The score that stands, and until when it counts; null without one. */
  readonly standing: StandingScore | null
  readonly scoreFreshUntilMs: number | null
  /**
   * Until when it asks for the next observation: a quarter of an hour of monitoring says less long
   * how the patient does than it asks to look again.
   */
  readonly scoreAsksUntilMs: number | null
  /**
   * When the score asks for the next observation, as long as it counts; null: it asks for none, or
   * for all the time.
   */
  readonly scoreDueMs: number | null
}
const worked = new WeakMap<DueRow, Due>()

/** Worked out once for a row: the server keeps it with the row, a device with the object. */
export const dueOf = (patient: DueRow): Due => {
  const known = worked.get(patient)
  if (known !== undefined) return known
  const start = startOf(patient)
  const open = patient.schedules.flatMap((one): readonly Open[] => {
    const after = one.latestEndedAt === null ? start - 1 : Date.parse(one.latestEndedAt)
    const slot = slotsAfter(one, start, after, 1)[0] ?? farSlot(one, start, after)
    return slot === null ? [] : [{ ...slot, scheduleId: one.id, name: one.name }]
  })
  const ended = patient.latestCheckup === null ? null : Date.parse(patient.latestCheckup.endedAt)
  const standing = standingScore(patient)
  const fresh = (since: number): number => {
    const limits = patient.schedules.flatMap((one) =>
      slotsAfter(one, start, since, 2)
        .slice(1)
        .map(({ closesMs }) => closesMs),
    )
    return limits.length === 0 ? since + checkupStaleAfterMs : Math.min(...limits)
  }
  const freshUntilMs = ended === null ? null : fresh(ended)
  const bucket = shownBucket(patient)
  const scoreAsksUntilMs =
    standing === null
      ? null
      : standing.scoredAtMs === ended
        ? freshUntilMs
        : fresh(standing.scoredAtMs)
  const interval = standing === null ? 0 : intervalOfRisk(standing.risk)
  const made: Due = {
    slot:
      open.toSorted((a, b) => a.dueMs - b.dueMs || (a.scheduleId < b.scheduleId ? -1 : 1))[0] ??
      null,
    freshUntilMs,
    standing,
    scoreAsksUntilMs,
    scoreFreshUntilMs:
      standing?.isMonitored === true && bucket !== null
        ? bucketFreshUntil(bucket)
        : scoreAsksUntilMs,
    scoreDueMs: standing === null || interval === 0 ? null : standing.scoredAtMs + interval,
  }
  worked.set(patient, made)
  return made
}

/**
 * Until when the values of a card's check-up speak for the patient, epoch milliseconds; null
 * without one. By the pathway: until two check-ups in a row that it asks for have run out without
 * an answer (design/sync: fresh up to twice the expected cadence). 24 hours where the pathway asks
 * for none, or in a way that is not understood.
 */
export const freshUntil = (patient: DueRow): number | null => dueOf(patient).freshUntilMs

/**
 * True when the values of a card's check-up are past their limit at `nowMs`, or their time cannot
 * be.
 */
export const isStale = (patient: DueRow, nowMs: number): boolean => {
  const until = freshUntil(patient)
  return (
    until !== null &&
    patient.latestCheckup !== null &&
    (nowMs > until || isCheckupImplausible(patient.latestCheckup.endedAt, nowMs))
  )
}

/**
 * The same of what the card shows: monitoring from its first gap on, a check-up by its schedule.
 */
export const isShownStale = (patient: DueRow, nowMs: number): boolean => {
  const bucket = shownBucket(patient)
  return bucket === null
    ? isStale(patient, nowMs)
    : nowMs > bucketFreshUntil(bucket) || isCheckupImplausible(bucket.bucketEndAt, nowMs)
}

/** When what a card shows ended, ISO 8601; null where it shows nothing. */
export const shownEndedAt = (patient: DueRow): string | null =>
  shownBucket(patient)?.bucketEndAt ?? patient.latestCheckup?.endedAt ?? null

/** True where the time of the check-up, or of the bucket that is shown, cannot be. */
const isImplausible = (patient: DueRow, nowMs: number): boolean =>
  [patient.latestCheckup?.endedAt, shownBucket(patient)?.bucketEndAt].some(
    (endedAt) => endedAt !== undefined && isCheckupImplausible(endedAt, nowMs),
  )

/** The same of the score that stands: a check-up that scored nothing makes it no younger. */
export const isScoreStale = (patient: DueRow, nowMs: number): boolean => {
  const until = dueOf(patient).scoreFreshUntilMs
  return until !== null && (nowMs > until || isImplausible(patient, nowMs))
}

/**
 * The same of the risk that is told: of a bucket that is still shown it is as old as the bucket,
 * whatever was scored since.
 */
export const isRiskStale = (patient: DueRow, nowMs: number): boolean =>
  isScoreStale(patient, nowMs) ||
  (dueOf(patient).standing?.isRiskMonitored === true && isShownStale(patient, nowMs))

/**
 * When a patient is to be observed next. `continuous`: the score asks for it all the time. `name`:
 * of the scheduled check-up.
 */
export type NextObservation =
  | {
      readonly by: 'schedule'
      readonly kind: DueKind
      readonly dueMs: number
      readonly name: string
    }
  | { readonly by: 'score'; readonly kind: 'upcoming' | 'overdue'; readonly dueMs: number }
  | { readonly by: 'score'; readonly kind: 'continuous' }

const kindOf = (slot: Slot, nowMs: number): DueKind => {
  if (nowMs > slot.closesMs) return 'late'
  if (nowMs > slot.dueMs) return 'overdue'
  return nowMs >= slot.opensMs ? 'due' : 'upcoming'
}

/**
 * What the latest score asks for (RCP NEWS2, chart 4); null where it is unknown or no longer asks.
 */
const byScore = (patient: DueRow, nowMs: number): NextObservation | null => {
  const { standing, scoreAsksUntilMs: untilMs, scoreDueMs: dueMs } = dueOf(patient)
  if (standing === null || untilMs === null || nowMs > untilMs || isImplausible(patient, nowMs))
    return null
  if (dueMs !== null) return { by: 'score', kind: nowMs > dueMs ? 'overdue' : 'upcoming', dueMs }
  return { by: 'score', kind: 'continuous' }
}

/**
 * The next observation of a patient at `nowMs`: whichever of the pathway's schedule and the score's
 * frequency asks first; null where neither does.
 */
export const nextObservation = (patient: DueRow, nowMs: number): NextObservation | null => {
  const { slot } = dueOf(patient)
  const scheduled: NextObservation | null =
    slot === null
      ? null
      : { by: 'schedule', kind: kindOf(slot, nowMs), dueMs: slot.dueMs, name: slot.name }
  const scored = byScore(patient, nowMs)
  if (scored === null || scheduled === null) return scheduled ?? scored
  if (scored.kind === 'continuous')
    return scheduled.kind === 'late' || scheduled.kind === 'overdue' ? scheduled : scored
  return scheduled.dueMs <= scored.dueMs ? scheduled : scored
}

/**
 * The check-ups that the pathway asks for in a way that is not understood: nobody can say when they
 * are due, and nothing warns when one is missed.
 */
export const unreadSchedules = ({
  schedules,
}: {
  readonly schedules: readonly CardSchedule[]
}): readonly string[] =>
  schedules.filter((one) => recurrenceOf(one) === 'unknown').map(({ name }) => name)

/** True when the next observation's time has passed. */
export const isOverdue = (patient: DueRow, nowMs: number): boolean => {
  const next = nextObservation(patient, nowMs)
  return next?.kind === 'overdue' || next?.kind === 'late'
}

/**
 * Totals below this are reassuring, as long as they are fresh: from 5 on NEWS2 asks for an urgent
 * answer.
 */
const reassuringBelow = 5
/**
 * Where a total that is too old to reassure stands: above every one that does, below every one that
 * does not.
 */
export const staleTotal = reassuringBelow - 0.5

/**
 * The total that a card is ordered by at `nowMs`; null without one. A stale total no longer
 * reassures, and an old alarm is not forgotten: it counts as itself from 5 on, and as more than any
 * fresh reassuring one below. Nor does a partial one take it back.
 */
export const orderingTotal = (patient: DueRow, nowMs: number): number | null => {
  const total = dueOf(patient).standing?.total ?? null
  return total === null || !isScoreStale(patient, nowMs) ? total : Math.max(total, staleTotal)
}
