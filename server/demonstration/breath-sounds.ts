import { gaussian, randomOf } from './random'

/** What a chest sounds like. */
export type BreathKind = 'normal' | 'crackles' | 'wheeze'

/** Hz: breath sounds are below 2 kHz. */
const samplesPerSecond = 4_000
const seconds = 8
const breathsPerMinute = 15

/** How loud the air is at a moment of a breath, 0 to 1: in for two fifths, out and quieter for as long, then still. */
const flowAt = (part: number): number =>
  part < 0.4
    ? Math.sin((part / 0.4) * Math.PI)
    : part < 0.8
      ? 0.55 * Math.sin(((part - 0.4) / 0.4) * Math.PI)
      : 0

/** Sample values from -1 to 1. `seed` tells one place of one patient from another. */
const samplesOf = (kind: BreathKind, seed: string): Float64Array => {
  const random = randomOf('breath', kind, seed)
  const samples = new Float64Array(seconds * samplesPerSecond)
  let [smooth, smoother] = [0, 0]
  // A crackle is a short tone that dies within milliseconds, late in breathing in.
  let [crackle, crackleHz] = [0, 0]
  const pitch = 320 + random() * 160
  for (let n = 0; n < samples.length; n += 1) {
    const at = n / samplesPerSecond
    const part = ((at * breathsPerMinute) / 60) % 1
    const flow = flowAt(part)
    // Moving air is noise without its high part.
    smooth += 0.35 * (gaussian(random) - smooth)
    smoother += 0.35 * (smooth - smoother)
    let value = smoother * flow * 0.5
    if (kind === 'crackles' && part > 0.2 && part < 0.4 && random() < 0.008)
      [crackle, crackleHz] = [0.5 + random() * 0.4, 350 + random() * 500]
    value += crackle * Math.sin(2 * Math.PI * crackleHz * at)
    crackle *= 0.97
    if (kind === 'wheeze' && part > 0.4)
      value += 0.4 * flow * Math.sin(2 * Math.PI * pitch * at + 3 * Math.sin(at * 5))
    samples[n] = Math.max(-1, Math.min(1, value))
  }
  return samples
}

/** A breath sound as WAV: 16 bit, one channel, 8 s. */
export const breathSound = (kind: BreathKind, seed: string): Buffer => {
  const samples = samplesOf(kind, seed)
  const wav = Buffer.alloc(44 + samples.length * 2)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(samplesPerSecond, 24)
  wav.writeUInt32LE(samplesPerSecond * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(samples.length * 2, 40)
  samples.forEach((value, n) => wav.writeInt16LE(Math.round(value * 32_000), 44 + n * 2))
  return wav
}
