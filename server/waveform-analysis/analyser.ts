import {
  analyseSlot,
  ecgMethod,
  slotAfterMs,
  slotBeforeMs,
  slotMs,
} from '../../src/domain/ecg/analyse-slot'
import type { WaveformReading } from '../../src/domain/ecg/waveform'

/** A found event: epoch milliseconds; a type of C609 or the analyser's own. */
export interface AnalysedEvent {
  readonly type: string
  readonly start: number
  readonly end: number
}

/**
 * Finds events in an ECG: ours or an external one. It gets a slot of two minutes with its
 * surroundings and answers all its events; lasting ones are cut at its borders
 * (src/domain/ecg/ecg-events.ts).
 */
export interface EcgAnalyser {
  /** `name version`. Its events replace those of other versions of the same name. */
  readonly method: string
  /** @param signal aborts when nobody waits for the answer any longer */
  analyse(
    runs: readonly WaveformReading[],
    slotStart: number,
    signal?: AbortSignal,
  ): Promise<readonly AnalysedEvent[]>
}

/** Our own. */
export const ownAnalyser: EcgAnalyser = {
  method: ecgMethod,
  analyse: (runs, slotStart) => Promise.resolve(analyseSlot(runs, slotStart)),
}

/** What a slot is analysed from, epoch milliseconds. */
export const contextOf = (
  slot: number,
): { readonly start: number; readonly from: number; readonly to: number } => ({
  start: slot * slotMs,
  from: slot * slotMs - slotBeforeMs,
  to: (slot + 1) * slotMs + slotAfterMs,
})
