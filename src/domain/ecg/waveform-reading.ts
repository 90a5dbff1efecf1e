/** One message holds at most this many samples: ten minutes at 500 Hz. */
export const mostSamples = 300_000
/** Hz; wearables sample at 25 to 1000. */
export const frequencyLimits = [1, 2000] as const

export interface WaveformReading {
  /** Epoch milliseconds of the first sample. */
  readonly startedAt: number
  readonly frequency: number
  readonly samples: Float32Array | readonly number[]
}

/** When a reading ends: one sample's time after its last, in epoch milliseconds. */
export const endOfWaveform = ({ startedAt, frequency, samples }: WaveformReading): number =>
  startedAt + (samples.length * 1000) / frequency
