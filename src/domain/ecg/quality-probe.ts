import { rate } from './even-rate'
import { createLengthDetector } from './length-detector'

/** Blocks of 200 ms, of each of which the line's range and roughness are kept. */
const blockSize = rate / 5
/** Of white noise, the second difference is so much larger than the noise. */
const secondDifference = Math.sqrt(6)

/** What quality is worked out from, of one second of signal. */
export interface ProbedSecond {
  /** Sums of the first four powers of the samples without mains and baseline. */
  readonly powers: readonly [number, number, number, number]
  readonly count: number
  /** Peak to peak of each block without mains and baseline, mV. */
  readonly ranges: readonly number[]
  /** Of each block, mV rms: what moves from sample to sample, as muscles and mains do. */
  readonly roughness: readonly number[]
}

/** A beat by the second detector: seconds after the first sample, and how long its curve is, mV. */
export interface OtherBeat {
  readonly at: number
  readonly length: number
}

/** What is kept of a signal to say how good it was. */
export interface Probed {
  /** What the second detector found. */
  readonly others: readonly OtherBeat[]
  readonly seconds: readonly ProbedSecond[]
}

/** Follows a signal at `rate` beside the detection. */
export const createQualityProbe = () => {
  const others: OtherBeat[] = []
  const seconds: ProbedSecond[] = []
  const detector = createLengthDetector((at, length) => {
    others.push({ at: at / rate, length })
  })
  let [one, two, three, four, count] = [0, 0, 0, 0, 0]
  let [low, high, rough] = [Infinity, -Infinity, 0]
  let [before, last] = [0, 0]
  let [ranges, roughness]: [number[], number[]] = [[], []]
  const closeBlock = (size: number): void => {
    if (size === 0) return
    ranges.push(high - low)
    roughness.push(Math.sqrt(rough / size) / secondDifference)
    ;[low, high, rough] = [Infinity, -Infinity, 0]
  }
  const closeSecond = (): void => {
    if (count === 0) return
    seconds.push({ powers: [one, two, three, four], count, ranges, roughness })
    ;[one, two, three, four, count] = [0, 0, 0, 0, 0]
    ;[ranges, roughness] = [[], []]
  }
  return {
    /** @param clean a sample without mains and baseline, mV @param raw one as it came */
    push(clean: number, raw: number): void {
      detector.push(clean)
      const square = clean * clean
      one += clean
      two += square
      three += square * clean
      four += square * square
      const change = raw - 2 * last + before
      if (seconds.length > 0 || count > 2) rough += change * change
      ;[before, last] = [last, raw]
      count += 1
      if (clean < low) low = clean
      if (clean > high) high = clean
      if (count % blockSize === 0) closeBlock(blockSize)
      if (count === rate) closeSecond()
    },
    end(): Probed {
      closeBlock(count % blockSize)
      closeSecond()
      detector.end()
      return { others, seconds }
    },
  }
}
