/**
 * Samples as differences (1) or second differences (2), folded (0, -1, 1, -2 … become 0, 1, 2, 3 …:
 * Protocol Buffers' zigzag), all low bytes before all high bytes (Blosc's shuffle): the high bytes
 * of an ECG are nearly all zero.
 */
export type Prediction = 1 | 2

const bytesApart = 256

/** Bits that the low bytes need, by Shannon's entropy of their histogram. */
const bitsOf = (histogram: Uint32Array, count: number): number => {
  let bits = 0
  for (const seen of histogram) if (seen > 0) bits -= seen * Math.log2(seen / count)
  return bits
}

const fold = (difference: number): number => ((difference << 1) ^ (difference >> 15)) & 0xffff
const int16 = (value: number): number => (value << 16) >> 16

/** The prediction that leaves less to be written. */
export const predictionOf = (values: Int16Array): Prediction => {
  const histograms = [new Uint32Array(bytesApart), new Uint32Array(bytesApart)] as const
  let [high1, high2, value, slope] = [0, 0, 0, 0]
  for (let index = 0; index < values.length; index++) {
    const next = values[index] ?? 0
    const nextSlope = int16(next - value)
    const [one, two] = [fold(nextSlope), fold(int16(nextSlope - slope))]
    histograms[0][one & 0xff] = (histograms[0][one & 0xff] ?? 0) + 1
    histograms[1][two & 0xff] = (histograms[1][two & 0xff] ?? 0) + 1
    if (one > 0xff) high1 += 1
    if (two > 0xff) high2 += 1
    value = next
    slope = nextSlope
  }
  // A high byte that is not zero costs about a byte.
  return bitsOf(histograms[0], values.length) + 8 * high1 <=
    bitsOf(histograms[1], values.length) + 8 * high2
    ? 1
    : 2
}

/** @param into two bytes a value */
export const writePlanes = (values: Int16Array, prediction: Prediction, into: Uint8Array): void => {
  let [value, slope] = [0, 0]
  for (let index = 0; index < values.length; index++) {
    const next = values[index] ?? 0
    const nextSlope = int16(next - value)
    const folded = fold(prediction === 1 ? nextSlope : int16(nextSlope - slope))
    into[index] = folded
    into[values.length + index] = folded >>> 8
    value = next
    slope = nextSlope
  }
}

/** What writePlanes wrote. All sums are modulo 2^16, as the differences were. */
export const readPlanes = (planes: Uint8Array, prediction: Prediction): Int16Array => {
  const values = new Int16Array(planes.length / 2)
  let [value, slope] = [0, 0]
  for (let index = 0; index < values.length; index++) {
    const folded = (planes[index] ?? 0) | ((planes[values.length + index] ?? 0) << 8)
    const difference = (folded >>> 1) ^ -(folded & 1)
    slope = prediction === 1 ? difference : int16(slope + difference)
    value = int16(value + slope)
    values[index] = value
  }
  return values
}
