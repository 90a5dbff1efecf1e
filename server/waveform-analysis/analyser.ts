import {
  analyseSlot,
  ecgMethod,
  slotAfterMs,
  slotBeforeMs,
  slotMs,
} from '../../src/domain/ecg/analyse-slot'
import type { WaveformReading } from '../../src/domain/ecg/waveform'

/**
 * An event as an analyser found it: epoch milliseconds; a type of decisions C609 or the analyser's
 * own.
 */
export interface AnalysedEvent {
  readonly type: string
  readonly start: number
  readonly end: number
}

/**
 * Who finds events in an ECG: our own, or an external one behind the same call. It is given a slot
 * of two minutes with what lies around it, may be asked for the same slot again, and answers with
 * all events of the slot; lasting ones cut at its borders (src/domain/ecg/ecg-events.ts).
 */
export interface EcgAnalyser {
  /**
   * `name version`, as events name it: what it finds in a slot takes the place of what another
   * version of the same name found there, and stands beside what others found.
   */
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
