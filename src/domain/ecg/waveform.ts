import { z } from 'zod'
import { sourceIdSchema } from '../checkup/ingest'
import { instantSchema } from '../time/instant'
import { frequencyLimits, mostSamples } from './waveform-reading'

export { endOfWaveform, type WaveformReading } from './waveform-reading'

/** Waveform kinds (P235); the viewer uses SingleECG. */
export const waveformKinds = ['PPG', 'SingleECG'] as const
export type WaveformKind = (typeof waveformKinds)[number]

/** Hz: below it a QRS is two samples or fewer, so that no trace is true and no beat is found. */
export const leastEcgFrequency = 50

/** Arbitrary units of a PPG. */
const largestSample = 1000

/**
 * mV: an ECG is of a few. What is more is no signal but a device's word for a lost sample, e.g.
 * -32768/200 of WFDB's 16-bit formats.
 */
const largestEcgMillivolts = 20

/** A waveform as a device posts it (C281). A pause in the signal starts a new reading. */
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
  .superRefine(({ type, waveform }, context) => {
    const at = waveform.findIndex((sample) => Math.abs(sample) > largestEcgMillivolts)
    if (type === 'SingleECG' && at >= 0)
      context.addIssue({
        code: 'custom',
        path: ['waveform', at],
        message: `Must be within ${largestEcgMillivolts} mV: a lost sample is a gap between two items`,
      })
  })
export type WaveformIngest = z.infer<typeof waveformIngestSchema>
