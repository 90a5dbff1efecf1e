/**
 * A second QRS detection, by another principle than the first, to tell by their agreement how good
 * a signal is: the length of the curve over 130 ms, after Zong W., Moody G. B., Jiang D., "A robust
 * open-source algorithm to detect onset and duration of QRS complexes", Computers in Cardiology 30,
 * 737-740, 2003. The threshold is theirs in kind: a share of the length that beats had lately, which
 * falls while none comes. It decides on no beat.
 */
import { createMean, rate } from './even-rate'

/** 130 ms. */
const reach = Math.round(0.13 * rate)
const blank = 0.2 * rate
/** Within so much of each other one of two is a wave, if it is less steep. */
const waves = 0.38 * rate
const learning = 3 * rate
/** Without a beat for so long, the threshold falls. */
const silence = 2 * rate
/** Of the length between what is usual and what beats have. */
const share = 0.35
/** mV: a line that is shorter has no beat. */
const leastLength = 0.04

/**
 * @param found is told of each, in order, by the sample (of those pushed) near its middle, and of
 *   the length of the curve there, mV
 */
export const createLengthDetector = (found: (at: number, length: number) => void) => {
  const total = createMean(reach)
  let [n, before, earlier, usual, beat] = [-1, 0, 0, 0, 0]
  let [top, topAt, last, steepest, isRising] = [0, 0, -blank, 0, false]
  let pending: { readonly at: number; readonly slope: number; readonly length: number } | null =
    null

  const settle = (): void => {
    if (pending !== null && pending.at >= reach) found(pending.at - reach / 2, pending.length)
    pending = null
  }
  const take = (at: number, slope: number, length: number): void => {
    const isNear = pending !== null && at - pending.at < waves
    if (isNear && pending !== null && slope < 0.6 * pending.slope) return
    if (!isNear || pending === null || slope < 1.4 * pending.slope) settle()
    pending = { at, slope, length }
  }
  return {
    /** @param value a sample at `rate` without baseline, mV */
    push(value: number): void {
      n += 1
      if (n === 0) [before, earlier] = [value, value]
      const length = total(Math.abs(value - before)) * reach
      const slope = Math.abs(value - earlier)
      ;[earlier, before] = [before, value]
      if (n < learning) beat = Math.max(beat, 0.8 * length)
      const level = Math.max(leastLength, usual + share * (beat - usual))
      if (isRising && slope > steepest) steepest = slope
      if (!isRising) usual += (length - usual) / Math.min(n + 1, 2 * rate)
      if (!isRising && length > level && n - last > blank)
        [isRising, top, topAt, steepest] = [true, length, n, slope]
      else if (isRising && length > top) [top, topAt] = [length, n]
      if (isRising && (length < 0.75 * top || n - topAt > blank)) {
        isRising = false
        last = topAt
        beat += 0.15 * (top - beat)
        take(topAt, steepest, top)
      }
      if (pending !== null && n - pending.at > 2 * waves) settle()
      if (n - last > silence) beat -= (beat - usual) / rate
    },
    end: settle,
  }
}
