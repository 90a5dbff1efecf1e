import { crc32 } from './crc32'
import { unpackWaveform, type WaveformFault } from './waveform-binary'
import type { WaveformSteps } from './waveform-steps'

/**
 * The binary form of a window: the runs of a kind from `start` to `end`, oldest first.
 * Little-endian:
 *
 * | at | type    | what                                                    |
 * |---:|---------|---------------------------------------------------------|
 * |  0 | 4 bytes | `LLWW`                                                  |
 * |  4 | uint16  | version, 1                                              |
 * |  6 | uint16  | number of runs                                          |
 * |  8 | float64 | start, epoch milliseconds                               |
 * | 16 | float64 | end                                                     |
 * | 24 | uint32  | CRC-32 of the 24 bytes before it                        |
 * | 28 |         | each run: its length in bytes (uint32), its `LLWF` form |
 */
const magic = 0x57574c4c
const version = 1
const headerBytes = 28
const checksumAt = 24

/** A window is no longer: milliseconds. */
export const longestWindowMs = 600_000
/** Runs of one window: one a second and some to spare; who sends more sends noise. */
export const mostRuns = 1000

export type DecodedWindow =
  | {
      readonly ok: true
      readonly start: number
      readonly end: number
      readonly runs: readonly WaveformSteps[]
    }
  | { readonly ok: false; readonly fault: WaveformFault }

/**
 * Writes a window. Throws a RangeError for more than mostRuns.
 * @param runs each as packWaveform wrote it, oldest first
 */
export const encodeWindow = (
  start: number,
  end: number,
  runs: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> => {
  if (runs.length > mostRuns) throw new RangeError('Not a window')
  const bytes = new Uint8Array(runs.reduce((sum, run) => sum + 4 + run.length, headerBytes))
  const view = new DataView(bytes.buffer)
  view.setUint32(0, magic, true)
  view.setUint16(4, version, true)
  view.setUint16(6, runs.length, true)
  view.setFloat64(8, start, true)
  view.setFloat64(16, end, true)
  view.setUint32(checksumAt, crc32(bytes.subarray(0, checksumAt)), true)
  let at = headerBytes
  for (const run of runs) {
    view.setUint32(at, run.length, true)
    bytes.set(run, at + 4)
    at += 4 + run.length
  }
  return bytes
}

/** Reads what encodeWindow wrote. One faulty run refuses the whole: half would show a false gap. */
export const decodeWindow = (bytes: Uint8Array): DecodedWindow => {
  if (bytes.length < headerBytes) return { ok: false, fault: 'too-short' }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(0, true) !== magic) return { ok: false, fault: 'not-a-waveform' }
  if (view.getUint16(4, true) !== version) return { ok: false, fault: 'version' }
  if (view.getUint32(checksumAt, true) !== crc32(bytes.subarray(0, checksumAt)))
    return { ok: false, fault: 'checksum' }
  const [count, start, end] = [
    view.getUint16(6, true),
    view.getFloat64(8, true),
    view.getFloat64(16, true),
  ]
  if (count > mostRuns || !(end > start && end - start <= longestWindowMs))
    return { ok: false, fault: 'values' }
  const runs: WaveformSteps[] = []
  let at = headerBytes
  for (let index = 0; index < count; index++) {
    if (at + 4 > bytes.length) return { ok: false, fault: 'length' }
    const length = view.getUint32(at, true)
    at += 4
    if (length > bytes.length - at) return { ok: false, fault: 'length' }
    const unpacked = unpackWaveform(bytes.subarray(at, at + length))
    if (!unpacked.ok) return unpacked
    runs.push(unpacked.run)
    at += length
  }
  return at === bytes.length ? { ok: true, start, end, runs } : { ok: false, fault: 'length' }
}
