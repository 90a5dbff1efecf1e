import type { Stretch } from './ecg-window'
import type { TraceFault, WindowForm } from './pen'
import type { TraceReading } from './trace'
import { endOfWaveform, frequencyLimits, mostSamples } from './waveform-reading'
import { samplesOf } from './waveform-steps'
import { decodeWindow } from './waveform-window'

/** More than ten minutes at 2000 Hz are no window. */
const mostSamplesOfWindow = 1_200_000
/** An ECG of more than 1 V is none, whatever checksum it carries. */
const largestMv = 1000
/** A first sample may lie one sample outside: clocks of milliseconds are rounded. */
const roundingMs = 1000 / frequencyLimits[0]

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value)
const within = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined

/** Null: not a reading. By hand: zod would be two thirds of the worker that draws. */
const readingOf = (value: unknown): TraceReading | null => {
  const samples = within(value, 'waveform')
  const frequency = within(value, 'samplingFrequencyPerSecond')
  const recordedAt = within(value, 'recordedAt')
  const startedAt = typeof recordedAt === 'string' ? Date.parse(recordedAt) : Number.NaN
  return Array.isArray(samples) &&
    samples.length <= mostSamples &&
    samples.every(isNumber) &&
    isNumber(frequency) &&
    frequency >= frequencyLimits[0] &&
    frequency <= frequencyLimits[1] &&
    isNumber(startedAt)
    ? { startedAt, frequency, samples: Float32Array.from(samples) }
    : null
}

export type ReadWindow =
  | { readonly ok: true; readonly readings: readonly TraceReading[] }
  | { readonly ok: false; readonly fault: TraceFault }

const readText = (text: string): ReadWindow => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { ok: false, fault: 'unreadable' }
  }
  const all = within(within(json, 'data'), 'waveform')
  if (!Array.isArray(all)) return { ok: false, fault: 'unreadable' }
  const readings = all.map(readingOf)
  return readings.every((reading) => reading !== null)
    ? { ok: true, readings }
    : { ok: false, fault: 'unreadable' }
}

const readBinary = (bytes: ArrayBuffer, read: Stretch): ReadWindow => {
  const decoded = decodeWindow(new Uint8Array(bytes))
  if (!decoded.ok) return decoded
  if (decoded.start !== read.from || decoded.end !== read.to)
    return { ok: false, fault: 'elsewhere' }
  return {
    ok: true,
    readings: decoded.runs.map((run) => ({
      startedAt: run.startedAt,
      frequency: run.frequency,
      samples: samplesOf(run),
    })),
  }
}

const isDrawable = (samples: Float32Array): boolean => {
  // NaN fails both comparisons.
  for (let index = 0; index < samples.length; index++) {
    const sample = samples[index] ?? Number.NaN
    if (!(sample >= -largestMv && sample <= largestMv)) return false
  }
  return true
}

/**
 * The readings of a window, checked for time and voltage. One fault refuses the whole window: half
 * of it would show a false gap or a false line.
 */
export const readWindow = (form: WindowForm, read: Stretch): ReadWindow => {
  const found = form.kind === 'binary' ? readBinary(form.bytes, read) : readText(form.text)
  if (!found.ok) return found
  let samples = 0
  for (const reading of found.readings) {
    samples += reading.samples.length
    if (samples > mostSamplesOfWindow) return { ok: false, fault: 'too-much' }
    if (reading.startedAt < read.from - roundingMs || endOfWaveform(reading) > read.to + roundingMs)
      return { ok: false, fault: 'elsewhere' }
    if (!isDrawable(reading.samples)) return { ok: false, fault: 'values' }
  }
  return found
}
