import type { Observed } from '../alerts/observed'
import { isGrave } from '../alerts/evaluate'
import { isLate } from '../time/late'
import { calleeKey, type Callee, type Plan } from './plan'

/** From this severity on somebody is called (decisions.md, T14). */
export const calledSeverity = 3

/** Where a hold ended by time, who held it is asked first, on the board, for so long (T3). */
const holderFirstMs = 10 * 60_000

/** An open alert of a patient. Times are epoch milliseconds. */
export interface OpenAlert {
  readonly id: string
  readonly severity: number
  /** Since when it is as grave as it is, by the server's clock. */
  readonly raisedMs: number
  /** When its last hold ended by itself, and whether by time alone; null: none did. */
  readonly holdEnded: { readonly atMs: number; readonly isByTime: boolean } | null
  /** Who holds it since when and until when, Infinity: until the row says otherwise; null: nobody ever did. */
  readonly hold: { readonly sinceMs: number; readonly untilMs: number } | null
  /** Its reading came late, and a newer normal one is known (isOvertaken). */
  readonly isOvertaken: boolean
}

/** That somebody resolved an alert of the patient, or what was seen of one. */
export interface Resolved {
  readonly severity: number
  /** Epoch milliseconds. */
  readonly atMs: number
}

/** How far somebody was already sought about the patient. */
export interface Sought {
  /** Who was called, in order, and when. */
  readonly called: ReadonlyArray<{ readonly callee: Callee; readonly atMs: number }>
  /** It is told that nobody can be reached. */
  readonly isNobodyTold: boolean
}

/** Why nobody can be reached. */
export const nobodyReasons = ['noPlan', 'nobodyOnCall', 'notAnswered'] as const
export type NobodyReason = (typeof nobodyReasons)[number]

export type Next =
  /** Nobody is to be called, unless something changes by itself then; null: it does not. */
  | { readonly is: 'quiet'; readonly untilMs: number | null }
  | { readonly is: 'wait'; readonly untilMs: number }
  | { readonly is: 'call'; readonly callee: Callee; readonly alertIds: readonly string[] }
  | { readonly is: 'nobody'; readonly reason: NobodyReason; readonly alertIds: readonly string[] }

/** Whether the newest of these readings of a source is scored and asks for nobody; of a check-up, with all parameters. */
export const isWell = (source: Observed['source'], readings: readonly Observed[]): boolean => {
  const newest = readings
    .filter((one) => one.source === source && one.totalScore !== null)
    .toSorted((a, b) => b.atMs - a.atMs)[0]
  return (
    newest !== undefined &&
    !isGrave(newest) &&
    (source === 'continuous-monitoring' || newest.missing === 0)
  )
}

/**
 * Whether a reading that came late is overtaken: the newest of its kind since then is well.
 * @param later readings that ended after it
 */
export const isOvertaken = (
  endedAt: string,
  arrivedAt: string,
  source: Observed['source'],
  later: readonly Observed[],
): boolean => isLate(endedAt, arrivedAt) && isWell(source, later)

const isHeldAt = ({ hold }: OpenAlert, nowMs: number): boolean =>
  hold !== null && hold.untilMs > nowMs

/** Since when nobody is on an alert that somebody must be on. */
const openSince = ({ raisedMs, holdEnded, hold }: OpenAlert): number =>
  Math.max(
    raisedMs,
    holdEnded?.atMs ?? 0,
    hold !== null && hold.untilMs < Infinity ? hold.untilMs : 0,
  )

/**
 * Who holds another alert of the patient that is as grave, and pressed after this one was raised, is on
 * the patient: nobody is called besides.
 */
const isCovered = (alert: OpenAlert, others: readonly OpenAlert[], nowMs: number): boolean =>
  others.some(
    (other) =>
      isHeldAt(other, nowMs) &&
      other.severity >= alert.severity &&
      (other.hold?.sinceMs ?? 0) >= openSince(alert),
  )

type Waits = Pick<Plan, 'minutesOfSeverity4' | 'minutesOfSeverity3'>

const stepMsOf = (severity: number, waits: Waits): number =>
  (severity >= 4 ? waits.minutesOfSeverity4 : waits.minutesOfSeverity3) * 60_000

/** When the first call about an alert is due. */
const firstDueMs = (alert: OpenAlert, resolved: readonly Resolved[], waits: Waits): number => {
  const since = openSince(alert)
  const isHolderFirst = alert.holdEnded?.isByTime === true && alert.holdEnded.atMs === since
  const firstMs = Math.max(
    alert.severity >= 4 ? 0 : stepMsOf(alert.severity, waits),
    isHolderFirst ? holderFirstMs : 0,
  )
  // Whoever resolves one alert of a patient after the other is not called of those that are left.
  const dealtWithMs = resolved
    .filter(({ severity, atMs }) => severity >= alert.severity && atMs >= since)
    .map(({ atMs }) => atMs + stepMsOf(alert.severity, waits))
  return Math.max(since + firstMs, ...dealtWithMs)
}

/**
 * What is to be done about a patient now: one call at a time, whatever their alerts are. Each of the line
 * is called once, then it is told that nobody can be reached. Whoever comes on call after that is called
 * too, and all of them again when another alert comes, or one gets graver.
 * @param alerts all that are open
 * @param resolved what somebody resolved of the last hour
 * @param plan the ward's minutes; `line`: who is on call now and can be reached; null: there is no plan
 */
export function nextCall(
  alerts: readonly OpenAlert[],
  resolved: readonly Resolved[],
  { called, isNobodyTold }: Sought,
  plan: (Waits & { readonly line: readonly Callee[] }) | null,
  usual: Waits,
  nowMs: number,
): Next {
  const waits = plan ?? usual
  const unheld = alerts.filter(
    (alert) =>
      alert.severity >= calledSeverity &&
      !alert.isOvertaken &&
      !isHeldAt(alert, nowMs) &&
      !isCovered(alert, alerts, nowMs),
  )
  if (unheld.length === 0) {
    const ends = alerts.flatMap(({ hold }) =>
      hold !== null && hold.untilMs > nowMs && hold.untilMs < Infinity ? [hold.untilMs] : [],
    )
    return { is: 'quiet', untilMs: ends.length === 0 ? null : Math.min(...ends) }
  }
  const last = called.at(-1)
  const stepMs = stepMsOf(Math.max(...unheld.map(({ severity }) => severity)), waits)
  const dueMs =
    last === undefined
      ? Math.min(...unheld.map((alert) => firstDueMs(alert, resolved, waits)))
      : last.atMs + stepMs
  if (nowMs < dueMs) return { is: 'wait', untilMs: dueMs }
  const notCalledSince = (sinceMs: number): Callee | undefined =>
    plan?.line.find((one) => {
      const key = calleeKey(one)
      return !called.some(({ callee, atMs }) => atMs >= sinceMs && calleeKey(callee) === key)
    })
  // What came after all were called is news to each of them.
  const callee = notCalledSince(0) ?? notCalledSince(Math.max(...unheld.map(openSince)))
  const alertIds = unheld.map(({ id }) => id)
  if (callee !== undefined) return { is: 'call', callee, alertIds }
  // Somebody may come on call.
  if (isNobodyTold) return { is: 'wait', untilMs: nowMs + stepMs }
  return {
    is: 'nobody',
    reason: plan === null ? 'noPlan' : called.length > 0 ? 'notAnswered' : 'nobodyOnCall',
    alertIds,
  }
}
