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
}

export interface NewTrigger {
  readonly atMs: number
  readonly severity: number
}

const unanswered = { acknowledgedMs: null, snoozedUntilMs: null, escalatedMs: null } as const
const dueAfter = (nowMs: number, afterMs: number | null): number | null =>
  afterMs === null ? null : nowMs + afterMs

/**
 * A new trigger opens, reopens or adds to the alert (C377). A higher severity cancels
 * acknowledgement and snooze; an equal one does not.
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
      ...unanswered,
      escalateDueMs: dueAfter(nowMs, escalateAfterMs),
    }
  }
  const graver = trigger.severity > state.severity
  return {
    ...state,
    startedMs: Math.min(state.startedMs, trigger.atMs),
    severity: Math.max(state.severity, trigger.severity),
    openTriggers: state.openTriggers + 1,
    ...(graver ? { ...unanswered, escalateDueMs: dueAfter(nowMs, escalateAfterMs) } : {}),
  }
}

/** After triggers were closed; `left` are still open. With none left it is closed (C376). */
export const afterClosing = (state: AlertState, left: readonly NewTrigger[]): AlertState =>
  left.length === 0
    ? { ...state, status: 'closed', openTriggers: 0, ...unanswered, escalateDueMs: null }
    : {
        ...state,
        openTriggers: left.length,
        startedMs: Math.min(...left.map(({ atMs }) => atMs)),
        severity: Math.max(...left.map(({ severity }) => severity)),
      }

/** Somebody is on it, or is no longer: then the time to escalate starts again. */
export const acknowledged = (
  state: AlertState,
  isOnIt: boolean,
  nowMs: number,
  escalateAfterMs: number | null,
): AlertState =>
  isOnIt
    ? { ...state, acknowledgedMs: nowMs, escalatedMs: null, escalateDueMs: null }
    : {
        ...state,
        acknowledgedMs: null,
        escalateDueMs: dueAfter(Math.max(nowMs, state.snoozedUntilMs ?? 0), escalateAfterMs),
      }

/** How long an alert can be snoozed, in minutes. */
export const snoozeMinutes = [15, 30, 60, 120, 240] as const

/** Snoozed until an instant, or no longer (null). It stays open but does not escalate. */
export const snoozed = (
  state: AlertState,
  untilMs: number | null,
  nowMs: number,
  escalateAfterMs: number | null,
): AlertState => ({
  ...state,
  snoozedUntilMs: untilMs,
  ...(untilMs === null ? {} : { escalatedMs: null }),
  escalateDueMs: state.acknowledgedMs === null ? dueAfter(untilMs ?? nowMs, escalateAfterMs) : null,
})

/** True while an alert is put off. */
export const isSnoozed = (snoozedUntilMs: number | null, nowMs: number): boolean =>
  snoozedUntilMs !== null && snoozedUntilMs > nowMs
