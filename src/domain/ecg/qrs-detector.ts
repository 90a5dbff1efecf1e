/**
 * QRS detection after Pan J., Tompkins W. J., "A real-time QRS detection algorithm", IEEE
 * Transactions on Biomedical Engineering 32(3), 230-236, 1985, with the rules of Hamilton P., "Open
 * source ECG analysis", Computers in Cardiology 29, 101-104, 2002 (after Hamilton P. S., Tompkins
 * W. J., IEEE Trans Biomed Eng 33(12), 1157-1165, 1986). Steps: band-pass, slope, 80 ms mean. A
 * peak within 200 ms of a larger one is no beat. The threshold lies between the medians of the last
 * eight beats and the last eight other peaks. A peak within 360 ms with less than half the slope is
 * a T wave if it is also lower than a beat. Slopes in one direction only are a step of the
 * baseline. After 1.5 intervals without a beat, the largest peak of half the threshold was one. The
 * low-pass has zeros at 50 and 62.5 Hz, against the mains. Ours: what is done when beats stay away.
 */
import { rate } from './even-rate'
import { createQrsSignal, type Peak } from './qrs-signal'
import { median, createRecent } from './recent'

const blank = 0.2 * rate
const halfFall = 0.095 * rate
const refractoryOfT = 0.36 * rate
const threshold = 0.36
/** Learning at the beginning of a signal. */
const learning = 3 * rate
/** Envelope of the least complex that is looked for: about 0.04 mV. */
const leastEnvelope = 0.0012
/** Without a beat for so long, the level that a beat must have is taken for too high. */
const silence = [4 * rate, 8 * rate, 12 * rate] as const

/** The last sample goes on for so long, so that a complex before it comes out of the filters. */
const ending = 64

export interface Learned {
  readonly beats: readonly number[]
  readonly noise: readonly number[]
  readonly intervals: readonly number[]
}

/** How high a beat is: the median of the highest peaks of each second. */
const beatHeight = (peaks: readonly Peak[]): number => {
  const highest = new Map<number, number>()
  for (const { at, height } of peaks)
    highest.set(Math.floor(at / rate), Math.max(height, highest.get(Math.floor(at / rate)) ?? 0))
  return median([...highest.values()])
}

/**
 * Looks for QRS complexes in samples at `rate`.
 * @param found is told of each in order, by sample number, up to some seconds later
 * @param learned of the same heart before a gap
 */
export const createQrsDetector = (found: (at: number) => void, learned: Learned | null) => {
  const signal = createQrsSignal()
  const beats = createRecent(8, learned?.beats)
  const noise = createRecent(8, learned?.noise)
  const intervals = createRecent(8, learned?.intervals)
  let [n, lastValue] = [-1, 0]
  let [top, topAt, before, isRising] = [0, 0, 0, false]
  let pending: Peak | null = null
  let waiting: Peak[] = []
  let early: Peak[] | null = learned === null || learned.beats.length === 0 ? [] : null
  let [last, lastSlope, quiet] = [-1, 0, 0]

  const level = (): number =>
    Math.max(leastEnvelope, noise.median() + threshold * (beats.median() - noise.median()))

  const accept = (peak: Peak): void => {
    if (last >= 0) intervals.add(peak.at - last)
    beats.add(peak.height)
    last = peak.at
    lastSlope = peak.slope
    quiet = 0
    waiting = waiting.filter(({ at }) => at - peak.at >= refractoryOfT)
    found(signal.fiducialOf(peak))
  }
  const judge = (peak: Peak): void => {
    if (peak.isStep || peak.height < leastEnvelope) return
    const isT =
      last >= 0 &&
      peak.at - last < refractoryOfT &&
      peak.slope < 0.5 * lastSlope &&
      peak.height < 0.8 * beats.median()
    if (!isT && peak.height > level()) return accept(peak)
    noise.add(peak.height)
    if (!isT && (last < 0 || peak.at - last >= refractoryOfT)) waiting.push(peak)
  }
  const searchBack = (): void => {
    const interval = intervals.median()
    if (last < 0 || interval === 0 || n - last < 1.5 * interval + blank) return
    const least = level() / 2
    const missed = waiting.reduce<Peak | null>(
      (best, one) =>
        one.height > least && (best === null || one.height > best.height) ? one : best,
      null,
    )
    if (missed !== null) accept(missed)
  }
  /** Beats stayed away: the level falls by half, by half again, and is then learned anew. */
  const relearn = (): void => {
    const since = n - Math.max(last, 0)
    if (quiet < silence.length && since > (silence[quiet] ?? 0)) {
      quiet += 1
      if (quiet < silence.length) beats.scale(0.5)
      else {
        beats.clear()
        noise.clear()
        intervals.clear()
        early = waiting.filter(({ at }) => n - at < learning)
        waiting = []
        last = -1
      }
    }
    if (waiting.length > 64) waiting = waiting.slice(-32)
  }
  const learn = (peaks: readonly Peak[]): void => {
    const beat = beatHeight(peaks)
    if (beat >= leastEnvelope) beats.add(beat)
    early = null
    for (const peak of peaks) judge(peak)
  }
  const settle = (): void => {
    if (pending === null) return
    const peak = pending
    pending = null
    if (early === null) return judge(peak)
    if (!peak.isStep) early.push(peak)
  }

  const push = (value: number): void => {
    n += 1
    lastValue = value
    const height = signal.push(value)
    if (height > top && (isRising || height > before)) [top, topAt, isRising] = [height, n, true]
    if (isRising && (height < top / 2 || n - topAt > halfFall)) {
      if (pending === null || topAt - pending.at >= blank) {
        settle()
        pending = signal.peakAt(topAt, top)
      } else if (top > pending.height) pending = signal.peakAt(topAt, top)
      isRising = false
      top = 0
    }
    if (!isRising && height > before) [top, topAt, isRising] = [height, n, true]
    before = height
    // A larger peak within 200 ms replaces the waiting one: a P wave before a small QRS.
    const isOutdone =
      pending !== null && isRising && top > pending.height && topAt - pending.at < blank
    if (pending !== null && !isOutdone && n - pending.at >= blank) settle()
    if (early !== null) {
      if (early.length > 0 && n - (early[0]?.at ?? n) >= learning) learn(early)
      return
    }
    searchBack()
    relearn()
  }
  return {
    push,
    /** The signal ends: what is pending is judged. Says what was learned. */
    end(): Learned {
      const held = lastValue
      for (let index = 0; index < ending; index++) push(held)
      settle()
      if (early !== null) learn(early)
      searchBack()
      return { beats: beats.values(), noise: noise.values(), intervals: intervals.values() }
    },
  }
}
