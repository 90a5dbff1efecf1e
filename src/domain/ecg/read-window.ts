import { z } from 'zod'
import type { Stretch } from './ecg-window'
import type { TraceFault, WindowForm } from './pen'
import type { TraceReading } from './trace'
import { endOfWaveform, frequencyLimits, mostSamples } from './waveform'
import { samplesOf } from './waveform-steps'
import { decodeWindow } from './waveform-window'

/** More than ten minutes at 2000 Hz are no window. */
const mostSamplesOfWindow = 1_200_000
/** An ECG of more than 1 V is none, whatever checksum it carries. */
const largestMv = 1000
/**
 * A reading's first sample may lie one sample's time outside: clocks of milliseconds are rounded.
 */
const roundingMs = 1000 / frequencyLimits[0]

const textSchema = z.object({
  data: z.object({
    waveform: z.array(
      z.object({
        waveform: z.array(z.number()).max(mostSamples),
        samplingFrequencyPerSecond: z.number().min(frequencyLimits[0]).max(frequencyLimits[1]),
        recordedAt: z
          .string()
          .transform((text) => Date.parse(text))
          .pipe(z.number()),
      }),
    ),
  }),
})

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
  const parsed = textSchema.safeParse(json)
  if (!parsed.success) return { ok: false, fault: 'unreadable' }
  return {
    ok: true,
    readings: parsed.data.data.waveform.map(
      ({ waveform, samplingFrequencyPerSecond: frequency, recordedAt: startedAt }) => ({
        startedAt,
        frequency,
        samples: Float32Array.from(waveform),
      }),
    ),
  }
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
  // Not finite fails both comparisons.
  for (let index = 0; index < samples.length; index++) {
    const sample = samples[index] ?? Number.NaN
    if (!(sample >= -largestMv && sample <= largestMv)) return false
  }
  return true
}

/**
 * The readings of a window, checked: whole, of the time that was asked for, of voltages that a
 * heart makes. One that is not refuses the window: half of it would show a gap that is none, or a
 * line where none is.
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
