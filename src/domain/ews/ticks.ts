import { stepOf } from './bands'
import { legends } from './legend'
import type { Band, ThresholdParameter } from './thresholds'

/** The ticks between bands, lowest first: tick `n` is the lowest value of band `n + 1`. */
export const ticksOf = (bands: readonly Band[]): readonly number[] =>
  bands.slice(1).flatMap(({ low }) => (low === undefined ? [] : [low]))

/** Values are moved in whole steps, so that sums are exact: 35.1 °C is 351 steps. */
const stepsOf = (value: number, step: number): number => Math.round(value / step)
const valueOf = (steps: number, parameter: ThresholdParameter): number =>
  Number((steps * stepOf[parameter]).toFixed(legends[parameter].places))

/**
 * The range of a tick, both ends included: in the legend (C345), and each band keeps one step.
 * Null: no such tick, or no room.
 */
export const tickRange = (
  parameter: ThresholdParameter,
  bands: readonly Band[],
  tick: number,
): readonly [number, number] | null => {
  const step = stepOf[parameter]
  const [least, most] = legends[parameter].domain
  const [below, above] = [bands[tick], bands[tick + 1]]
  if (below === undefined || above?.low === undefined) return null
  const lowest = Math.max(stepsOf(below.low ?? least, step), stepsOf(least, step)) + 1
  const highest = Math.min(
    above.high === undefined ? Infinity : stepsOf(above.high, step),
    stepsOf(most, step),
  )
  return lowest > highest ? null : [valueOf(lowest, parameter), valueOf(highest, parameter)]
}

/**
 * The bands with one tick moved to `value`, rounded and kept in its range. The band below ends one
 * step under it. The same list where nothing moves.
 */
export const moveTick = (
  parameter: ThresholdParameter,
  bands: readonly Band[],
  tick: number,
  value: number,
): readonly Band[] => {
  const range = tickRange(parameter, bands, tick)
  if (range === null || Number.isNaN(value)) return bands
  const step = stepOf[parameter]
  const kept = Math.min(range[1], Math.max(range[0], value))
  const low = valueOf(stepsOf(kept, step), parameter)
  if (bands[tick + 1]?.low === low) return bands
  const high = valueOf(stepsOf(low, step) - 1, parameter)
  return bands.map((band, at) =>
    at === tick ? { ...band, high } : at === tick + 1 ? { ...band, low } : band,
  )
}
