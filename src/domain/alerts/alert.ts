import { z } from 'zod'
import { personSchema } from '../organization/organization'
import { storedInstantSchema } from '../time/instant'
import { needsPerson, unsentOf, withUnsent, type Waiting } from '../sync/unsent'
import { alertValuesSchema } from './measured'
import { alertOutcomes } from './outcome'
import { alertRuleTypes, severitySchema, toldConditionSchema } from './rule'

/**
 * Where an alert comes from (P231). PacsanaEvent is from a former integration, never shown (P232).
 */
export const alertTypes = [
  'AlertRule',
  'CheckupScheduleEvent',
  'PacsanaEvent',
  'PatientCallbackRequest',
] as const
export type AlertType = (typeof alertTypes)[number]
export const alertStatuses = ['open', 'closed'] as const

/** Why an acknowledgement or a snooze ended that its holder did not take back. */
export const holdEnds = ['time', 'worse', 'duty', 'gone'] as const
export type HoldEnd = (typeof holdEnds)[number]

/** What a reading scored when it raised an alert. `marks`: markBits. */
const alertScoreSchema = z.object({
  totalScore: z.number().int(),
  /** How many of the seven parameters it lacks: the total is at least this. */
  missing: z.number().int(),
  /** What must be known to read it, as the marks of a TrendPoint. */
  marks: z.number().int(),
})
export type AlertScore = z.infer<typeof alertScoreSchema>

/** An alert as the portal keeps it (C289): all triggers of one source of one patient. */
export const alertSchema = z.object({
  id: z.string(),
  revision: z.number(),
  type: z.enum(alertTypes),
  status: z.enum(alertStatuses),
  /** Of the first trigger since it opened. */
  startedAt: z.string(),
  /** Of the newest. */
  latestAt: z.string(),
  /** 0 none, 1 low, 2 low-medium, 3 medium, 4 high: the gravest of its open triggers. */
  severity: severitySchema,
  alertRule: z
    .object({
      id: z.string(),
      name: z.string(),
      /** new-checkup or continuous-monitoring. */
      type: z.enum(alertRuleTypes),
      description: z.string(),
      /** See src/domain/alerts/rule.ts. */
      condition: z.unknown(),
    })
    .nullable(),
  checkupScheduleEvent: z
    .object({
      checkupExpectedAt: z.string(),
      /** Null: a person asked for it. */
      checkupSchedule: z
        .object({
          /** The check-up type's. */
          id: z.string(),
          name: z.string(),
          tolerance: z.object({ early: z.number().int(), late: z.number().int() }),
        })
        .nullable(),
    })
    .nullable(),
  checkup: z.object({ id: z.string(), endedAt: z.string() }).nullable(),
  continuousMonitoring: z.object({ bucketEndAt: z.string() }).nullable(),
  /**
   * What its newest reading measured of what it is about, as it was then: a list of {of, value},
   * of: totalScore (with isPartial: it is at least that), consciousness, onOxygen, or what a rule
   * compares (breaths/min, %, mmHg, beats/min, °C, kg, mmol/L). Null where no reading raised it or
   * that is not known.
   */
  measured: alertValuesSchema.nullable().optional().catch(null),
  /**
   * What its newest reading scored, as it was then; null where it was not scored or that is not
   * known.
   */
  scored: alertScoreSchema.nullish(),
  /** How many triggers it stands for: of an open one those still open. */
  count: z.number().int(),
  /** Of an open one those still open, newest first, 500 at most. */
  triggers: z.array(
    z.object({
      id: z.string(),
      /** When what raised it was measured, or missed. */
      startedAt: z.string(),
      /** When it raised the alert: later than startedAt where a reading came late. */
      raisedAt: z.string().optional(),
    }),
  ),
  closedAt: z.string().nullable(),
  /** Null where it closed by itself: a check-up that only arrived late, a discharge. */
  closedBy: personSchema.nullable(),
  /** What the person who resolved it did. Null where it is open or closed by itself. */
  outcome: z.enum(alertOutcomes).nullable().optional(),
  outcomeText: z.string().nullable().optional(),
  acknowledgedAt: z.string().nullable(),
  acknowledgedBy: personSchema.nullable(),
  snoozedUntil: z.string().nullable(),
  snoozedBy: personSchema.nullable(),
  /** When the acknowledgement ends by time. */
  acknowledgedUntil: z.string().nullable().optional(),
  /**
   * The last acknowledgement or snooze that ended by itself and its holder did not take back, until
   * somebody holds the alert again.
   */
  endedHold: z
    .object({ by: personSchema.nullable(), at: storedInstantSchema, reason: z.enum(holdEnds) })
    .nullable()
    .optional(),
  /** Nobody was on it in the pathway's time. */
  escalatedAt: z.string().nullable(),
})
export type Alert = z.infer<typeof alertSchema>

/** What a person resolved, when, and what they did. */
export const resolvedAlertSchema = alertSchema
  .pick({ id: true, type: true, alertRule: true })
  .extend({
    patientId: z.string(),
    resolvedAt: z.string(),
    resolvedBy: personSchema.nullable(),
    /** Null: it is from before this was kept. */
    outcome: z.enum(alertOutcomes).nullable(),
    outcomeText: z.string().nullable(),
  })
export type ResolvedAlert = z.infer<typeof resolvedAlertSchema>
/** So many of them are told at once. */
export const toldResolved = 50

/** Closed alerts are listed for so long (C224, C628), milliseconds. */
export const recentlyClosedMs = 3 * 3_600_000

/** Above this a count is shown as 99+ (C207). */
const mostShown = 99

/** The text of a count badge. */
export const countBadge = (count: number): string =>
  count > mostShown ? `${mostShown}+` : String(count)

/**
 * When an open alert was raised last, epoch milliseconds. A reading that comes late raises it when it
 * comes, not when it was measured.
 */
export const raisedMs = ({ triggers, latestAt }: Pick<Alert, 'triggers' | 'latestAt'>): number =>
  triggers.length === 0
    ? Date.parse(latestAt)
    : Math.max(...triggers.map(({ startedAt, raisedAt }) => Date.parse(raisedAt ?? startedAt)))

/** A reading that arrives this long after it was measured is late, milliseconds. */
const lateAfterMs = 15 * 60_000

interface RaisingReading {
  /** Epoch milliseconds. */
  readonly measuredMs: number
  readonly arrivedMs: number
}

const isLate = ({ measuredMs, arrivedMs }: RaisingReading): boolean =>
  arrivedMs - measuredMs >= lateAfterMs

/** The readings that raised an open alert. What is raised because nothing came has none. */
const raisingReadings = ({
  type,
  alertRule,
  triggers,
}: Pick<Alert, 'type' | 'alertRule' | 'triggers'>): readonly RaisingReading[] =>
  type !== 'AlertRule' ||
  toldConditionSchema.safeParse(alertRule?.condition).data?.kind === 'dataStopped'
    ? []
    : triggers.map(({ startedAt, raisedAt }) => ({
        measuredMs: Date.parse(startedAt),
        arrivedMs: Date.parse(raisedAt ?? startedAt),
      }))

/** Whether every reading that raised an open alert was late. */
export const isOnlyLate = (alert: Pick<Alert, 'type' | 'alertRule' | 'triggers'>): boolean =>
  raisingReadings(alert).every(isLate)

/**
 * When the reading that raised an open alert last was measured and when it arrived; null where it was
 * not late. Where all were late, as of a device that was away, it is the newest of them.
 */
export const lateReading = (
  alert: Pick<Alert, 'type' | 'alertRule' | 'triggers'>,
): RaisingReading | null => {
  const by = isOnlyLate(alert) ? 'measuredMs' : 'arrivedMs'
  const [told] = raisingReadings(alert).toSorted(
    (a, b) => b[by] - a[by] || b.measuredMs - a.measuredMs,
  )
  return told !== undefined && isLate(told) ? told : null
}

/** The severity of the gravest alert; null without any. */
export const gravestOf = (alerts: readonly Pick<Alert, 'severity'>[]): number | null =>
  alerts.length === 0 ? null : Math.max(...alerts.map(({ severity }) => severity))

/** How many triggers of an open alert are open. */
export const openTriggers = (alert: Pick<Alert, 'triggers'>): number => alert.triggers.length

export const toldTriggers = 500

/** How many triggers stay open when those that a user saw are closed. */
export const leftOpen = (now: Pick<Alert, 'triggers' | 'count'>, seen: readonly string[]): number =>
  now.triggers.filter(({ id }) => !seen.includes(id)).length +
  (now.triggers.length < toldTriggers ? 0 : Math.max(0, now.count - now.triggers.length))

/** Of triggers that are open, those that a person saw and closes, and those that stay open. */
export const splitSeen = <Trigger extends { readonly id: string }>(
  open: readonly Trigger[],
  seen: readonly string[],
): { readonly closed: readonly Trigger[]; readonly left: readonly Trigger[] } => {
  const named = new Set(seen)
  return {
    closed: open.filter(({ id }) => named.has(id)),
    left: open.filter(({ id }) => !named.has(id)),
  }
}

/** What somebody resolves: of each alert the triggers that they saw. */
export type Resolving = readonly { readonly id: string; readonly triggerIds: readonly string[] }[]

/** The part of an alert that resolving changes. */
export const statusPart = 'status'

interface WithAlerts {
  readonly alerts: readonly Alert[]
}

/**
 * Alerts that the user resolves, over a row of the server. What is not sent hides nothing: the
 * alert stays open, and says how many triggers would be left (`wanted`).
 * @param waiting null: the server has it
 */
export const layResolved = <Row extends WithAlerts>(
  row: Row,
  resolving: Resolving,
  waiting: Waiting | null,
): Row => ({
  ...row,
  alerts: row.alerts.flatMap((alert) => {
    const seen = resolving.find(({ id }) => id === alert.id)?.triggerIds ?? []
    const { closed, left } = splitSeen(alert.triggers, seen)
    if (closed.length === 0) return [alert]
    const count = leftOpen(alert, seen)
    if (waiting !== null)
      return [
        withUnsent(alert, {
          ...waiting,
          part: statusPart,
          wanted: count,
          theirs: alert.count,
          isShown: false,
        }),
      ]
    return left.length === 0 ? [] : [{ ...alert, triggers: [...left], count }]
  }),
})

/** The part of an alert that acknowledging changes. */
export const holderPart = 'holder'

/** That somebody deals with an alert from an instant (ISO 8601) on; `by` null: nobody any more. */
export interface TakingOn {
  readonly id: string
  readonly by: Alert['acknowledgedBy']
  readonly at: string
}

/**
 * An alert that the user takes on or hands back, over a row of the server. What is not sent changes
 * nothing that is shown of it: for others it is held as before.
 * @param waiting null: the server has it
 */
export const layTakingOn = <Row extends WithAlerts>(
  row: Row,
  { id, by, at }: TakingOn,
  waiting: Waiting | null,
): Row => ({
  ...row,
  alerts: row.alerts.map((alert) => {
    if (alert.id !== id) return alert
    const [wanted, theirs] = [by !== null, alert.acknowledgedAt !== null]
    if (waiting !== null)
      return withUnsent(alert, { ...waiting, part: holderPart, wanted, theirs, isShown: false })
    // Whoever said so last counts.
    return alert.acknowledgedAt !== null && Date.parse(alert.acknowledgedAt) > Date.parse(at)
      ? alert
      : { ...alert, acknowledgedAt: wanted ? at : null, acknowledgedBy: by, endedHold: null }
  }),
})

/** Nobody acknowledged it, and this user has not just done so. */
export const isFree = (alert: Alert): boolean => {
  const unsent = unsentOf(alert, holderPart)
  return (
    alert.acknowledgedAt === null &&
    (unsent === null || unsent.wanted !== true || needsPerson(unsent.state))
  )
}

/** What one check-up raised, two alerts or more, the groups in the order of the first of each. */
export const ofOneCheckup = <Row extends Pick<Alert, 'checkup'>>(
  alerts: readonly Row[],
): readonly (readonly Row[])[] =>
  [...new Set(alerts.flatMap(({ checkup }) => checkup?.id ?? []))]
    .map((id) => alerts.filter(({ checkup }) => checkup?.id === id))
    .filter((group) => group.length > 1)

/**
 * Of two alerts that nothing else tells apart the one of the total score first: it says most. One
 * check-up may raise several of the same severity.
 */
export const byWhatItSays = (
  a: Pick<Alert, 'id' | 'alertRule'>,
  b: Pick<Alert, 'id' | 'alertRule'>,
): number => {
  // Not parsed: each order of a board asks it of every patient.
  const isOfTotal = ({ alertRule }: Pick<Alert, 'alertRule'>): boolean =>
    (alertRule?.condition as { readonly kind?: unknown } | null | undefined)?.kind === 'totalScore'
  return Number(isOfTotal(b)) - Number(isOfTotal(a)) || (a.id < b.id ? -1 : 1)
}

/** The alerts that are shown as open, gravest first, then the newest. */
export const shownOpen = <
  Row extends Pick<Alert, 'id' | 'type' | 'status' | 'severity' | 'latestAt' | 'alertRule'>,
>(
  alerts: readonly Row[],
): readonly Row[] =>
  alerts
    .filter(({ type, status }) => type !== 'PacsanaEvent' && status === 'open')
    .toSorted(
      (a, b) =>
        b.severity - a.severity ||
        Date.parse(b.latestAt) - Date.parse(a.latestAt) ||
        byWhatItSays(a, b),
    )

/** Those closed in the last three hours, the last closed first. */
export const shownClosed = <Row extends Pick<Alert, 'type' | 'status' | 'closedAt'>>(
  alerts: readonly Row[],
  nowMs: number,
): readonly Row[] =>
  alerts
    .filter(
      ({ type, status, closedAt }) =>
        type !== 'PacsanaEvent' &&
        status === 'closed' &&
        closedAt !== null &&
        Date.parse(closedAt) >= nowMs - recentlyClosedMs,
    )
    .toSorted((a, b) => Date.parse(b.closedAt ?? '') - Date.parse(a.closedAt ?? ''))
