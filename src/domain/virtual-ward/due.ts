import { checkupStaleAfterMs, isCheckupImplausible } from '../checkup/stale'
import { shownBucket } from '../monitoring/card-choice'
import { freshBucketMs } from '../monitoring/health'
import { intervalOfRisk } from '../ews/observation-interval'
import { openSlot, slotAfter, standingRepeats, type Repeat } from '../repeat/repeat'
import { parseRecurrence } from '../schedule/recurrence'
import { horizonMs, slotsDue, strideMs, type Slot } from '../schedule/slot'
import { recurrenceOf, type CardSchedule } from './card-schedule'
import type { OwnValue } from './own-values'
import { scoreInForce, type ScoredPoint, type ScoredRow, type ScoreInForce } from './score-in-force'

/** What decides when a patient is due: admission, schedules, repeats, shown check-up or monitoring. */
export interface DueRow extends ScoredRow {
  readonly wardAdmission: {
    readonly admittedAt: string
    readonly createdAt?: string | undefined
    readonly scheduledFrom?: string | undefined
  } | null
  readonly schedules: readonly CardSchedule[]
  /** Requests to measure again that are neither taken back nor over. */
  readonly repeats: readonly Repeat[]
}

/**
 * The next scheduled check-up. `upcoming`: too early to count; `due`: counts, time to come;
 * `overdue`: counts, time passed; `late`: missed.
 */
export type DueKind = 'upcoming' | 'due' | 'overdue' | 'late'

const dayMs = 86_400_000
/** A score that asked for an observation, and got none, asks for so much longer, ms. */
export const asksForMs = dayMs
/** Slots are looked for day by day this far ahead, and in strides beyond. */
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

/** The slots of one UTC day, shared by the patients of a pathway: the calendar is slow. */
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

/** Nothing is due by a schedule before the admission, nor before it was as it is (K17). */
const countsFromMs = ({ countsFrom }: CardSchedule, startMs: number): number =>
  countsFrom == null ? startMs : Math.max(startMs, Date.parse(countsFrom))

/** The first `count` slots of a schedule that open after `afterMs`. */
const slotsAfter = (
  schedule: CardSchedule,
  startMs: number,
  afterMs: number,
  count: number,
): readonly Slot[] => {
  const found: Slot[] = []
  const leastMs = countsFromMs(schedule, startMs)
  const first = Math.floor(Math.max(afterMs, leastMs) / dayMs) - 1
  for (let day = first; day < first + lookAheadDays && found.length < count; day += 1)
    found.push(
      ...slotsOfDay(schedule, startMs, day).filter(
        ({ dueMs, opensMs }) => dueMs >= leastMs && opensMs > afterMs,
      ),
    )
  return found.slice(0, count)
}

/** The first slot of a rare rule, as far ahead as the rule of missed check-ups looks. */
const farSlot = (one: CardSchedule, startMs: number, afterMs: number): Slot | null => {
  const { schedule, timeZone } = one
  const leastMs = countsFromMs(one, startMs)
  const rule = parseRecurrence(schedule.rrule)
  const first = (Math.floor(Math.max(afterMs, leastMs) / dayMs) - 1 + lookAheadDays) * dayMs
  if (rule === null || (rule.untilMs !== null && rule.untilMs < first)) return null
  for (let from = first; from < first + horizonMs; from += strideMs) {
    const slot = slotsDue(
      { schedule, zone: timeZone, startMs },
      from - 1,
      from + strideMs - 1,
    )?.find(({ dueMs, opensMs }) => dueMs >= leastMs && opensMs > afterMs)
    if (slot !== undefined) return slot
  }
  return null
}

/** Slots count from the latest of admitted, recorded and put under the care pathway (K17). */
const startOf = ({ wardAdmission }: DueRow): number =>
  wardAdmission === null
    ? 0
    : Math.max(
        Date.parse(wardAdmission.admittedAt),
        Date.parse(wardAdmission.createdAt ?? wardAdmission.admittedAt),
        Date.parse(wardAdmission.scheduledFrom ?? wardAdmission.admittedAt),
      )

interface Open extends Slot {
  readonly scheduleId: string
  readonly name: string
}

/** An observation that somebody asked for. */
interface Asked extends Slot {
  readonly repeat: Repeat
}

/** When a patient is due, whatever the time is. Instants in epoch milliseconds. */
export interface Due {
  /** The first scheduled slot that nothing answers. */
  readonly slot: Open | null
  /** The first that somebody asked for. */
  readonly asked: Asked | null
  /** When the first of the two is due; null: neither is. */
  readonly slotDueMs: number | null
  /** From when on one of the two is missed. */
  readonly slotClosesMs: number | null
  /** Until when the values of the check-up are fresh; null without one. */
  readonly freshUntilMs: number | null
  /** Until when the values of a check-up that ended then are fresh, epoch ms. */
  readonly freshAfter: (endedMs: number) => number
  /** Null: nothing was ever scored. */
  readonly score: ScoreInForce | null
  /** Until when the complete score, the partial one since and the latest one are fresh. */
  readonly completeFreshUntilMs: number | null
  readonly partialFreshUntilMs: number | null
  readonly scoreFreshUntilMs: number | null
  /** Until when it asks for the next observation: a day past its time. */
  readonly scoreAsksUntilMs: number | null
  /** When the score asks for the next observation; null: for none, or continuously. */
  readonly scoreDueMs: number | null
}
const worked = new WeakMap<DueRow, Due>()

/**
 * How long values with a score of this risk are fresh at most, milliseconds: until the score asks
 * to look again (RCP NEWS2, chart 4). One that asks for all the time: as long as monitoring without
 * a gap. Without a score a day.
 */
const freshMsOf = (risk: number | null): number =>
  risk === null
    ? checkupStaleAfterMs
    : Math.min(checkupStaleAfterMs, intervalOfRisk(risk) || freshBucketMs)

const soonest = (times: readonly (number | undefined)[]): number | null => {
  const known = times.filter((time) => time !== undefined)
  return known.length === 0 ? null : Math.min(...known)
}

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
  const repeats = standingRepeats(patient.repeats)
  const ended = patient.latestCheckup === null ? null : Date.parse(patient.latestCheckup.endedAt)
  const score = scoreInForce(patient)
  const fresh = (since: number): number =>
    Math.min(
      since + freshMsOf(score?.risk ?? null),
      ...patient.schedules.flatMap((one) =>
        slotsAfter(one, start, since, 1).map(({ dueMs }) => dueMs),
      ),
      ...repeats.flatMap((one) => slotAfter(one, since)?.dueMs ?? []),
    )
  const freshOf = (point: ScoredPoint | null | undefined): number | null => {
    if (point == null) return null
    return point.isMonitored ? point.atMs + freshBucketMs : fresh(point.atMs)
  }
  const interval = score === null ? 0 : intervalOfRisk(score.risk)
  const slot =
    open.toSorted((a, b) => a.dueMs - b.dueMs || (a.scheduleId < b.scheduleId ? -1 : 1))[0] ?? null
  const [asked = null] = repeats.flatMap((repeat): readonly Asked[] => {
    const first = openSlot(repeat)
    return first === null ? [] : [{ ...first, repeat }]
  })
  const made: Due = {
    slot,
    asked,
    slotDueMs: soonest([slot?.dueMs, asked?.dueMs]),
    slotClosesMs: soonest([slot, ...repeats.map(openSlot)].map((one) => one?.closesMs)),
    freshUntilMs: ended === null ? null : fresh(ended),
    freshAfter: fresh,
    score,
    completeFreshUntilMs: freshOf(score?.complete),
    partialFreshUntilMs: freshOf(score?.partial),
    scoreAsksUntilMs: score === null ? null : score.latest.atMs + interval + asksForMs,
    scoreFreshUntilMs: freshOf(score?.latest),
    scoreDueMs: score === null || interval === 0 ? null : score.latest.atMs + interval,
  }
  worked.set(patient, made)
  return made
}

/**
 * Until when the values of a card's check-up are fresh, epoch ms; null without one. Until the next
 * observation was due by schedule or score, whichever is sooner, and a day at most.
 */
export const freshUntil = (patient: DueRow): number | null => dueOf(patient).freshUntilMs

/** True when a card's check-up is past its limit at `nowMs`, or its time is wrong. */
export const isStale = (patient: DueRow, nowMs: number): boolean => {
  const until = freshUntil(patient)
  return (
    until !== null &&
    patient.latestCheckup !== null &&
    (nowMs > until || isCheckupImplausible(patient.latestCheckup.endedAt, nowMs))
  )
}

/** The same of one value: of a check-up, or of monitoring from its first gap on. */
export const isValueStale = (
  patient: DueRow,
  { source, endedAt }: Pick<OwnValue, 'source' | 'endedAt'>,
  nowMs: number,
): boolean => {
  const endedMs = Date.parse(endedAt)
  const until = source === 'checkup' ? dueOf(patient).freshAfter(endedMs) : endedMs + freshBucketMs
  return nowMs > until || isCheckupImplausible(endedAt, nowMs)
}

/** A check-up of a patient who is on no board: only its score and the day limit it. */
export const offBoard = (latestCheckup: DueRow['latestCheckup']): DueRow => ({
  wardAdmission: null,
  schedules: [],
  repeats: [],
  trend: [],
  latestCheckup,
  continuousMonitoringSession: null,
  latestContinuousMonitoring: null,
})

/** When the newest of what a card shows ended, ISO 8601; null where it shows nothing. */
export const shownEndedAt = (patient: DueRow): string | null => {
  const [bucket, checkup] = [shownBucket(patient)?.bucketEndAt, patient.latestCheckup?.endedAt]
  if (bucket === undefined || checkup === undefined) return bucket ?? checkup ?? null
  return Date.parse(bucket) > Date.parse(checkup) ? bucket : checkup
}

/** True where the time of the check-up, or of the bucket that is shown, cannot be. */
export const isImplausible = (patient: DueRow, nowMs: number): boolean =>
  [patient.latestCheckup?.endedAt, shownBucket(patient)?.bucketEndAt].some(
    (endedAt) => endedAt !== undefined && isCheckupImplausible(endedAt, nowMs),
  )

/** The same of the latest score: a check-up that scored nothing makes it no younger. */
export const isScoreStale = (patient: DueRow, nowMs: number): boolean => {
  const until = dueOf(patient).scoreFreshUntilMs
  return until !== null && (nowMs > until || isImplausible(patient, nowMs))
}

/**
 * The next observation. `continuous`: the score asks for it. `name`: of the check-up. `repeat`: who
 * asked, and why.
 */
export type NextObservation =
  | {
      readonly by: 'schedule'
      readonly kind: DueKind
      readonly dueMs: number
      readonly name: string
    }
  | {
      readonly by: 'repeat'
      readonly kind: DueKind
      readonly dueMs: number
      readonly repeat: Repeat
    }
  | { readonly by: 'score'; readonly kind: 'upcoming' | 'overdue'; readonly dueMs: number }
  | { readonly by: 'score'; readonly kind: 'continuous' }

/** How a slot that nothing answers stands at `nowMs`. */
export const kindOf = (slot: Slot, nowMs: number): DueKind => {
  if (nowMs > slot.closesMs) return 'late'
  if (nowMs > slot.dueMs) return 'overdue'
  return nowMs >= slot.opensMs ? 'due' : 'upcoming'
}

/** What the latest score asks for (RCP NEWS2, chart 4); null: unknown or no longer. */
const byScore = (patient: DueRow, nowMs: number): NextObservation | null => {
  const { score, scoreAsksUntilMs: untilMs, scoreDueMs: dueMs } = dueOf(patient)
  if (score === null || untilMs === null || nowMs > untilMs || isImplausible(patient, nowMs))
    return null
  if (dueMs !== null) return { by: 'score', kind: nowMs > dueMs ? 'overdue' : 'upcoming', dueMs }
  return { by: 'score', kind: 'continuous' }
}

const isPast = ({ kind }: NextObservation): boolean => kind === 'late' || kind === 'overdue'

/** Of two the one that was missed, else the earlier. */
const sooner = <One extends { readonly kind: DueKind; readonly dueMs: number }>(
  a: One,
  b: One,
): One => {
  const aIsLate = a.kind === 'late'
  if (aIsLate !== (b.kind === 'late')) return aIsLate ? a : b
  return a.dueMs <= b.dueMs ? a : b
}

/** The observation that a person asked for next; null: nobody asks for one. */
export const repeatedObservation = (
  patient: DueRow,
  nowMs: number,
): Extract<NextObservation, { by: 'repeat' }> | null => {
  const { asked } = dueOf(patient)
  return asked === null
    ? null
    : { by: 'repeat', kind: kindOf(asked, nowMs), dueMs: asked.dueMs, repeat: asked.repeat }
}

/** What the pathway's schedule, or a person, asks for; null: neither does. */
const bySlot = (
  patient: DueRow,
  nowMs: number,
): Exclude<NextObservation, { by: 'score' }> | null => {
  const { slot } = dueOf(patient)
  const scheduled =
    slot === null
      ? null
      : ({ by: 'schedule', kind: kindOf(slot, nowMs), dueMs: slot.dueMs, name: slot.name } as const)
  const repeated = repeatedObservation(patient, nowMs)
  if (scheduled === null || repeated === null) return scheduled ?? repeated
  return sooner<Exclude<NextObservation, { by: 'score' }>>(repeated, scheduled)
}

/**
 * The earlier of what the pathway's schedule, a person and the score ask for; null: none does. What was
 * missed is told before what is only due.
 */
export const nextObservation = (patient: DueRow, nowMs: number): NextObservation | null => {
  const asked = bySlot(patient, nowMs)
  const scored = byScore(patient, nowMs)
  if (scored === null || asked === null) return asked ?? scored
  if (scored.kind === 'continuous') return isPast(asked) ? asked : scored
  return asked.dueMs <= scored.dueMs ? asked : scored
}

/** The check-ups with an unknown rule: nobody can say when they are due or missed. */
export const unreadSchedules = ({
  schedules,
}: {
  readonly schedules: readonly CardSchedule[]
}): readonly string[] =>
  schedules.filter((one) => recurrenceOf(one) === 'unknown').map(({ name }) => name)

/** True when the next observation's time has passed. */
export const isOverdue = (patient: DueRow, nowMs: number): boolean => {
  const next = nextObservation(patient, nowMs)
  return next !== null && isPast(next)
}

/** Totals below this reassure while they are fresh: from 5 on NEWS2 asks for an urgent answer. */
export const reassuringBelow = 5
/** The order of a stale total: above all that reassure, below all that do not. */
export const staleTotal = reassuringBelow - 0.5

/** The order of a silent patient: above every total below 5, since silence is an alarm. */
export const silentTotal = reassuringBelow - 0.25

/**
 * True where an observation that was scheduled or asked for was missed at `nowMs`, or nothing was
 * ever measured and the time of the first one has passed; where no schedule asks for one, at once
 * (decisions.md, 'Order of silent patients'). A person's request never makes it later.
 */
export const isSilent = (patient: DueRow, nowMs: number): boolean => {
  const { slot, slotDueMs, slotClosesMs } = dueOf(patient)
  if (slotClosesMs !== null && nowMs > slotClosesMs) return true
  const isMeasured =
    patient.latestCheckup !== null || patient.trend.length > 0 || shownBucket(patient) !== null
  return !isMeasured && (slot === null || slotDueMs === null || nowMs > slotDueMs)
}

/**
 * The total that orders a card at `nowMs`; null without one. A stale total counts above every
 * reassuring one, a silent patient above that; from 5 on a total counts as itself. A partial total
 * does not lower it.
 */
export const orderingTotal = (patient: DueRow, nowMs: number): number | null => {
  const total = dueOf(patient).score?.total ?? null
  const least = [
    total !== null && isScoreStale(patient, nowMs) ? staleTotal : null,
    isSilent(patient, nowMs) ? silentTotal : null,
  ]
  const values = [total, ...least].filter((value) => value !== null)
  return values.length === 0 ? null : Math.max(...values)
}
