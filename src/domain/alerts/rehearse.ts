import { evaluate, isGrave } from './evaluate'
import type { Observed } from './observed'
import { historyMs, type AlertRule } from './rule'

/** A reading with when it was received: a later one had not come when it was judged. */
export interface ReceivedReading {
  readonly observed: Observed
  /** Epoch milliseconds. */
  readonly receivedMs: number
}

/** A reading is judged, came too late to raise anything, or is only history of the others. */
export type Standing = 'judged' | 'too-late' | 'history'

export interface Rehearsed {
  /** How often each rule fired, by its id. */
  readonly found: ReadonlyMap<string, number>
  /** Readings by which a rule would have fired, had they not come too late. */
  readonly tooLate: number
}

/** A grave reading that came too late was told if it was the newest when it came. */
const isToldLate = (
  { observed, receivedMs }: ReceivedReading,
  readings: readonly ReceivedReading[],
): boolean =>
  isGrave(observed) &&
  !readings.some((one) => one.observed.atMs > observed.atMs && one.receivedMs <= receivedMs)

/**
 * What rules would have found in one patient's readings, each judged as it was when it came.
 * @param readings of one patient, by `atMs`, with the history that the rules look back to
 */
export const rehearse = (
  rules: readonly AlertRule[],
  readings: readonly ReceivedReading[],
  standingOf: (reading: ReceivedReading) => Standing,
): Rehearsed => {
  const spanMs = historyMs(rules)
  const found = new Map<string, number>()
  let [first, tooLate] = [0, 0]
  for (const [index, reading] of readings.entries()) {
    const { observed, receivedMs } = reading
    while ((readings[first]?.observed.atMs ?? Infinity) < observed.atMs - spanMs) first += 1
    const standing = standingOf(reading)
    if (standing === 'history') continue
    const before = readings
      .slice(first, index)
      .filter((one) => one.receivedMs <= receivedMs)
      .map((one) => one.observed)
    const fired = evaluate(rules, observed, before)
    if (standing === 'too-late' && !isToldLate(reading, readings))
      tooLate += fired.length > 0 ? 1 : 0
    else for (const { ruleId } of fired) found.set(ruleId, (found.get(ruleId) ?? 0) + 1)
  }
  return { found, tooLate }
}
