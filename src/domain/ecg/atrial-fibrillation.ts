/**
 * An irregularly irregular rhythm as possible atrial fibrillation: Dash S., Chon K. H., Lu S.,
 * Raeder E. A., "Automatic real time detection of atrial fibrillation", Annals of Biomedical
 * Engineering 37(9), 1701-1709, 2009: turning points, successive differences and Shannon entropy
 * together. Intervals beside ventricular beats do not count. They use 128 intervals with 8 outliers
 * at each end; here it is 64 and 4, for a result within about a minute. The usual difference (ours)
 * excludes a regular heart with some early beats.
 */
import { median } from './recent'

const bins = 16
const outliers = 4
export const intervalsOfWindow = 64

const turningPoints = (intervals: readonly number[]): number => {
  let count = 0
  for (let index = 1; index < intervals.length - 1; index++) {
    const [before, here, after] = [
      intervals[index - 1] ?? 0,
      intervals[index] ?? 0,
      intervals[index + 1] ?? 0,
    ]
    if ((here > before && here > after) || (here < before && here < after)) count += 1
  }
  return count / (intervals.length - 2)
}

const successiveDifference = (intervals: readonly number[]): number => {
  let [squares, sum] = [0, 0]
  for (let index = 0; index < intervals.length; index++) {
    sum += intervals[index] ?? 0
    if (index > 0) squares += ((intervals[index] ?? 0) - (intervals[index - 1] ?? 0)) ** 2
  }
  return Math.sqrt(squares / (intervals.length - 1)) / (sum / intervals.length)
}

const entropy = (intervals: readonly number[]): number => {
  const sorted = intervals.toSorted((a, b) => a - b).slice(outliers, -outliers)
  const [low = 0, high = 0] = [sorted[0], sorted.at(-1)]
  if (high <= low) return 0
  const histogram = new Array<number>(bins).fill(0)
  for (const interval of sorted) {
    const bin = Math.min(bins - 1, Math.floor(((interval - low) / (high - low)) * bins))
    histogram[bin] = (histogram[bin] ?? 0) + 1
  }
  return (
    histogram.reduce(
      (sum, count) =>
        count === 0 ? sum : sum - (count / sorted.length) * Math.log(count / sorted.length),
      0,
    ) / Math.log(bins)
  )
}

/** Without beats that came early and the pause after each, by the paper's ratios. */
const withoutEctopy = (intervals: readonly number[]): readonly number[] => {
  const kept: number[] = []
  for (let index = 0; index < intervals.length; index++) {
    const [before, here, next, after] = [
      intervals[index - 1] ?? 0,
      intervals[index] ?? 0,
      intervals[index + 1] ?? 0,
      intervals[index + 2] ?? 0,
    ]
    if (before > 0 && here < 0.8 * before && next > 1.3 * here && after < 0.9 * next) index += 1
    else kept.push(here)
  }
  return kept
}

/** Half of all successive differences are above this share of the mean interval. */
const leastUsualDifference = 0.05
const usualDifference = (intervals: readonly number[]): number => {
  const differences = intervals
    .slice(1)
    .map((interval, index) => Math.abs(interval - (intervals[index] ?? 0)))
  return (
    median(differences) /
    (intervals.reduce((sum, interval) => sum + interval, 0) / intervals.length)
  )
}

/** Whether `intervalsOfWindow` intervals (any unit) are as irregular as in atrial fibrillation. */
export const isFibrillating = (all: readonly number[]): boolean => {
  const intervals = withoutEctopy(all)
  if (
    intervals.length < intervalsOfWindow * 0.7 ||
    usualDifference(intervals) < leastUsualDifference
  )
    return false
  const turning = turningPoints(intervals)
  return (
    turning > 0.54 &&
    turning < 0.77 &&
    successiveDifference(intervals) > 0.1 &&
    entropy(intervals) > 0.7
  )
}
