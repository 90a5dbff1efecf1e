import { measureShape, shapeAfter, shapeBefore, shapeLength, type BeatShape } from './beat-shape'
import { createEvenRate, createMean, rate } from './even-rate'
import { createQrsDetector, type Learned } from './qrs-detector'
import { createQualityProbe, type Probed } from './quality-probe'

export interface FoundBeat {
  /** Seconds after the signal's first sample. */
  readonly at: number
  readonly shape: BeatShape
}

const ringSize = 8192
const mask = ringSize - 1
/** The baseline is the mean of so many samples around: 0.8 s. */
const baselineWidth = 201
const lateSmooth = 3.5
/** From a sample to its place in the ring without mains and baseline. */
const late = lateSmooth + (baselineWidth - 1) / 2

/**
 * Finds the beats of a signal of one rate, sample by sample, and tells `found` in order.
 * @param frequency Hz, 25 to 2000
 * @param learned of the same heart, from before a gap
 */
export const createBeatStream = (
  frequency: number,
  found: (beat: FoundBeat) => void,
  learned: Learned | null = null,
) => {
  const [mean5, mean4, baseline] = [createMean(5), createMean(4), createMean(baselineWidth)]
  const smooth = new Float64Array(ringSize)
  const clean = new Float64Array(ringSize)
  let n = -1
  let waiting: number[] = []
  let even: ReturnType<typeof createEvenRate> | null = null
  const probe = createQualityProbe()

  const shapeAt = (at: number): BeatShape => {
    const values = new Float32Array(shapeLength)
    const centre = Math.round(at + late)
    for (let index = 0; index < shapeLength; index++) {
      const place = centre - shapeBefore + index
      values[index] = place < 0 || place > n ? 0 : (clean[place & mask] ?? 0)
    }
    return measureShape(values)
  }
  const hand = (isEnd: boolean): void => {
    while (waiting.length > 0) {
      const [at = 0] = waiting
      if (!isEnd && n < at + late + shapeAfter) return
      waiting = waiting.slice(1)
      // A complex that lies before the first sample is the edge itself.
      const seconds = at / rate - (even?.delay ?? 0)
      if (seconds >= 0.04) found({ at: seconds, shape: shapeAt(at) })
    }
  }
  const detector = createQrsDetector((at) => {
    waiting.push(at)
  }, learned)
  const take = (value: number): void => {
    n += 1
    const place = n & mask
    smooth[place] = mean4(mean5(value))
    clean[place] =
      (smooth[Math.max(0, n - (baselineWidth - 1) / 2) & mask] ?? 0) - baseline(smooth[place] ?? 0)
    detector.push(value)
    if (n >= late) probe.push(clean[place] ?? 0, value)
    if (waiting.length > 0) hand(false)
  }
  even = createEvenRate(frequency, take)
  const push = even.push
  return {
    push,
    end(): { readonly learned: Learned; readonly probed: Probed } {
      // Empties the filters: the last sample is repeated for the length of their delay.
      const held = smooth[n & mask] ?? 0
      const before = n
      const kept = detector.end()
      for (let index = 0; index < late + shapeAfter; index++) {
        n += 1
        smooth[n & mask] = held
        clean[n & mask] =
          (smooth[Math.max(0, n - (baselineWidth - 1) / 2) & mask] ?? 0) - baseline(held)
        if (index < late) probe.push(clean[n & mask] ?? 0, held)
      }
      waiting = waiting.filter((at) => at <= before)
      hand(true)
      return { learned: kept, probed: probe.end() }
    },
  }
}
