import { holdMs, isWorse, knownOf, scoresAnything, type Known } from './hold'
import type { Observed } from './observed'

/**
 * An alert: all triggers of one source (a rule, a schedule, the patient's calls) of one patient.
 * Times are epoch milliseconds. Acknowledge, snooze and escalate are ours and change neither open
 * nor closed.
 */
export interface AlertState {
  readonly status: 'open' | 'closed'
  /** Of the first trigger since it opened. */
  readonly startedMs: number
  readonly severity: number
  readonly openTriggers: number
  readonly acknowledgedMs: number | null
  readonly snoozedUntilMs: number | null
  readonly escalatedMs: number | null
  /** When it escalates unless somebody acknowledges it; null: it does not. */
  readonly escalateDueMs: number | null
  /** What was known when it was acknowledged, snoozed or resolved last; null: it was not. */
  readonly known: Known | null
  /**
   * Open: when the acknowledgement ends by itself. Resolved: until when the same reason does not
   * reopen it.
   */
  readonly holdEndsMs: number | null
  /** A reading that was no worse has begun the time of the acknowledgement anew: once only. */
  readonly isHoldRenewed: boolean
}

export interface NewTrigger {
  readonly atMs: number
  readonly severity: number
  /** Whoever holds the alert cannot know it, and nothing that they know speaks for it. */
  readonly isNews?: boolean
}

const unheld = {
  acknowledgedMs: null,
  snoozedUntilMs: null,
  escalatedMs: null,
  known: null,
  holdEndsMs: null,
  isHoldRenewed: false,
} as const
const dueAfter = (nowMs: number, afterMs: number | null): number | null =>
  afterMs === null ? null : nowMs + afterMs

/**
 * A new trigger opens, reopens or adds to the alert (C377). A higher severity, or what is news, ends
 * acknowledgement and snooze; an equal one does not of itself (afterReading).
 * @param escalateAfterMs the pathway's time; null: its alerts do not escalate
 */
export const withTrigger = (
  state: AlertState | null,
  trigger: NewTrigger,
  nowMs: number,
  escalateAfterMs: number | null,
): AlertState => {
  if (state === null || state.status === 'closed') {
    return {
      status: 'open',
      startedMs: trigger.atMs,
      severity: trigger.severity,
      openTriggers: 1,
      ...unheld,
      escalateDueMs: dueAfter(nowMs, escalateAfterMs),
    }
  }
  const endsHold = trigger.severity > state.severity || trigger.isNews === true
  return {
    ...state,
    startedMs: Math.min(state.startedMs, trigger.atMs),
    severity: Math.max(state.severity, trigger.severity),
    openTriggers: state.openTriggers + 1,
    ...(endsHold ? { ...unheld, escalateDueMs: dueAfter(nowMs, escalateAfterMs) } : {}),
  }
}

/** What a person resolved, and when they saw it. */
export interface Resolution {
  readonly known: Known
  /** Epoch milliseconds. */
  readonly atMs: number
}

/**
 * After triggers were closed; `left` are still open. With none left it is closed (C376).
 * @param resolution null: nobody resolved it, it is over by itself
 */
export const afterClosing = (
  state: AlertState,
  left: readonly NewTrigger[],
  resolution: Resolution | null,
): AlertState =>
  left.length === 0
    ? {
        ...state,
        status: 'closed',
        openTriggers: 0,
        ...unheld,
        escalateDueMs: null,
        ...(resolution === null
          ? {}
          : { known: resolution.known, holdEndsMs: resolution.atMs + holdMs(state.severity) }),
      }
    : {
        ...state,
        openTriggers: left.length,
        startedMs: Math.min(...left.map(({ atMs }) => atMs)),
        severity: Math.max(...left.map(({ severity }) => severity)),
      }

/**
 * Whether an alert that somebody resolved stays closed over a reading that its rule finds: it is no
 * worse than what was known, and the time of the resolution runs (decisions.md, T3).
 */
export const staysResolved = (
  { status, known, holdEndsMs, severity }: AlertState,
  reading: Observed,
  found: number,
  nowMs: number,
): boolean =>
  status === 'closed' &&
  known !== null &&
  holdEndsMs !== null &&
  nowMs < holdEndsMs &&
  found <= severity &&
  !isWorse(known, reading)

/**
 * Somebody is on it, who knows of the patient what is `known`; or is no longer (null): then the time
 * to escalate starts again.
 */
export const acknowledged = (
  state: AlertState,
  known: Known | null,
  nowMs: number,
  escalateAfterMs: number | null,
): AlertState =>
  known === null
    ? {
        ...state,
        acknowledgedMs: null,
        holdEndsMs: null,
        isHoldRenewed: false,
        escalateDueMs: dueAfter(Math.max(nowMs, state.snoozedUntilMs ?? 0), escalateAfterMs),
      }
    : {
        ...state,
        acknowledgedMs: nowMs,
        escalatedMs: null,
        escalateDueMs: null,
        known,
        holdEndsMs: nowMs + holdMs(state.severity),
        isHoldRenewed: false,
      }

/** How long an alert can be snoozed, in minutes. */
export const snoozeMinutes = [15, 30, 60, 120, 240] as const

/** Those that are offered for an alert of this severity. */
export const snoozeChoices = (severity: number): readonly (typeof snoozeMinutes)[number][] =>
  snoozeMinutes.filter((minutes) => minutes * 60_000 <= holdMs(severity))

/**
 * Snoozed until an instant, no longer than its severity allows, by somebody who knows what is
 * `known`; or no longer (null). It stays open but does not escalate.
 */
export const snoozed = (
  state: AlertState,
  until: { readonly atMs: number; readonly known: Known } | null,
  nowMs: number,
  escalateAfterMs: number | null,
): AlertState => {
  const untilMs = until === null ? null : Math.min(until.atMs, nowMs + holdMs(state.severity))
  return {
    ...state,
    snoozedUntilMs: untilMs,
    ...(until === null ? {} : { escalatedMs: null, known: until.known }),
    escalateDueMs:
      state.acknowledgedMs === null ? dueAfter(untilMs ?? nowMs, escalateAfterMs) : null,
  }
}

/** True where somebody acknowledged it, or it is put off. */
export const isHeld = (
  { acknowledgedMs, snoozedUntilMs }: Pick<AlertState, 'acknowledgedMs' | 'snoozedUntilMs'>,
  nowMs: number,
): boolean => acknowledgedMs !== null || isSnoozed(snoozedUntilMs, nowMs)

/**
 * A held alert after a reading of its patient (decisions.md, T3): a worse one ends acknowledgement
 * and snooze, also where it was measured before what was known and comes after it. One that is newer
 * and no worse, and comes before that time is over, begins it anew, once.
 * @param reading what of it is in force (inForceOf)
 */
export const afterReading = (
  state: AlertState,
  reading: Observed,
  nowMs: number,
  escalateAfterMs: number | null,
): AlertState => {
  const { known } = state
  if (!isHeld(state, nowMs)) return state
  if (isWorse(known ?? knownOf([]), reading))
    return { ...state, ...unheld, escalateDueMs: dueAfter(nowMs, escalateAfterMs) }
  const isNewer = known === null || reading.atMs > known.atMs
  // What is over is over, also where it was not looked at since.
  const isOver = state.holdEndsMs !== null && nowMs >= state.holdEndsMs
  return state.acknowledgedMs === null ||
    state.isHoldRenewed ||
    isOver ||
    !isNewer ||
    !scoresAnything(reading)
    ? state
    : { ...state, holdEndsMs: nowMs + holdMs(state.severity), isHoldRenewed: true }
}

/** How long after an acknowledgement ended by time the alert escalates, milliseconds (T3). */
const holderFirstMs = 10 * 60_000
/** A patient's alerts come back by time at most once in so long, milliseconds (T3). */
export const comesBackEveryMs = 60 * 60_000

/**
 * The time of the acknowledgement is over: whoever held it is asked first, and it escalates ten
 * minutes later, where its pathway escalates.
 */
export const afterHold = (state: AlertState, nowMs: number, escalates: boolean): AlertState =>
  acknowledged(state, null, nowMs, escalates ? holderFirstMs : null)

/** True while an alert is put off. */
export const isSnoozed = (snoozedUntilMs: number | null, nowMs: number): boolean =>
  snoozedUntilMs !== null && snoozedUntilMs > nowMs
