/**
 * Where a signal cannot be told from ventricular fibrillation: strong, fast, nearly a sine whose
 * rate and height wander, and no QRS in it. What it is measured by: leakage of the filter at half
 * the mean period (Kuo S., Dillman R., "Computer detection of ventricular fibrillation", Computers
 * in Cardiology, 347-349, 1978), the share of the power between 2.5 and 8 Hz (after Barro S. et al.,
 * "Algorithmic sequential decision-making in the frequency domain for life threatening ventricular
 * arrhythmias", Journal of Biomedical Engineering 11, 320-328, 1989), and what stands out above 12
 * Hz, as a QRS does also under the movement of an electrode. The limits are ours, set on made
 * fibrillation, made noise and the records 100, 105, 119 and 200.
 */
import type { KnownSpan } from './ecg-beats'
import { createEvenRate, rate } from './even-rate'
import { quantile } from './signal-quality'
import type { WaveformReading } from './waveform'

/** A hole of up to so many milliseconds is bridged, as in ecg-beats. */
const bridgedMs = 200
const secondMs = 1000
/** What is judged at once, seconds. */
const windowSeconds = 4
/** It must last so long to be told; so short a break does not end it. */
const leastMs = 10_000
const breakMs = 2000

/** mV rms between 2.5 and 8 Hz: less is a quiet line, which is told as asystole. */
const leastStrong = 0.08
const leastShare = 0.58
const mostLeakage = 0.46
/** The highest hundredth above 12 Hz, against the rms between 2.5 and 8 Hz. */
const mostFast = 1.1
/** The highest hundredth above 20 Hz against its median: more are spikes, as of a QRS. */
const mostSpiked = 6
/** From so much on they are beats. */
const leastOfBeats = 10

/** A second-order Butterworth filter at `rate`. */
const createFilter = (kind: 'low' | 'high', hertz: number) => {
  const angle = (2 * Math.PI * hertz) / rate
  const alpha = Math.sin(angle) * Math.SQRT1_2
  const cosine = Math.cos(angle)
  const edge = kind === 'low' ? 1 - cosine : 1 + cosine
  const middle = kind === 'low' ? edge : -edge
  let [one, two, before, last] = [0, 0, 0, 0]
  return (value: number): number => {
    const next =
      ((edge / 2) * (value + two) + middle * one + 2 * cosine * before - (1 - alpha) * last) /
      (1 + alpha)
    ;[one, two] = [value, one]
    ;[before, last] = [next, before]
    return next
  }
}
const band = (low: number, high: number) => {
  const [above, below] = [createFilter('high', low), createFilter('low', high)]
  return (value: number): number => below(above(value))
}

/** Falls off twice as steeply on its lower side. */
const steepBand = (low: number, high: number) => {
  const [once, rest] = [createFilter('high', low), band(low, high)]
  return (value: number): number => rest(once(value))
}

/** What a window shows: a signal like ventricular fibrillation, beats of a heart, or neither. */
type Look = 'chaotic' | 'beats' | 'neither'

interface Filtered {
  readonly whole: number[]
  readonly slow: number[]
  readonly fast: number[]
  readonly spikes: number[]
}

const powerOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value * value, 0)
const sizes = (values: readonly number[]): readonly number[] => values.map(Math.abs)
/** Of what does not move at all there are no spikes. */
const spikedOf = (values: readonly number[]): number => {
  const sized = sizes(values)
  return quantile(sized, 0.99) / Math.max(1e-6, quantile(sized, 0.5))
}

/** How far a signal is from a sine of its own mean period, 0 to 1. */
const leakageOf = (values: readonly number[]): number => {
  let [height, slope] = [0, 0]
  for (let index = 1; index < values.length; index++) {
    height += Math.abs(values[index] ?? 0)
    slope += Math.abs((values[index] ?? 0) - (values[index - 1] ?? 0))
  }
  const half = Math.max(1, Math.round((Math.PI * height) / Math.max(1e-9, slope)))
  let [left, all] = [0, 0]
  for (let index = half; index < values.length; index++) {
    const [value, earlier] = [values[index] ?? 0, values[index - half] ?? 0]
    left += Math.abs(value + earlier)
    all += Math.abs(value) + Math.abs(earlier)
  }
  return left / Math.max(1e-9, all)
}

const lookOf = ({ whole, slow, fast, spikes }: Filtered): Look => {
  const power = powerOf(slow)
  const strong = Math.sqrt(power / Math.max(1, slow.length))
  const isWave =
    strong >= leastStrong &&
    power >= leastShare * powerOf(whole) &&
    leakageOf(whole) <= mostLeakage &&
    quantile(sizes(fast), 0.99) <= mostFast * strong
  const spiked = spikedOf(spikes)
  if (isWave && spiked <= mostSpiked) return 'chaotic'
  return spiked >= leastOfBeats ? 'beats' : 'neither'
}

/** One lead without a hole, judged second by second as it comes. */
const createLead = (startedAt: number, frequency: number, from: number) => {
  const looks: { readonly at: number; readonly look: Look }[] = []
  const filters = {
    whole: band(1, 30),
    slow: band(2.5, 8),
    fast: band(12, 30),
    spikes: steepBand(20, 45),
  }
  const kept: Filtered = { whole: [], slow: [], fast: [], spikes: [] }
  let [count, zero] = [0, 0]
  const take = (value: number): void => {
    if (count === 0) zero = value
    count += 1
    for (const part of ['whole', 'slow', 'fast', 'spikes'] as const)
      kept[part].push(filters[part](value - zero))
    if (count % rate !== 0 || count < windowSeconds * rate) return
    const at = startedAt + (count / rate - windowSeconds) * secondMs
    if (at + windowSeconds * secondMs > from) looks.push({ at, look: lookOf(kept) })
    for (const part of ['whole', 'slow', 'fast', 'spikes'] as const) kept[part].splice(0, rate)
  }
  const even = createEvenRate(frequency, take)
  let [end, last] = [startedAt, 0]
  return {
    frequency,
    looks,
    end: (): number => end,
    push({ startedAt: begin, samples }: WaveformReading): void {
      const step = secondMs / frequency
      const first = Math.max(0, Math.round((end - begin) / step))
      const missing = Math.max(0, Math.round((begin - end) / step))
      if (count > 0 && first < samples.length)
        for (let index = 1; index <= missing; index++)
          even.push(last + (((samples[first] ?? 0) - last) * index) / (missing + 1))
      for (let index = first; index < samples.length; index++) even.push(samples[index] ?? 0)
      if (first >= samples.length) return
      last = samples[samples.length - 1] ?? 0
      end = begin + samples.length * step
    },
  }
}
type Lead = ReturnType<typeof createLead>

/** A second reading of the same time is another lead. So much may overlap, milliseconds. */
const overlapMs = 1000

/** @param runs oldest first */
const leadsOf = (runs: readonly WaveformReading[], from: number): readonly Lead[] => {
  const leads: Lead[] = []
  for (const run of runs) {
    const follows = leads.find(
      (lead) =>
        lead.frequency === run.frequency &&
        run.startedAt - lead.end() <= bridgedMs &&
        run.startedAt - lead.end() >= -overlapMs,
    )
    const lead = follows ?? createLead(run.startedAt, run.frequency, from)
    if (follows === undefined) leads.push(lead)
    lead.push(run)
  }
  return leads
}

/**
 * Where ventricular fibrillation cannot be excluded, epoch milliseconds: for ten seconds and more,
 * and not where another reading of the same time shows beats.
 * @param runs oldest first
 * @param from what ends earlier is not looked at; the signal before it sets the filters in
 */
export const chaoticSpans = (
  runs: readonly WaveformReading[],
  from: number,
): readonly KnownSpan[] => {
  const leads = leadsOf(runs, from)
  const windowMs = windowSeconds * secondMs
  const spans = leads
    .flatMap((lead) =>
      lead.looks
        .filter(
          ({ at, look }) =>
            look === 'chaotic' &&
            !leads.some(
              (other) =>
                other !== lead &&
                other.looks.some(
                  (one) => one.look === 'beats' && one.at < at + windowMs && one.at + windowMs > at,
                ),
            ),
        )
        .map(({ at }) => ({ from: at, to: at + windowMs })),
    )
    .toSorted((a, b) => a.from - b.from)
  const whole: KnownSpan[] = []
  for (const span of spans) {
    const last = whole.at(-1)
    if (last !== undefined && span.from <= last.to + breakMs) last.to = Math.max(last.to, span.to)
    else whole.push({ ...span })
  }
  return whole.filter((span) => span.to - span.from >= leastMs)
}
