import { createMean } from './even-rate'

/** Samples at `rate`; the pipeline's parts and by how much each is late. */
const lateLowPass = 3.5
const highPassWidth = 32
const envelopeWidth = 20

const ringSize = 8192
const mask = ringSize - 1

/** A peak of the envelope; `at` in pushed samples. */
export interface Peak {
  readonly at: number
  readonly height: number
  readonly slope: number
  /** Its slopes go one way: a step of the baseline. */
  readonly isStep: boolean
}

/**
 * The filters of the QRS detection at `rate`: band-pass, slope and envelope. Sources:
 * qrs-detector.ts.
 */
export const createQrsSignal = () => {
  const [mean5, mean4, meanHigh, envelope] = [
    createMean(5),
    createMean(4),
    createMean(highPassWidth),
    createMean(envelopeWidth),
  ]
  const low = new Float64Array(ringSize)
  const high = new Float64Array(ringSize)
  const slope = new Float64Array(ringSize)
  let n = -1

  const push = (value: number): number => {
    n += 1
    const at = n & mask
    const smooth = mean4(mean5(value))
    low[at] = smooth
    const fast = (low[Math.max(0, n - highPassWidth / 2) & mask] ?? 0) - meanHigh(smooth)
    high[at] = fast
    slope[at] = n < 2 ? 0 : fast - (high[(n - 2) & mask] ?? 0)
    return envelope(Math.abs(slope[at] ?? 0))
  }
  const peakAt = (at: number, height: number): Peak => {
    let [steepest, up, down] = [0, 0, 0]
    const from = Math.max(2, at - 55)
    for (let index = from; index <= at; index++) {
      const change = (low[index & mask] ?? 0) - (low[(index - 2) & mask] ?? 0)
      if (change > up) up = change
      if (-change > down) down = -change
      if (index > at - 32) steepest = Math.max(steepest, Math.abs(slope[index & mask] ?? 0))
    }
    return { at, height, slope: steepest, isStep: up > 8 * down || down > 8 * up }
  }
  /** The highest point of the complex behind a peak of the envelope, in pushed samples. */
  const fiducialOf = ({ at }: Peak): number => {
    const centre = Math.round(at - (envelopeWidth - 1) / 2 - 1)
    let [best, where] = [-1, centre]
    for (let index = Math.max(0, centre - 22); index <= Math.min(n, centre + 22); index++) {
      const size = Math.abs(high[index & mask] ?? 0)
      if (size > best) [best, where] = [size, index]
    }
    return where - lateLowPass - highPassWidth / 2
  }
  return { push, peakAt, fiducialOf }
}
