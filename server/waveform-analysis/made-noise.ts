/**
 * Noise of electrodes, muscles and nothing at all, made rather than recorded, the same for the same
 * seed. What each kind is like is after Moody G. B., Muldrow W. E., Mark R. G., "A noise stress
 * test for arrhythmia detectors", Computers in Cardiology 11, 381-384, 1984, and Clifford G. D. et
 * al., "Advanced methods and tools for ECG data analysis", Artech House 2006, chapter 3: electrode
 * motion is mostly 1 to 10 Hz with bumps that look like ectopic beats and steps of the baseline,
 * muscle noise is 20 to 120 Hz in bursts. A tremor is a wave of 4 to 6.5 Hz. The figures are ours.
 */
export const noiseKinds = ['motion', 'bumps', 'muscle', 'white', 'wander', 'tremor'] as const
export type NoiseKind = (typeof noiseKinds)[number]

/** Between 0 and 1: a linear congruential generator (Numerical Recipes). */
const createDraw = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** Nearly normally distributed: twelve draws. */
const createNormal = (draw: () => number) => (): number => {
  let sum = -6
  for (let index = 0; index < 12; index++) sum += draw()
  return sum
}

/** Two poles of a low-pass at `hertz`. */
const createLowPass = (hertz: number, frequency: number) => {
  const share = 1 - Math.exp((-2 * Math.PI * hertz) / frequency)
  let [one, two] = [0, 0]
  return (value: number): number => {
    one += share * (value - one)
    two += share * (one - two)
    return two
  }
}

/** White noise between two corners, Hz. */
const band = (low: number, high: number, frequency: number, normal: () => number) => {
  const [upper, lower] = [createLowPass(high, frequency), createLowPass(low, frequency)]
  return (): number => {
    const value = upper(normal())
    return value - lower(value)
  }
}

/** A level that drifts between calm and strong within some seconds. */
const bursts = (frequency: number, normal: () => number) => {
  const slow = createLowPass(0.15, frequency)
  const scale = Math.sqrt(frequency / 0.15)
  return (): number => Math.exp(0.8 * slow(normal() * scale) * 0.7)
}

/** Bumps at random times, as wide as a wide QRS or a T wave, each with a shape of its own. */
const bumpsOf = (count: number, frequency: number, draw: () => number): Float32Array => {
  const samples = new Float32Array(count)
  for (let at = 0; at < count; at += Math.ceil(frequency * (0.15 + 1.6 * draw() ** 2))) {
    const [width, height] = [
      (0.03 + 0.12 * draw()) * frequency,
      (draw() < 0.5 ? -1 : 1) * (0.4 + draw()),
    ]
    const recovery = (0.05 + 0.25 * draw()) * frequency
    const undershoot = 0.6 * draw()
    for (let index = 0; index < 8 * width && at + index < count; index++) {
      const rise = Math.exp(-((index - 2 * width) ** 2) / (2 * (width / 2) ** 2))
      const back =
        index < 2 * width
          ? 0
          : ((index - 2 * width) / recovery) * Math.exp(1 - (index - 2 * width) / recovery)
      samples[at + index] = (samples[at + index] ?? 0) + height * (rise - undershoot * back)
    }
  }
  return samples
}

const makers: Readonly<
  Record<NoiseKind, (count: number, frequency: number, draw: () => number) => Float32Array>
> = {
  motion: (count, frequency, draw) => {
    const next = band(1, 10, frequency, createNormal(draw))
    return Float32Array.from({ length: count }, next)
  },
  bumps: bumpsOf,
  muscle: (count, frequency, draw) => {
    const normal = createNormal(draw)
    const [next, level] = [
      band(20, Math.min(120, frequency / 2.5), frequency, normal),
      bursts(frequency, normal),
    ]
    return Float32Array.from({ length: count }, () => next() * level())
  },
  white: (count, _frequency, draw) => Float32Array.from({ length: count }, createNormal(draw)),
  // A trembling limb: 4 to 6.5 Hz, with its first harmonic, now stronger and now weaker.
  tremor: (count, frequency, draw) => {
    const usual = 4.3 + 1.9 * draw()
    let [phase, hertz, height, wanted, wantedHeight] = [0, usual, 1, usual, 1]
    return Float32Array.from({ length: count }, (_, index) => {
      if (index % frequency === 0)
        [wanted, wantedHeight] = [usual + 0.6 * (draw() - 0.5), 0.5 + draw()]
      hertz += (wanted - hertz) / frequency
      height += (wantedHeight - height) / frequency
      phase += (2 * Math.PI * hertz) / frequency
      return height * (Math.sin(phase) + 0.3 * Math.sin(2 * phase))
    })
  },
  // Breathing and slow movement: waves of which no two are as long.
  wander: (count, frequency, draw) => {
    const waves = Array.from({ length: 12 }, () => ({
      hertz: 0.05 + 0.45 * draw(),
      phase: 2 * Math.PI * draw(),
    }))
    return Float32Array.from({ length: count }, (_, index) =>
      waves.reduce(
        (sum, { hertz, phase }) =>
          sum + Math.sin((2 * Math.PI * hertz * index) / frequency + phase),
        0,
      ),
    )
  },
}

const rmsOf = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / Math.max(1, samples.length))

/** Noise of `rms` millivolts. */
export const madeNoise = (
  kind: NoiseKind,
  {
    count,
    frequency,
    rms,
    seed = 1,
  }: {
    readonly count: number
    readonly frequency: number
    readonly rms: number
    readonly seed?: number
  },
): Float32Array => {
  const draw = createDraw(seed)
  // The first draws of like seeds are alike.
  for (let index = 0; index < 16; index++) draw()
  const samples = makers[kind](count, frequency, draw)
  const scale = rms / (rmsOf(samples) || 1)
  return samples.map((value) => value * scale)
}

/**
 * The rms that noise has at a ratio of signal to noise, after the noise stress test: the signal is
 * the QRS's peak to peak amplitude squared over eight, as of a sine. @param size median QRS, mV peak
 * to peak
 */
export const rmsAt = (decibel: number, size: number): number =>
  Math.sqrt((size * size) / 8 / 10 ** (decibel / 10))
