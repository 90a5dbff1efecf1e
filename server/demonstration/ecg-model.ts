/**
 * Synthetic single-lead ECG after McSharry P. E., Clifford G. D., Tarassenko L., Smith L. A., "A
 * dynamical model for generating synthetic electrocardiogram signals", IEEE Transactions on
 * Biomedical Engineering 50(3), 289-294, 2003. The point starts on the limit cycle, where dx and dy
 * come down to dθ/dt = ω, so only θ and z are integrated. Widths and angles follow the heart rate
 * as in the authors' ecgsyn. Ours: premature ventricular beats (early, without P, wide, discordant,
 * with a full pause), and a rest between complexes, so that an irregular heart's QRS keeps its
 * width.
 */
import { gaussian, randomOf, type Random } from './random'

/** One event: angle in radians (R is 0), pull, width in radians. */
interface EcgEvent {
  readonly angle: number
  readonly pull: number
  readonly width: number
}
interface Beat {
  readonly durationS: number
  readonly ventricular: boolean
}

/** Table I of the paper. */
const normalEvents: readonly EcgEvent[] = [
  { angle: -Math.PI / 3, pull: 1.2, width: 0.25 },
  { angle: -Math.PI / 12, pull: -5, width: 0.1 },
  { angle: 0, pull: 30, width: 0.1 },
  { angle: Math.PI / 12, pull: -7.5, width: 0.1 },
  { angle: Math.PI / 2, pull: 0.75, width: 0.4 },
]
/** Atrial fibrillation has no P wave. */
const fibrillatingEvents = normalEvents.slice(1)
const ventricularEvents: readonly EcgEvent[] = [
  { angle: -0.15, pull: 7, width: 0.26 },
  { angle: 0.45, pull: -2.6, width: 0.3 },
  { angle: 1.5, pull: -0.9, width: 0.45 },
]

/** Millivolts per unit of z, so that a normal R wave is about 1.1 mV. */
const gainMillivolts = 23

/** How one heart beats. */
export interface Rhythm {
  readonly seed: string
  readonly beatsPerMinute: number
  readonly breathsPerMinute: number
  /** Share of beats that are premature ventricular ones, 0 to 0.3. */
  readonly ectopy: number
  /** Share of RR variation, 0.03 regular to 0.25 atrial fibrillation. */
  readonly irregularity: number
}

/** Beats that fill `seconds` exactly, so that neighbouring chunks join. */
const beatsOf = (rhythm: Rhythm, startMs: number, seconds: number): readonly Beat[] => {
  const random = randomOf(rhythm.seed, 'beats', startMs)
  const mean = 60 / rhythm.beatsPerMinute
  const beats: Beat[] = []
  // Some stretches of an ectopic heart are bigeminy; some of its early beats come in pairs.
  const isBigeminal = rhythm.ectopy > 0.05 && random() < 0.2
  let total = 0
  let [ventricular, own] = [false, 0]
  while (total < seconds) {
    const at = startMs / 1000 + total
    // Low- and high-frequency variability (0.1 Hz and breathing): the paper's bimodal RR spectrum.
    const slow =
      0.02 * Math.sin(2 * Math.PI * 0.1 * at) +
      0.02 * Math.sin((2 * Math.PI * at * rhythm.breathsPerMinute) / 60)
    const chance = random()
    const isNextVentricular = ventricular
      ? rhythm.ectopy > 0.05 && !isBigeminal && chance < 0.06
      : isBigeminal && beats.length > 20 && beats.length < 60
        ? own >= 1
        : chance < rhythm.ectopy
    const shape = isNextVentricular ? (ventricular ? 0.55 : 0.62) : ventricular ? 1.36 : 1
    const varied = ventricular || isNextVentricular ? 0.3 : 1
    const durationS =
      mean * shape * Math.max(0.5, 1 + slow + varied * rhythm.irregularity * gaussian(random))
    beats.push({ durationS, ventricular })
    total += durationS
    own = ventricular ? 0 : own + 1
    ventricular = isNextVentricular
  }
  return beats.map((beat) => ({ ...beat, durationS: (beat.durationS * seconds) / total }))
}

const angleBetween = (from: number, to: number): number => {
  const turn = (from - to) % (2 * Math.PI)
  if (turn > Math.PI) return turn - 2 * Math.PI
  return turn < -Math.PI ? turn + 2 * Math.PI : turn
}

/** dz/dt of the paper's equation 1, for the angle θ, speed ω and baseline z0. */
const slope = (
  events: readonly EcgEvent[],
  stretch: number,
  angle: number,
  speed: number,
  z: number,
  baseline: number,
): number => {
  let pull = 0
  for (const event of events) {
    const width = event.width * stretch
    const away = angleBetween(
      angle,
      event.angle * (Math.abs(event.angle) > 1 ? Math.sqrt(stretch) : stretch),
    )
    pull -= event.pull * away * Math.exp((-away * away) / (2 * width * width))
  }
  // The pull per turn, without the stretch, so that R keeps its height at every rate.
  return (pull * speed) / (2 * Math.PI * stretch * stretch) - (z - baseline)
}

const samplesOf = (
  rhythm: Rhythm,
  startMs: number,
  seconds: number,
  samplesPerSecond: number,
  noise: Random,
): number[] => {
  // Two plain beats that are dropped let z settle.
  const plain: Beat = { durationS: 60 / rhythm.beatsPerMinute, ventricular: false }
  const beats = [plain, plain, ...beatsOf(rhythm, startMs, seconds)]
  const stretch = Math.sqrt(rhythm.beatsPerMinute / 60)
  const step = 1 / samplesPerSecond
  // A complex takes its time, whatever the interval: what varies is the rest after it.
  const speed = (2 * Math.PI) / plain.durationS
  const complexAt = 0.4 * plain.durationS
  const warmUp = Math.ceil(2 * plain.durationS * samplesPerSecond)
  const out: number[] = []
  let index = 0
  let beatStart = -2 * plain.durationS
  let z = 0
  for (let n = -warmUp; n < seconds * samplesPerSecond; n += 1) {
    const t = n * step
    let beat = beats[index]
    while (beat !== undefined && t >= beatStart + beat.durationS && index < beats.length - 1) {
      beatStart += beat.durationS
      index += 1
      beat = beats[index]
    }
    if (beat === undefined) break
    const turn = speed * (t - beatStart - complexAt)
    const angle = Math.max(-Math.PI, Math.min(Math.PI, turn))
    const isTurning = turn > -Math.PI && turn < Math.PI
    const [now, half, next] = isTurning ? [speed, (speed * step) / 2, speed * step] : [0, 0, 0]
    const baseline =
      0.005 * Math.sin((2 * Math.PI * rhythm.breathsPerMinute * (startMs / 1000 + t)) / 60)
    const events = beat.ventricular
      ? ventricularEvents
      : rhythm.irregularity > 0.1
        ? fibrillatingEvents
        : normalEvents
    const k1 = slope(events, stretch, angle, now, z, baseline)
    const k2 = slope(events, stretch, angle + half, now, z + (k1 * step) / 2, baseline)
    const k3 = slope(events, stretch, angle + half, now, z + (k2 * step) / 2, baseline)
    const k4 = slope(events, stretch, angle + next, now, z + k3 * step, baseline)
    z += ((k1 + 2 * k2 + 2 * k3 + k4) * step) / 6
    if (n >= 0) out.push(z * gainMillivolts + 0.008 * gaussian(noise))
  }
  return out
}

/**
 * One chunk in millivolts: `seconds * samplesPerSecond` samples from `startMs` (unix ms).
 * Deterministic, and chunks join without a step.
 */
export const ecgChunk = (
  rhythm: Rhythm,
  startMs: number,
  seconds: number,
  samplesPerSecond: number,
): number[] =>
  samplesOf(
    rhythm,
    startMs,
    seconds,
    samplesPerSecond,
    randomOf(rhythm.seed, 'noise', startMs),
  ).map((mv) => Math.round(mv * 1000) / 1000)
