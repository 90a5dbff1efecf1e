/**
 * Waveforms: where they begin and end, and what was found in them. The readings themselves are
 * bytes for a pen: `useWaveforms` (../kit/waveforms).
 */
export {
  waveformEvents,
  waveformReadings,
  waveformSpan,
  type WaveformEventParams,
  type WaveformSpanParams,
} from './waveform.resource'
export type { WaveformEvent, WaveformSpan } from './waveform.wire'
