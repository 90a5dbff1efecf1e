/** The span and events of waveforms. Readings are bytes for a pen: `useWaveforms`. */
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
