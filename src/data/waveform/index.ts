/**
 * Waveforms: where they begin and end, and what was found in them. The readings themselves are
 * bytes for a pen: `useWaveforms`.
 */
export { provideWaveforms, useWaveforms } from './use-waveforms'
export type { WaveformAnswer, WaveformNews, WaveformRequest, Waveforms } from './waveforms'
export {
  waveformEvents,
  waveformReadings,
  waveformSpan,
  type WaveformEventParams,
  type WaveformSpanParams,
} from './waveform.resource'
export type { WaveformEvent, WaveformSpan } from './waveform.wire'
