import type { WaveformEvent } from '../../../data/waveform'
import { isRhythmTold } from '../../../domain/ecg/newest-rhythm'

/**
 * The newest rhythm event of the 24 hours before `now` (epoch milliseconds), and how many there
 * were; null: none. Noise is no rhythm.
 */
export const newestEvent = (
  events: readonly WaveformEvent[],
  now: number,
): { readonly event: WaveformEvent; readonly count: number } | null => {
  const recent = events.filter(({ end, type }) => isRhythmTold(end, now) && type !== 'Noise')
  const event = recent.toSorted((a, b) => b.start - a.start)[0]
  return event === undefined ? null : { event, count: recent.length }
}
