import { z } from 'zod'
import { sourceIdSchema } from '../checkup/ingest'
import { instantSchema } from '../time/instant'

/** Waveform kinds (P235); the viewer uses SingleECG. */
export const waveformKinds = ['PPG', 'SingleECG'] as const
export type WaveformKind = (typeof waveformKinds)[number]

/** One message holds at most this many samples: ten minutes at 500 Hz. */
export const mostSamples = 300_000
/** Hz; wearables sample at 25 to 1000. */
export const frequencyLimits = [1, 2000] as const
/** Hz: below it a QRS is two samples or fewer, so that no trace is true and no beat is found. */
export const leastEcgFrequency = 50

/**
 * An ECG of more than 1 V is no ECG; the bound keeps every sample representable. Unit: mV
 * (SingleECG), arbitrary (PPG).
 */
const largestSample = 1000

/**
 * A waveform as a device posts it (C281). A pause in the signal is a new reading: samples are
 * evenly spaced.
 */
export const waveformIngestSchema = z
  .strictObject({
    id: sourceIdSchema,
    patientId: z.string().min(1).max(100),
    type: z.enum(waveformKinds),
    /** Hz. */
    samplingFrequencyPerSecond: z.number().min(frequencyLimits[0]).max(frequencyLimits[1]),
    /** The instant of the first sample. */
    recordedAt: instantSchema,
    waveform: z.array(z.number().min(-largestSample).max(largestSample)).min(1).max(mostSamples),
  })
  .refine(
    ({ type, samplingFrequencyPerSecond }) =>
      type !== 'SingleECG' || samplingFrequencyPerSecond >= leastEcgFrequency,
    {
      path: ['samplingFrequencyPerSecond'],
      message: `An ECG has at least ${leastEcgFrequency} samples a second`,
    },
  )
export type WaveformIngest = z.infer<typeof waveformIngestSchema>

/** A run of evenly spaced samples. */
export interface WaveformReading {
  /** Epoch milliseconds of the first sample. */
  readonly startedAt: number
  /** Hz. */
  readonly frequency: number
  /** mV for SingleECG. */
  readonly samples: Float32Array | readonly number[]
}

/** When a reading ends: one sample's time after its last, in epoch milliseconds. */
export const endOfWaveform = ({ startedAt, frequency, samples }: WaveformReading): number =>
  startedAt + (samples.length * 1000) / frequency
