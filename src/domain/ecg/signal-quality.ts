/**
 * How good a signal is, second by second and beat by beat. Of the ten seconds around: how far two
 * detectors of different kind agree (bSQI: Li Q., Mark R. G., Clifford G. D., Physiological
 * Measurement 29, 15-32, 2008), kurtosis (kSQI, the same and Clifford G. D. et al., Physiological
 * Measurement 33, 1419-1433, 2012), how like the beats are to the shapes of this heart (Orphanidou
 * C. et al., IEEE J Biomed Health Inform 19, 832-838, 2015), and how much moves between the beats
 * (ours). Of a beat: how well the whole of it, from P to T, fits the mean of its shape, and whether
 * the beats beside it do. The limits are ours, set on records 100, 105, 119 and 200 and on made
 * noise.
 */
import { fitOf } from './beat-shape'
import type { Beat } from './beat-classifier'
import type { Probed, ProbedSecond } from './quality-probe'

/** Detections within so many seconds are of one beat. */
const sameBeat = 0.15
const halfWindow = 5
/** Of a beat's curve: what is shorter is no beat that was missed, as where beats stay away. */
const leastOfBeats = 0.3

/** What is measured around one second. */
export interface Quality {
  /** Of all that the two detectors found, what both did, 0 to 1; null: neither found any. */
  readonly agreement: number | null
  readonly kurtosis: number
  /** Mean likeness of the beats to the shapes of this heart, 0 to 1. */
  readonly likeness: number
  /** Range of the line where it moves little against where it moves most, 0 to 1. */
  readonly between: number
  /** Of this second alone: range of the line, and what moves from sample to sample, mV rms. */
  readonly range: number
  /** Range of the line in the blocks that have most, mV: of the beats where there are any. */
  readonly beatRange: number
  readonly roughness: number
  /** Beats in the ten seconds. */
  readonly beats: number
}

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

/** How many of `ones` have one of `others` at the same time. @param both in order, seconds */
const matched = (ones: readonly number[], others: readonly number[]): number => {
  let [count, other] = [0, 0]
  for (const one of ones) {
    while (other < others.length && (others[other] ?? 0) < one - sameBeat) other += 1
    if (other < others.length && (others[other] ?? 0) <= one + sameBeat) {
      count += 1
      other += 1
    }
  }
  return count
}

const kurtosisOf = (seconds: readonly ProbedSecond[]): number => {
  let [count, one, two, three, four] = [0, 0, 0, 0, 0]
  for (const { powers, count: size } of seconds) {
    count += size
    one += powers[0]
    two += powers[1]
    three += powers[2]
    four += powers[3]
  }
  const mean = one / count
  const spread = two / count - mean * mean
  const fourth =
    four / count - (4 * mean * three) / count + (6 * mean * mean * two) / count - 3 * mean ** 4
  return spread <= 1e-12 ? 0 : fourth / (spread * spread)
}

const within = (times: readonly number[], from: number, to: number): readonly number[] =>
  times.filter((time) => time >= from && time < to)

/**
 * The quality around each second of a stretch; times are seconds after its first sample. @param
 * beats that were found in it @param waves that are known to be none: what the second detector
 * found there is no disagreement
 */
export const measureQuality = (
  { others: found, seconds }: Probed,
  beats: readonly { readonly at: number; readonly likeness: number }[],
  waves: readonly number[],
): readonly Quality[] => {
  const isAt = (times: readonly number[], time: number): boolean =>
    times.some((one) => Math.abs(one - time) <= sameBeat)
  const beatTimes = beats.map(({ at }) => at)
  const least =
    leastOfBeats *
    quantile(
      found.filter(({ at }) => isAt(beatTimes, at)).map(({ length }) => length),
      0.5,
    )
  const others = found
    .filter(({ at, length }) => isAt(beatTimes, at) || (length >= least && !isAt(waves, at)))
    .map(({ at }) => at)
  return seconds.map((one, second) => {
    const from = Math.max(0, Math.min(second - halfWindow, seconds.length - 2 * halfWindow))
    const to = from + 2 * halfWindow
    const around = seconds.slice(from, to)
    const inside = beats.filter(({ at }) => at >= from && at < to)
    const ones = inside.map(({ at }) => at)
    const both = matched(ones, within(others, from - sameBeat, to + sameBeat))
    const all = ones.length + Math.max(0, within(others, from, to).length - both)
    const ranges = around.flatMap((each) => each.ranges)
    return {
      agreement: all === 0 ? null : both / all,
      kurtosis: kurtosisOf(around),
      likeness:
        inside.length === 0
          ? 0
          : inside.reduce((sum, { likeness }) => sum + likeness, 0) / inside.length,
      between: quantile(ranges, 0.4) / Math.max(1e-9, quantile(ranges, 0.92)),
      range: quantile(one.ranges, 0.75),
      beatRange: quantile(ranges, 0.92),
      roughness: quantile(one.roughness, 0.5),
      beats: inside.length,
    }
  })
}

/** A stretch of seconds. */
export interface Seconds {
  readonly from: number
  readonly to: number
}

/** Beats in ten seconds: fewer say nothing of the quality, as beside a silence. */
const fewest = 6

/**
 * Whether a second can be read at all: two detectors find the same beats, and those are like this
 * heart's; or neither finds any. Noise is spread evenly (a kurtosis near 3), and moves between its
 * 'beats' as much as in them, which a fast rhythm of one shape does too.
 */
export const isReadable = ({ agreement, kurtosis, likeness, between, beats }: Quality): boolean => {
  if (agreement === null || beats < fewest) return true
  if (agreement < 0.65 || likeness < 0.82) return false
  return likeness > 0.92 || (kurtosis > 4.2 && between < 0.45)
}

/** Beats beside one whose shape counts, on each side, and how far away, seconds. */
const beside = 4
const besideSeconds = 8

/** The heart's own beats beside one. */
interface Beside {
  /** How well three of four fit the mean of their shapes, up to 1; null: there are less than two. */
  readonly fit: number | null
  /** Of the intervals between them, how many are far from the usual one. */
  readonly irregular: number
  /** The usual interval between them, seconds; 0: not known. */
  readonly usual: number
}

const besideOf = (beats: readonly Beat[], fits: readonly number[], index: number): Beside => {
  const middle = beats[index]?.at ?? 0
  const [near, intervals]: [number[], number[]] = [[], []]
  for (const step of [-1, 1]) {
    let count = 0
    for (let at = index + step; count < beside && at >= 0 && at < beats.length; at += step) {
      const other = beats[at]
      if (other === undefined || Math.abs(other.at - middle) > besideSeconds) break
      if (other.kind === 'ventricular') continue
      near.push(fits[at] ?? 0)
      if (other.interval !== null && beats[at - 1]?.kind === 'normal')
        intervals.push(other.interval)
      count += 1
    }
  }
  const usual = quantile(intervals, 0.5)
  return {
    fit: near.length < 2 ? null : quantile(near, 0.25),
    irregular:
      intervals.length < 3
        ? 0
        : intervals.filter((one) => one < 0.55 * usual || one > 1.8 * usual).length /
          intervals.length,
    usual,
  }
}

/** Seconds by which the beats of one focus come earlier or later after the beat before. */
const coupled = 0.12
const tightlyCoupled = 0.05
/** Two intervals of the heart's own: less lies between the beats beside one that is interpolated. */
const interpolated = 1.25

/** How far the times since the beat before are from their usual one, seconds. */
const spreadOf = ({ delays }: Beat['template']): number => {
  const usual = delays.median()
  return quantile(
    delays.values().map((delay) => Math.abs(delay - usual)),
    0.5,
  )
}

/**
 * Whether the beats beside a single one come as if it had not been: what an artefact does, and few
 * ventricular beats.
 */
const isBetweenUndisturbed = (beats: readonly Beat[], index: number, usual: number): boolean => {
  const [before, after] = [beats[index - 1], beats[index + 1]]
  return (
    usual > 0 &&
    before?.kind === 'normal' &&
    after?.kind === 'normal' &&
    after.at - before.at < interpolated * usual
  )
}

const mostIrregular = 0.2

/** Whether what is beside a beat is a heart that is seen well. */
const isAmongBeats = (
  { fit, irregular }: Beside,
  { agreement }: Quality,
  leastFit = 0.85,
): boolean =>
  (agreement ?? 0) >= 0.75 && (fit === null || fit >= leastFit) && irregular <= mostIrregular

/**
 * Whether the kind of a ventricular beat can be told: of a shape that comes again and again it asks
 * less than of one that came once.
 */
const isClearlyVentricular = (
  beats: readonly Beat[],
  index: number,
  own: number,
  near: Beside,
  quality: Quality,
): boolean => {
  const beat = beats[index]
  if (beat === undefined) return false
  const { agreement, likeness, between } = quality
  const spread = spreadOf(beat.template)
  // Within a run the time since the beat before is another than to its first beat.
  const isInRun = [beats[index - 1], beats[index + 1]].some(
    (other) => other?.kind === 'ventricular' && other.template === beat.template,
  )
  const isUsual = beat.template.weight >= 5 && own > 0.92 && (spread <= coupled || isInRun)
  if (!isAmongBeats(isUsual ? { ...near, irregular: 0 } : near, quality, isUsual ? 0.75 : 0.85))
    return false
  if (isBetweenUndisturbed(beats, index, near.usual) && !(isUsual && spread <= tightlyCoupled))
    return false
  return isUsual
    ? likeness >= 0.85
    : (agreement ?? 0) >= 0.88 &&
        likeness >= 0.88 &&
        (between < 0.4 || (near.fit ?? 0) >= 0.96) &&
        (near.fit ?? 0) >= 0.92
}

/** What the quality of a signal makes of its beats. */
export interface Judged {
  /** Of each beat: whether its kind can be told. */
  readonly isClear: readonly boolean[]
  /** What cannot be analysed, seconds after the first sample; by their beginnings. */
  readonly poor: readonly Seconds[]
}

const aroundUnclear = 1
/** Between two stretches that cannot be read, as many seconds are no better; so many at most. */
const bridged = 8

const isWithin = (beat: Beat | undefined, from: number, to: number): boolean =>
  beat !== undefined && beat.at >= from && beat.at < to

/** @param spans by their beginnings */
const closed = (
  spans: readonly Seconds[],
  /** Ventricular beats that are told: what they stand in is no worse than they are. */
  told: readonly number[],
): readonly Seconds[] => {
  const whole: Seconds[] = []
  for (const span of spans) {
    const last = whole.at(-1)
    if (
      last !== undefined &&
      (span.from <= last.to ||
        (span.from - last.to <= Math.min(bridged, last.to - last.from + span.to - span.from - 2) &&
          !told.some((at) => at >= last.to && at < span.from)))
    )
      whole[whole.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    else whole.push(span)
  }
  return whole
}

/** @param beats of one stretch without a hole, seconds after its first sample */
export const judgeQuality = (beats: readonly Beat[], quality: readonly Quality[]): Judged => {
  const poor: Seconds[] = quality.flatMap((one, second) =>
    isReadable(one) ? [] : [{ from: second, to: second + 1 }],
  )
  const fits = beats.map(({ shape, template }) => fitOf(shape.values, template.values))
  const isClear = beats.map((beat, index) => {
    const here = quality[Math.max(0, Math.min(quality.length - 1, Math.floor(beat.at)))]
    if (here === undefined || !isReadable(here)) return false
    const near = besideOf(beats, fits, index)
    if (beat.kind !== 'ventricular') return isAmongBeats(near, here)
    if (isClearlyVentricular(beats, index, fits[index] ?? 0, near, here)) return true
    poor.push({ from: Math.max(0, beat.at - aroundUnclear), to: beat.at + aroundUnclear })
    return false
  })
  const whole = closed(
    poor.toSorted((a, b) => a.from - b.from),
    beats.flatMap(({ kind, at }, index) => (kind === 'ventricular' && isClear[index] ? [at] : [])),
  )
  return {
    isClear: isClear.map(
      (is, index) => is && !whole.some(({ from, to }) => isWithin(beats[index], from, to)),
    ),
    poor: whole,
  }
}
