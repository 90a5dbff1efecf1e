import type { MeasuredSpan } from './ecg-beats'
import { isReadable, quantile, type Quality } from './signal-quality'

/** mV: a line that moves less within 200 ms, without mains and baseline, is quiet. */
const quietRange = 0.3
/** mV rms from sample to sample: less is no muscle and no mains. */
const quietRoughness = 0.025
/** Against the line while the heart was beating. */
const asBefore = 1.5
/** Of the range that beats had. */
const shareOfBeats = 0.35

/** The seconds of a stretch of time. */
const secondsOf = (
  measured: readonly MeasuredSpan[],
  from: number,
  to: number,
): readonly Quality[] =>
  measured.flatMap((span) =>
    span.quality.slice(
      Math.max(0, Math.ceil((from - span.from) / 1000)),
      Math.max(0, Math.floor((to - span.from) / 1000)),
    ),
  )

/**
 * Says of a silence whether its line is quiet enough to say that no heart beats in it: where an
 * electrode moves, muscles work or a wave runs that no heart makes, beats may be hidden.
 */
export const createSilenceJudge = (measured: readonly MeasuredSpan[]) => {
  const beating = measured.flatMap(({ quality }) =>
    quality.filter(
      (one) =>
        one.beats >= 4 && (one.agreement ?? 0) >= 0.8 && one.likeness >= 0.82 && isReadable(one),
    ),
  )
  const usual = (of: (one: Quality) => number): number =>
    beating.length === 0 ? 0 : quantile(beating.map(of), 0.5)
  const mostRange = Math.max(quietRange, shareOfBeats * usual(({ beatRange }) => beatRange))
  const mostRoughness = Math.max(quietRoughness, asBefore * usual(({ roughness }) => roughness))
  return (from: number, to: number): boolean => {
    const inside = secondsOf(measured, from, to)
    return (
      inside.length === 0 ||
      (quantile(
        inside.map(({ range }) => range),
        0.5,
      ) <= mostRange &&
        quantile(
          inside.map(({ roughness }) => roughness),
          0.8,
        ) <= mostRoughness)
    )
  }
}
