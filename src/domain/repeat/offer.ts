import { intervalOfRisk } from '../ews/observation-interval'
import { afterCheckup, openSlot, standingRepeats, type AskedRepeat, type Repeat } from './repeat'

const minuteMs = 60_000

/**
 * What a score asks for while somebody looks (RCP NEWS2, 2017, chart 4): again in an hour, or where it
 * asks for it continuously every quarter of an hour. Null: nothing within an hour.
 */
export const repeatOfScore = (risk: number | null): AskedRepeat | null => {
  const interval = risk === null ? null : intervalOfRisk(risk)
  if (interval === null || interval > 60 * minuteMs) return null
  return interval === 0
    ? { inMinutes: 15, everyMinutes: 15, forMinutes: 60 }
    : { inMinutes: 60, everyMinutes: null, forMinutes: null }
}

/**
 * What is offered after a check-up that ended at `endedMs` (epoch ms): what its score asks for. Null
 * also where a request that stands is due no later.
 */
export const repeatToOffer = (
  risk: number | null,
  repeats: readonly Repeat[],
  endedMs: number,
  nowMs: number,
): AskedRepeat | null => {
  const asked = repeatOfScore(risk)
  if (asked === null) return null
  const endedAt = new Date(endedMs).toISOString()
  const dueMs = nowMs + asked.inMinutes * minuteMs
  return standingRepeats(repeats.map((one) => afterCheckup(one, endedAt))).some(
    (one) => (openSlot(one)?.dueMs ?? Infinity) <= dueMs,
  )
    ? null
    : asked
}

/** What stands of requests of this user: a new one takes its place. */
export const ownRepeat = (repeats: readonly Repeat[], userId: string): Repeat | null =>
  standingRepeats(repeats).find(({ by }) => by?.id === userId) ?? null
