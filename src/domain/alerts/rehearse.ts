import { evaluate } from './evaluate'
import type { Observed } from './observed'
import { historyMs, type AlertRule } from './rule'

/** A reading with when it was received: a later one had not come when it was judged. */
export interface ReceivedReading {
  readonly observed: Observed
  /** Epoch milliseconds. */
  readonly receivedMs: number
}

/**
 * What rules would have found in one patient's readings, each judged as it was when it came.
 * @param readings of one patient, by `atMs`, with the history that the rules look back to
 * @param asks whether a reading is one of those that are judged
 * @returns how often each rule fired, by its id
 */
export const rehearse = (
  rules: readonly AlertRule[],
  readings: readonly ReceivedReading[],
  asks: (reading: ReceivedReading) => boolean,
): ReadonlyMap<string, number> => {
  const spanMs = historyMs(rules)
  const found = new Map<string, number>()
  let first = 0
  for (const [index, reading] of readings.entries()) {
    const { observed, receivedMs } = reading
    while ((readings[first]?.observed.atMs ?? Infinity) < observed.atMs - spanMs) first += 1
    if (!asks(reading)) continue
    const before = readings
      .slice(first, index)
      .filter((one) => one.receivedMs <= receivedMs)
      .map((one) => one.observed)
    for (const { ruleId } of evaluate(rules, observed, before))
      found.set(ruleId, (found.get(ruleId) ?? 0) + 1)
  }
  return found
}
