import { chaoticSpans } from './chaotic'
import { createEcgBeats, type EcgBeat } from './ecg-beats'
import { lastingTypes, type EcgEvent } from './ecg-events'
import { rhythmEvents } from './rhythm'
import { traceOf, type Gap } from './trace'
import { endOfWaveform, leastEcgFrequency, type WaveformReading } from './waveform'

const conflictsOf = (runs: readonly WaveformReading[]): readonly Gap[] =>
  traceOf(runs.map((run) => ({ ...run, samples: Float32Array.from(run.samples) }))).conflicts

/** The analysis and its version, as events name it: another version finds other things. */
export const ecgMethod = 'lamplight-ecg 6'

/**
 * Signals are analysed in slots of two minutes since 1970, each with five minutes before it (to
 * learn the heart) and 20 s after. The result depends on the signal alone, not on how it arrived.
 */
export const slotMs = 120_000
export const slotBeforeMs = 300_000
export const slotAfterMs = 20_000
/** What a chaotic signal is told by settles within so long before a slot. */
const settleMs = 30_000

/**
 * The events of a slot that starts at `from`, epoch milliseconds.
 * @param runs of the slot and around it, oldest first
 */
export const analyseSlot = (
  runs: readonly WaveformReading[],
  from: number,
): readonly EcgEvent[] => {
  const to = from + slotMs
  const usable = runs.filter(({ frequency }) => frequency >= leastEcgFrequency)
  const beats: EcgBeat[] = []
  const analysis = createEcgBeats((beat) => {
    beats.push(beat)
  })
  for (const run of usable) analysis.push(run)
  analysis.end()
  const known = analysis.known()
  // Which of two readings that disagree is this heart's is not known.
  const poor = [...known.poor, ...conflictsOf(runs)]
  const chaotic = chaoticSpans(
    usable.filter((run) => endOfWaveform(run) > from - settleMs),
    from,
  ).map((span) => ({
    type: 'PossibleVentricularFibrillation' as const,
    start: span.from,
    end: span.to,
  }))
  return [...rhythmEvents(beats, { ...known, poor }), ...chaotic].flatMap((found) => {
    if (!lastingTypes.has(found.type)) return found.start >= from && found.start < to ? [found] : []
    const piece = { ...found, start: Math.max(from, found.start), end: Math.min(to, found.end) }
    return piece.end > piece.start ? [piece] : []
  })
}
