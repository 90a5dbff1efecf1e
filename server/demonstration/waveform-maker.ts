import type { Anchor } from './courses'
import { ecgChunk, type Rhythm } from './ecg-model'
import type { DemonstrationPatient } from './people'
import { vitalsAt } from './physiology'
import { demonstrationId, randomOf } from './random'

/** A chunk's length. */
export const chunkMs = 90_000
/** Hz. */
const samplesPerSecond = 250

export type WaveformBody = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly recordedAt: string
  readonly waveform: readonly number[]
}

/** How a patient's heart beats at an instant (unix ms). */
export const rhythmOf = (
  patient: DemonstrationPatient,
  startMs: number,
  anchor: Anchor,
): Rhythm => {
  // One rate and one breath for a quarter of an hour, so that chunks which follow each other join.
  const vitals = vitalsAt(patient, Math.floor(startMs / 900_000) * 900_000, anchor)
  return {
    seed: patient.id,
    beatsPerMinute: vitals.pulse,
    breathsPerMinute: vitals.respiratoryRate,
    ectopy: patient.traits.has('ectopic') ? 0.08 : 0.004,
    irregularity: patient.traits.has('fibrillating') ? 0.2 : 0.025,
  }
}

/** Where the electrodes lost contact, in samples: one chunk in four has a hole of 0.4 to 9 s. */
const holeOf = (
  patient: DemonstrationPatient,
  startMs: number,
): readonly [number, number] | null => {
  const random = randomOf(patient.id, 'hole', startMs)
  if (random() > 0.25) return null
  const start = Math.floor((10 + random() * 65) * samplesPerSecond)
  return [start, start + Math.floor((0.4 + random() * 8.6) * samplesPerSecond)]
}

/** The waveforms of a chunk: one run, two around a gap, or none while the lead is off. */
export const waveformsAt = (
  patient: DemonstrationPatient,
  startMs: number,
  anchor: Anchor,
): readonly WaveformBody[] => {
  if (randomOf(patient.id, 'lead-off', startMs)() < 0.04) return []
  const samples = ecgChunk(
    rhythmOf(patient, startMs, anchor),
    startMs,
    chunkMs / 1000,
    samplesPerSecond,
  )
  const hole = holeOf(patient, startMs)
  const runs =
    hole === null
      ? [[0, samples.length] as const]
      : [[0, hole[0]] as const, [hole[1], samples.length] as const]
  return runs.map(([from, to]) => {
    const recordedAt = startMs + (from * 1000) / samplesPerSecond
    return {
      id: demonstrationId('waveform', patient.id, recordedAt),
      patientId: patient.id,
      type: 'SingleECG',
      samplingFrequencyPerSecond: samplesPerSecond,
      recordedAt: new Date(recordedAt).toISOString(),
      waveform: samples.slice(from, to),
    }
  })
}

/** Starts of the chunks that ended after `fromMs` and up to `toMs`. */
export const chunkTimes = (fromMs: number, toMs: number): readonly number[] => {
  const [first, last] = [Math.floor(fromMs / chunkMs), Math.floor(toMs / chunkMs)]
  return Array.from({ length: Math.max(0, last - first) }, (_, index) => (first + index) * chunkMs)
}
