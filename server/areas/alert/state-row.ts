import type { Selectable, Updateable } from 'kysely'
import { knownSchema } from '../../../src/domain/alerts/hold'
import type { AlertState } from '../../../src/domain/alerts/state'
import type { Tables } from '../../db/tables'

export type AlertRow = Selectable<Tables['alert']>

const ms = (at: string | null): number | null => (at === null ? null : Date.parse(at))
const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** A stored alert as the rules see it. */
export const stateOf = (row: AlertRow): AlertState => ({
  status: row.status,
  startedMs: Date.parse(row.started_at),
  severity: row.severity,
  openTriggers: row.open_triggers,
  acknowledgedMs: ms(row.acknowledged_at),
  snoozedUntilMs: ms(row.snoozed_until),
  escalatedMs: ms(row.escalated_at),
  escalateDueMs: ms(row.escalate_due_at),
  // One that cannot be read is nothing known: then any score of 3 and more is worse.
  known: knownSchema.safeParse(row.known).data ?? null,
  holdEndsMs: ms(row.hold_ends_at),
  isHoldRenewed: row.is_hold_renewed,
})

/** Whose hold ended is told until somebody does something about the alert, or it is closed. */
export const noEndedHold = {
  hold_ended_at: null,
  hold_ended_by: null,
  hold_ended_reason: null,
} as const

/** What the rules decided, as columns. Whoever was on it, or put it off, goes with that. */
export const columnsOf = (state: AlertState): Updateable<Tables['alert']> => ({
  status: state.status,
  started_at: new Date(state.startedMs).toISOString(),
  severity: state.severity,
  open_triggers: state.openTriggers,
  acknowledged_at: iso(state.acknowledgedMs),
  ...(state.acknowledgedMs === null ? { acknowledged_by: null } : {}),
  snoozed_until: iso(state.snoozedUntilMs),
  ...(state.snoozedUntilMs === null ? { snoozed_by: null, snoozed_at: null } : {}),
  escalated_at: iso(state.escalatedMs),
  escalate_due_at: iso(state.escalateDueMs),
  known: state.known === null ? null : JSON.stringify(state.known),
  hold_ends_at: iso(state.holdEndsMs),
  is_hold_renewed: state.isHoldRenewed,
  ...(state.status === 'closed' ? noEndedHold : {}),
})

/** The pathway's time to escalate, milliseconds. */
export const escalateAfterMs = (minutes: number | null): number | null =>
  minutes === null ? null : minutes * 60_000
