import { riskLevelOf, type ParameterScores } from '../ews/score'
import { answers, slotsDue, type Scheduled, type Slot } from './slot'

const hourMs = 3_600_000

/**
 * How a patient stands with the next scheduled check-up. `upcoming`: it does not count yet; `due`: it counts, its time has not
 * come; `overdue`: its time has passed, it still counts; `late`: it does not count any more and was missed.
 */
export interface NextDue { readonly kind: 'upcoming' | 'due' | 'overdue' | 'late'; readonly dueMs: number; readonly scheduleId: string }

/** A schedule with the check-up of its type that ended last (epoch milliseconds); null without any. */
export interface Watched extends Scheduled { readonly id: string; readonly latestEndedMs: number | null }

/** A slot that nobody answered counts as the next one for so long; then only its alert speaks of it. */
const lookBackMs = 7 * 24 * hourMs
const lookAheadMs = 8 * 24 * hourMs

const kindOf = (slot: Slot, nowMs: number): NextDue['kind'] => {
  if (nowMs > slot.closesMs) return 'late'
  if (nowMs > slot.dueMs) return 'overdue'
  return nowMs >= slot.opensMs ? 'due' : 'upcoming'
}

/** The first slot that the latest check-up neither answers nor came after. */
const openSlot = (watched: Watched, nowMs: number): Slot | null => {
  const { latestEndedMs: latest, startMs } = watched
  const slots = slotsDue(watched, Math.max(startMs - 1, nowMs - lookBackMs), nowMs + lookAheadMs) ?? []
  return slots.find((slot) => latest === null || (slot.closesMs > latest && !answers(latest, slot))) ?? null
}

/** The check-up that is to be made next, over all schedules of an admission; null where none is asked for. */
export const nextDue = (schedules: readonly Watched[], nowMs: number): NextDue | null => {
  const open = schedules.flatMap((one) => {
    const slot = openSlot(one, nowMs)
    return slot === null ? [] : [{ kind: kindOf(slot, nowMs), dueMs: slot.dueMs, scheduleId: one.id }]
  })
  return open.toSorted((a, b) => a.dueMs - b.dueMs || (a.scheduleId < b.scheduleId ? -1 : 1))[0] ?? null
}

/**
 * The longest time to the next observation that a score allows (RCP, National Early Warning Score (NEWS) 2, 2017, chart 4):
 * total 0 every 12 hours, 1 to 4 every 4 to 6, a single 3 or 5 to 6 every hour, 7 and more all the time (0). Null without a score.
 * Of a partial total at least so often: what is missing can only raise it.
 * @returns milliseconds
 */
export const observationIntervalMs = (scores: (ParameterScores & { readonly totalScore: number | null }) | null): number | null => {
  const risk = scores === null ? null : riskLevelOf(scores)
  if (risk === null) return null
  return [12 * hourMs, 6 * hourMs, hourMs, hourMs, 0][risk] ?? 0
}
