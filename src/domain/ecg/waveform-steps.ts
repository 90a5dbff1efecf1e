import type { WaveformReading } from './waveform-reading'

/** A run of samples as whole steps: what is kept, cut and sent without another rounding. */
export interface WaveformSteps {
  /** Epoch milliseconds of the first sample; a cut run can begin between two milliseconds. */
  readonly startedAt: number
  readonly frequency: number
  /** One step in mV. */
  readonly step: number
  readonly values: Int16Array
}

/** 1 µV: finer than any wearable's converter. Signals beyond ±32.767 mV get a coarser step. */
const finestStep = 0.001
const largestInt16 = 32_767

const commonDivisor = (one: number, other: number): number => {
  let [a, b] = [one, other]
  while (b !== 0) [a, b] = [b, a % b]
  return a
}

/**
 * Steps of a reading, exact to half a step (0.5 µV up to ±32.767 mV). Larger steps of the device
 * are kept: they pack better.
 */
export const stepsOf = ({ startedAt, frequency, samples }: WaveformReading): WaveformSteps => {
  let largest = 0
  for (const sample of samples) largest = Math.max(largest, Math.abs(sample))
  const step = Math.max(finestStep, largest / largestInt16)
  const values = new Int16Array(samples.length)
  let divisor = 0
  for (let index = 0; index < values.length; index++) {
    const value = Math.round((samples[index] ?? 0) / step)
    values[index] = value
    if (divisor !== 1) divisor = commonDivisor(Math.abs(value), divisor)
  }
  if (divisor > 1)
    for (let index = 0; index < values.length; index++)
      values[index] = (values[index] ?? 0) / divisor
  return { startedAt, frequency, step: step * Math.max(1, divisor), values }
}

/** Millivolts of whole steps. */
export const samplesOf = ({ step, values }: WaveformSteps): Float32Array => {
  const samples = new Float32Array(values.length)
  for (let index = 0; index < values.length; index++) samples[index] = (values[index] ?? 0) * step
  return samples
}

/** The number of samples before an instant (epoch milliseconds), within the run. */
const samplesBefore = ({ startedAt, frequency, values }: WaveformSteps, at: number): number =>
  Math.min(values.length, Math.max(0, Math.ceil(((at - startedAt) * frequency) / 1000)))

/** The samples from `from` to before `to` (epoch milliseconds); null: none. */
export const cutWaveform = (run: WaveformSteps, from: number, to: number): WaveformSteps | null => {
  const [first, end] = [samplesBefore(run, from), samplesBefore(run, to)]
  if (end <= first) return null
  if (first === 0 && end === run.values.length) return run
  return {
    ...run,
    startedAt: run.startedAt + (first * 1000) / run.frequency,
    values: run.values.subarray(first, end),
  }
}
