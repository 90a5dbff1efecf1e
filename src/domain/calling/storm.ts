import type { AlertType } from '../alerts/alert'
import { holdMs } from '../alerts/hold'

/** So many alerts of one kind on a ward within so long are one call (decisions.md, T14). */
export const [stormSize, stormMs] = [5, 5 * 60_000]

/** Of which kind an alert is: what its rule is, or that it is a missed check-up or a call-back. */
export const kindOf = (type: AlertType, sourceKey: string): string =>
  type === 'AlertRule' ? sourceKey : type

/** The call that is made of all patients of a storm. Times are epoch milliseconds. */
export interface Leader {
  /** Null: it goes on. */
  readonly endedMs: number | null
  /** When somebody said that they deal with the alert that the call is about; null: nobody did. */
  readonly answeredMs: number | null
}

/**
 * Until when a patient's own call rests on that of their storm; null: it does not any longer. While that goes
 * on, also where nobody can be reached; and after somebody answered it as long as they may hold an alert, for they know of all.
 * @param stepMs from one call to the next
 */
export const restsUntil = (
  { endedMs, answeredMs }: Leader,
  severity: number,
  stepMs: number,
  nowMs: number,
): number | null => {
  if (endedMs === null) return nowMs + stepMs
  if (answeredMs === null) return null
  const untilMs = answeredMs + holdMs(severity)
  return nowMs < untilMs ? untilMs : null
}
