import { crc32 } from './crc32'
import { frequencyLimits, mostSamples, type WaveformReading } from './waveform'

/**
 * The compact binary form of a waveform, on the wire and in both stores. Little-endian:
 *
 * | at | type    | what                                                        |
 * |---:|---------|-------------------------------------------------------------|
 * |  0 | 4 bytes | `LLWF`                                                      |
 * |  4 | uint16  | version, 1                                                  |
 * |  6 | uint16  | 0                                                           |
 * |  8 | float64 | frequency, Hz                                               |
 * | 16 | float64 | scale: one step in mV                                       |
 * | 24 | float64 | start, epoch milliseconds of the first sample               |
 * | 32 | uint32  | number of samples                                           |
 * | 36 | uint32  | CRC-32 of the bytes before it and of the samples            |
 * | 40 | int16[] | first sample, then differences, modulo 2^16 (they compress) |
 */
const magic = 0x46574c4c
const version = 1
const headerBytes = 40
const checksumAt = 36

/** 1 µV: finer than any wearable's converter. Signals beyond ±32.767 mV get a coarser step. */
const finestStep = 0.001
const largestInt16 = 32_767

export type WaveformFault = 'too-short' | 'not-a-waveform' | 'version' | 'length' | 'checksum' | 'values'
export type DecodedWaveform =
  | { readonly ok: true; readonly reading: { readonly startedAt: number; readonly frequency: number; readonly samples: Float32Array } }
  | { readonly ok: false; readonly fault: WaveformFault }

const checksumOf = (bytes: Uint8Array): number => {
  const covered = new Uint8Array(bytes.length - 4)
  covered.set(bytes.subarray(0, checksumAt))
  covered.set(bytes.subarray(headerBytes), checksumAt)
  return crc32(covered)
}

const stepFor = (samples: WaveformReading['samples']): number => {
  let largest = 0
  for (const sample of samples) largest = Math.max(largest, Math.abs(sample))
  return Math.max(finestStep, largest / largestInt16)
}

const hasSaneValues = (frequency: number, scale: number, startedAt: number): boolean =>
  frequency >= frequencyLimits[0] && frequency <= frequencyLimits[1] && scale > 0 && Number.isFinite(scale)
  && Math.abs(startedAt) <= 8.64e15

/**
 * Writes a reading; each sample is kept to half a step (0.5 µV up to ±32.767 mV). Throws a RangeError for no or too many
 * samples, samples that are not finite, or a frequency out of bounds: borders have refused those before.
 */
export const encodeWaveform = ({ startedAt, frequency, samples }: WaveformReading): Uint8Array => {
  const step = stepFor(samples)
  if (samples.length === 0 || samples.length > mostSamples) throw new RangeError('Not a number of samples that is kept')
  if (!hasSaneValues(frequency, step, startedAt)) throw new RangeError('Not a waveform')
  const bytes = new Uint8Array(headerBytes + samples.length * 2)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, magic, true)
  view.setUint16(4, version, true)
  view.setFloat64(8, frequency, true)
  view.setFloat64(16, step, true)
  view.setFloat64(24, startedAt, true)
  view.setUint32(32, samples.length, true)
  let previous = 0
  let at = headerBytes
  for (const sample of samples) {
    const value = Math.round(sample / step)
    view.setInt16(at, value - previous, true)
    previous = value
    at += 2
  }
  view.setUint32(checksumAt, checksumOf(bytes), true)
  return bytes
}

const readSamples = (view: DataView, count: number, step: number): Float32Array => {
  const samples = new Float32Array(count)
  let value = 0
  for (let index = 0; index < count; index++) {
    // The sum of differences modulo 2^16 is the value itself: it was an int16.
    value = ((value + view.getInt16(headerBytes + index * 2, true)) << 16) >> 16
    samples[index] = value * step
  }
  return samples
}

/** Reads what encodeWaveform wrote. Anything else, whole or cut, is refused by its first fault and never read further. */
export const decodeWaveform = (bytes: Uint8Array): DecodedWaveform => {
  if (bytes.length < headerBytes) return { ok: false, fault: 'too-short' }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(0, true) !== magic) return { ok: false, fault: 'not-a-waveform' }
  if (view.getUint16(4, true) !== version || view.getUint16(6, true) !== 0) return { ok: false, fault: 'version' }
  const count = view.getUint32(32, true)
  if (count === 0 || count > mostSamples || bytes.length !== headerBytes + count * 2) return { ok: false, fault: 'length' }
  if (view.getUint32(checksumAt, true) !== checksumOf(bytes)) return { ok: false, fault: 'checksum' }
  const [frequency, step, startedAt] = [view.getFloat64(8, true), view.getFloat64(16, true), view.getFloat64(24, true)]
  if (!hasSaneValues(frequency, step, startedAt)) return { ok: false, fault: 'values' }
  return { ok: true, reading: { startedAt, frequency, samples: readSamples(view, count, step) } }
}
