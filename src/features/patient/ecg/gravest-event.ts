import type { WaveformEvent } from '../../../data/waveform'
import { gravestRhythm, isRhythmTold } from '../../../domain/ecg/rhythm-events'

/**
 * The gravest rhythm event of the 24 hours before `now` (epoch milliseconds), and how many there
 * were; null: none. Noise is no rhythm.
 */
export const gravestEvent = (
  events: readonly WaveformEvent[],
  now: number,
): { readonly event: WaveformEvent; readonly count: number } | null => {
  const recent = events.filter(({ end, type }) => isRhythmTold(end, now) && type !== 'Noise')
  const event = gravestRhythm(recent)
  return event === null ? null : { event, count: recent.length }
}
