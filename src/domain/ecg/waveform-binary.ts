import { crc32 } from './crc32'
import { frequencyLimits, mostSamples, type WaveformReading } from './waveform-reading'
import { predictionOf, readPlanes, writePlanes, type Prediction } from './waveform-planes'
import { samplesOf, stepsOf, type WaveformSteps } from './waveform-steps'

/**
 * The compact binary form of a waveform, on the wire and in both stores. Little-endian:
 *
 * | at | type    | what                                                        |
 * |---:|---------|-------------------------------------------------------------|
 * |  0 | 4 bytes | `LLWF`                                                      |
 * |  4 | uint16  | version, 2                                                  |
 * |  6 | uint16  | 1: differences, 2: differences of differences               |
 * |  8 | float64 | frequency, Hz                                               |
 * | 16 | float64 | scale: one step in mV                                       |
 * | 24 | float64 | start, epoch milliseconds of the first sample               |
 * | 32 | uint32  | number of samples                                           |
 * | 36 | uint32  | CRC-32 of the bytes before it and of the samples            |
 * | 40 | uint8[] | low bytes of all samples, then high bytes (waveform-planes) |
 *
 * Version 1 (0 at 6, int16 differences at 40) is in databases and stays readable.
 */
const magic = 0x46574c4c
const version = 2
const headerBytes = 40
const checksumAt = 36

export type WaveformFault =
  'too-short' | 'not-a-waveform' | 'version' | 'length' | 'checksum' | 'values'
interface Refused {
  readonly ok: false
  readonly fault: WaveformFault
}
export type UnpackedWaveform = Refused | { readonly ok: true; readonly run: WaveformSteps }
export type DecodedWaveform =
  | Refused
  | {
      readonly ok: true
      readonly reading: {
        readonly startedAt: number
        readonly frequency: number
        readonly samples: Float32Array
      }
    }

const checksumOf = (bytes: Uint8Array): number =>
  crc32(bytes.subarray(headerBytes), crc32(bytes.subarray(0, checksumAt)))

const hasSaneValues = (frequency: number, step: number, startedAt: number): boolean =>
  frequency >= frequencyLimits[0] &&
  frequency <= frequencyLimits[1] &&
  step > 0 &&
  Number.isFinite(step) &&
  Math.abs(startedAt) <= 8.64e15

/**
 * Writes a run of steps. Throws a RangeError for a count, frequency, step or start out of bounds.
 */
export const packWaveform = ({
  startedAt,
  frequency,
  step,
  values,
}: WaveformSteps): Uint8Array<ArrayBuffer> => {
  if (values.length === 0 || values.length > mostSamples)
    throw new RangeError('Not a number of samples that is kept')
  if (!hasSaneValues(frequency, step, startedAt)) throw new RangeError('Not a waveform')
  const bytes = new Uint8Array(headerBytes + values.length * 2)
  const view = new DataView(bytes.buffer)
  const prediction = predictionOf(values)
  view.setUint32(0, magic, true)
  view.setUint16(4, version, true)
  view.setUint16(6, prediction, true)
  view.setFloat64(8, frequency, true)
  view.setFloat64(16, step, true)
  view.setFloat64(24, startedAt, true)
  view.setUint32(32, values.length, true)
  writePlanes(values, prediction, bytes.subarray(headerBytes))
  view.setUint32(checksumAt, checksumOf(bytes), true)
  return bytes
}

const readVersion1 = (view: DataView, count: number): Int16Array => {
  const values = new Int16Array(count)
  let value = 0
  // The sum of differences modulo 2^16 is the value itself: it was an int16.
  for (let index = 0; index < count; index++)
    values[index] = value += view.getInt16(headerBytes + index * 2, true)
  return values
}

/** Reads what packWaveform wrote; anything else is refused by its first fault. */
export const unpackWaveform = (bytes: Uint8Array): UnpackedWaveform => {
  if (bytes.length < headerBytes) return { ok: false, fault: 'too-short' }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(0, true) !== magic) return { ok: false, fault: 'not-a-waveform' }
  const [written, prediction] = [view.getUint16(4, true), view.getUint16(6, true)]
  const isKnown =
    written === 1 ? prediction === 0 : written === version && (prediction === 1 || prediction === 2)
  if (!isKnown) return { ok: false, fault: 'version' }
  const count = view.getUint32(32, true)
  if (count === 0 || count > mostSamples || bytes.length !== headerBytes + count * 2)
    return { ok: false, fault: 'length' }
  if (view.getUint32(checksumAt, true) !== checksumOf(bytes))
    return { ok: false, fault: 'checksum' }
  const [frequency, step, startedAt] = [
    view.getFloat64(8, true),
    view.getFloat64(16, true),
    view.getFloat64(24, true),
  ]
  if (!hasSaneValues(frequency, step, startedAt)) return { ok: false, fault: 'values' }
  const values =
    written === 1
      ? readVersion1(view, count)
      : readPlanes(bytes.subarray(headerBytes), prediction as Prediction)
  return { ok: true, run: { startedAt, frequency, step, values } }
}

/**
 * Writes a reading (stepsOf: how exact). Throws a RangeError as packWaveform does, and for samples
 * that are not finite.
 */
export const encodeWaveform = (reading: WaveformReading): Uint8Array<ArrayBuffer> => {
  for (const sample of reading.samples)
    if (!Number.isFinite(sample)) throw new RangeError('Not a waveform')
  return packWaveform(stepsOf(reading))
}

/** Reads what encodeWaveform wrote, in millivolts; refuses as unpackWaveform does. */
export const decodeWaveform = (bytes: Uint8Array): DecodedWaveform => {
  const unpacked = unpackWaveform(bytes)
  if (!unpacked.ok) return unpacked
  return {
    ok: true,
    reading: {
      startedAt: unpacked.run.startedAt,
      frequency: unpacked.run.frequency,
      samples: samplesOf(unpacked.run),
    },
  }
}
