/**
 * The shape of a beat and its likeness to another: normalised cross-correlation of QRS and early
 * ST, and the QRS width by its slopes. After Krasteva V., Jekova I., "QRS template matching for
 * recognition of ventricular ectopic beats", Annals of Biomedical Engineering 35(12), 2065-2076,
 * 2007.
 */
import { rate } from './even-rate'

/** Samples of a shape before and after the fiducial point: 180 ms and 240 ms. */
export const shapeBefore = 45
export const shapeAfter = 60
export const shapeLength = shapeBefore + 1 + shapeAfter
/** The compared part: 120 ms before to 160 ms after; shifted by up to 32 ms. */
const comparedBefore = 30
const comparedAfter = 40
const mostShift = 8

export interface BeatShape {
  /** Millivolts without mains and baseline, `shapeLength` of them at `rate`. */
  readonly values: Float32Array
  /** Peak to peak of the QRS, mV. */
  readonly size: number
  /** Of the QRS, ms. */
  readonly width: number
  /** Where the QRS begins and ends, ms from the fiducial point. */
  readonly onset: number
  readonly offset: number
  /** The steepest slope of the QRS, mV a sample pair. */
  readonly steepness: number
  /** `changeAfterwards` of it. */
  readonly afterwards: number
  /** Roughness beside the QRS against its size: 0.01 clean, over 0.1 noisy. */
  readonly roughness: number
}

const isCalm = (values: Float32Array, from: number, step: number, least: number): boolean => {
  for (let index = 0; index < 4; index++) {
    const at = from + index * step
    if (Math.abs((values[at + 1] ?? 0) - (values[at - 1] ?? 0)) > least) return false
  }
  return true
}

/** 130 ms. */
const afterwardsFrom = 33

const extremes = (values: Float32Array, from: number, to: number): readonly [number, number] => {
  let [least, most] = [Infinity, -Infinity]
  for (let index = from; index <= to; index++) {
    least = Math.min(least, values[index] ?? 0)
    most = Math.max(most, values[index] ?? 0)
  }
  return [least, most]
}

/**
 * Change of the line from 130 ms after the fiducial point, against the size: after a T wave it is
 * still, after a QRS the T wave begins.
 */
export const changeAfterwards = (values: Float32Array, size: number): number => {
  const [least, most] = extremes(values, shapeBefore + afterwardsFrom, shapeLength - 1)
  return size === 0 ? 0 : (most - least) / size
}

/** Measures a shape. @param values `shapeLength` samples */
export const measureShape = (values: Float32Array): BeatShape => {
  let [low, high, steepest] = [Infinity, -Infinity, 0]
  for (let index = shapeBefore - 25; index <= shapeBefore + 30; index++) {
    const value = values[index] ?? 0
    low = Math.min(low, value)
    high = Math.max(high, value)
    steepest = Math.max(steepest, Math.abs((values[index + 1] ?? 0) - (values[index - 1] ?? 0)))
  }
  // Outwards from its steep flanks: the top of a wide QRS is as flat as the signal beside it.
  let [onset, offset] = [shapeBefore, shapeBefore]
  for (let index = shapeBefore - 25; index <= shapeBefore + 30; index++) {
    if (Math.abs((values[index + 1] ?? 0) - (values[index - 1] ?? 0)) < steepest * 0.5) continue
    onset = Math.min(onset, index)
    offset = Math.max(offset, index)
  }
  while (onset > 6 && !isCalm(values, onset, -1, steepest * 0.15)) onset -= 1
  while (offset < shapeLength - 7 && !isCalm(values, offset, 1, steepest * 0.15)) offset += 1
  let [rough, count] = [0, 0]
  for (let index = 2; index < shapeLength - 2; index++) {
    if (index >= onset - 2 && index <= offset + 2) continue
    rough += Math.abs(
      (values[index - 2] ?? 0) - 2 * (values[index] ?? 0) + (values[index + 2] ?? 0),
    )
    count += 1
  }
  const size = high - low
  const ms = (samples: number): number => (samples * 1000) / rate
  return {
    values,
    size,
    width: ms(offset - onset),
    onset: ms(onset - shapeBefore),
    offset: ms(offset - shapeBefore),
    steepness: steepest,
    afterwards: changeAfterwards(values, size),
    roughness: size === 0 || count === 0 ? 1 : rough / count / size,
  }
}

const correlationAt = (
  one: Float32Array,
  other: Float32Array,
  shift: number,
  from = shapeBefore - comparedBefore,
  to = shapeBefore + comparedAfter,
): number => {
  const count = to - from + 1
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0]
  for (let index = from; index <= to; index++) {
    const a = one[index + shift] ?? 0
    const b = other[index] ?? 0
    sumA += a
    sumB += b
    sumAA += a * a
    sumBB += b * b
    sumAB += a * b
  }
  const spread = (sumAA - (sumA * sumA) / count) * (sumBB - (sumB * sumB) / count)
  return spread <= 0 ? 0 : (sumAB - (sumA * sumB) / count) / Math.sqrt(spread)
}

/** Likeness of two shapes at their best shift (samples): 1 the same, 0 none, below 0 inverted. */
export const compareShapes = (
  one: Float32Array,
  other: Float32Array,
): { readonly likeness: number; readonly shift: number } => {
  let [likeness, shift] = [-1, 0]
  for (let moved = -mostShift; moved <= mostShift; moved++) {
    const correlation = correlationAt(one, other, moved)
    if (correlation > likeness) [likeness, shift] = [correlation, moved]
  }
  return { likeness, shift }
}

/** How well the whole of a shape, from P to T, fits another at their best shift: up to 1. */
export const fitOf = (one: Float32Array, other: Float32Array): number => {
  let fit = -1
  for (let shift = -mostShift; shift <= mostShift; shift += 2)
    fit = Math.max(fit, correlationAt(one, other, shift, mostShift, shapeLength - 1 - mostShift))
  return fit
}
