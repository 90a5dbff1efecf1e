import { createEcgBeats, type EcgBeat } from './ecg-beats'
import { lastingTypes, type EcgEvent } from './ecg-events'
import { rhythmEvents } from './rhythm'
import { leastEcgFrequency, type WaveformReading } from './waveform'

/** The analysis and its version, as events name it: another version finds other things. */
export const ecgMethod = 'lamplight-ecg 2'

/**
 * Signals are analysed by slots of two minutes since 1970, each with the two minutes before it (to
 * learn this heart) and 20 s after it: what is found in a slot depends on the signal alone, not on
 * how it was cut, in which order it came, or who analysed it.
 */
export const slotMs = 120_000
export const slotBeforeMs = 120_000
export const slotAfterMs = 20_000

/**
 * The events of a slot. @param runs of the slot and around it, oldest first @param from epoch
 * milliseconds of the slot's start
 */
export const analyseSlot = (
  runs: readonly WaveformReading[],
  from: number,
): readonly EcgEvent[] => {
  const to = from + slotMs
  const beats: EcgBeat[] = []
  const analysis = createEcgBeats((beat) => {
    beats.push(beat)
  })
  for (const run of runs) if (run.frequency >= leastEcgFrequency) analysis.push(run)
  analysis.end()
  return rhythmEvents(beats, analysis.spans(), analysis.flat()).flatMap((found) => {
    if (!lastingTypes.has(found.type)) return found.start >= from && found.start < to ? [found] : []
    const piece = { ...found, start: Math.max(from, found.start), end: Math.min(to, found.end) }
    return piece.end > piece.start ? [piece] : []
  })
}
