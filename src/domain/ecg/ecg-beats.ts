import { createBeatClassifier, type Beat } from './beat-classifier'
import { judgeByShape } from './beat-groups'
import type { BeatKind } from './beat-judgement'
import { createBeatStream } from './beat-stream'
import type { Learned } from './qrs-detector'
import type { Probed } from './quality-probe'
import { judgeQuality, measureQuality, type Quality } from './signal-quality'
import type { WaveformReading } from './waveform'

/** A hole of up to so many milliseconds is bridged by a line; a longer one is unknown (C354). */
const bridgedMs = 200

/** Milliseconds of signal before and after a beat that its kind is told by (beat-shape). */
const [toldBefore, toldAfter] = [120, 160]

/** A beat of a signal: `at` in epoch milliseconds. */
export interface EcgBeat {
  readonly at: number
  /** 'unclear': a beat whose kind cannot be told where the signal is poor or cut off. */
  readonly kind: BeatKind | 'unclear'
  /** Milliseconds since the beat before; null: what lies between is not known, or there is none. */
  readonly interval: number | null
  /** Where the QRS begins and ends, epoch milliseconds. */
  readonly from: number
  readonly to: number
  /** To the shapes of this heart, 0 to 1: low is noise. */
  readonly likeness: number
  /** Whether it lies among beats of a heart that is seen well. */
  readonly isClear: boolean
}

/** A signal that moves less than this, mV, for two seconds is no heart. */
const stillMillivolts = 0.01
const stillMs = 2000

/** Samples without a hole: epoch milliseconds. */
export interface KnownSpan {
  readonly from: number
  to: number
}

/** How good a stretch without a hole was, from its first second on. */
export interface MeasuredSpan extends KnownSpan {
  readonly quality: readonly Quality[]
}

/** What is known of a signal beside its beats. */
export interface SignalKnown {
  /** Where there are samples. */
  readonly spans: readonly KnownSpan[]
  /** Where the line did not move at all. */
  readonly flat: readonly KnownSpan[]
  /** Where its quality is too poor to be analysed. */
  readonly poor: readonly KnownSpan[]
  readonly measured: readonly MeasuredSpan[]
}

/** Tells of the beats of each span, and of its quality. Seconds count from `zero`. */
const qualify = (
  {
    beats,
    waves,
    spans,
    probes,
    zero,
  }: {
    readonly beats: readonly Beat[]
    readonly waves: readonly number[]
    readonly spans: readonly KnownSpan[]
    readonly probes: readonly Probed[]
    readonly zero: number
  },
  to: {
    readonly found: (beat: EcgBeat) => void
    readonly measured: MeasuredSpan[]
    readonly poor: KnownSpan[]
  },
): void => {
  let told = 0
  for (const [nth, span] of spans.entries()) {
    const start = (span.from - zero) / 1000
    const until = nth === spans.length - 1 ? Infinity : (span.to - zero) / 1000
    const inside: Beat[] = []
    for (let beat = beats[told]; beat !== undefined && beat.at <= until; beat = beats[told]) {
      inside.push({ ...beat, at: beat.at - start })
      told += 1
    }
    const probed = probes[nth] ?? { others: [], seconds: [] }
    const quality = measureQuality(
      probed,
      inside,
      waves.map((at) => at - start),
    )
    const judged = judgeQuality(inside, quality)
    to.measured.push({ ...span, quality })
    for (const one of judged.poor)
      to.poor.push({
        from: span.from + one.from * 1000,
        to: Math.min(span.to, span.from + one.to * 1000),
      })
    for (const [index, beat] of inside.entries()) {
      const at = zero + (start + beat.at) * 1000
      const isClear = judged.isClear[index] === true
      to.found({
        at,
        kind:
          beat.kind === 'normal' ||
          (isClear && at - toldBefore >= span.from && at + toldAfter <= span.to)
            ? beat.kind
            : 'unclear',
        interval: beat.interval === null ? null : beat.interval * 1000,
        likeness: beat.likeness,
        isClear,
        from: at + beat.onset * 1000,
        to: at + beat.offset * 1000,
      })
    }
  }
}

/**
 * The beats of one lead, run after run, in order of time, told to `found` at the end, when the
 * signal's quality says which kinds can be told (signal-quality). Across up to 200 ms between runs
 * it goes on; over a longer hole only what was learned is kept. Overlaps are left out.
 */
export const createEcgBeats = (found: (beat: EcgBeat) => void) => {
  const spans: KnownSpan[] = []
  const probes: Probed[] = []
  let learned: Learned | null = null
  let stream: ReturnType<typeof createBeatStream> | null = null
  let [frequency, end, last] = [0, 0, 0]
  let isAfterGap = true
  // Seconds from the first sample of all keep the classifier's arithmetic exact.
  let zero: number | null = null
  const beats: Beat[] = []
  const waves: number[] = []
  const classifier = createBeatClassifier(
    (beat) => {
      beats.push(beat)
    },
    (at) => {
      waves.push(at)
    },
  )
  const measured: MeasuredSpan[] = []
  const poor: KnownSpan[] = []
  const flat: KnownSpan[] = []
  let [still, stillFrom] = [0, 0]
  const moved = (value: number, at: number): void => {
    if (at - stillFrom >= stillMs) flat.push({ from: stillFrom, to: at })
    still = value
    stillFrom = at
  }
  const finish = (): void => {
    if (stream !== null) moved(0, end)
    if (stream !== null) {
      const ended = stream.end()
      learned = ended.learned
      probes.push(ended.probed)
    }
    stream = null
    isAfterGap = true
  }
  const begin = (at: number, hertz: number): NonNullable<typeof stream> => {
    finish()
    zero ??= at
    frequency = hertz
    end = at
    spans.push({ from: at, to: at })
    stillFrom = at
    const offset = (at - zero) / 1000
    return createBeatStream(
      hertz,
      (beat) => {
        classifier.push({ ...beat, at: beat.at + offset }, isAfterGap)
        isAfterGap = false
      },
      learned,
    )
  }
  return {
    /** Runs of samples in mV, oldest first. */
    push({ startedAt, frequency: hertz, samples }: WaveformReading): void {
      const step = 1000 / hertz
      const hole = startedAt - end
      const goesOn = stream !== null && hertz === frequency && hole <= bridgedMs
      const active =
        goesOn && stream !== null
          ? stream
          : begin(stream === null ? startedAt : Math.max(startedAt, end), hertz)
      stream = active
      const first = Math.max(0, Math.round((end - startedAt) / step))
      if (goesOn && first < samples.length) {
        const missing = Math.max(0, Math.round(hole / step))
        const next = samples[first] ?? 0
        for (let index = 1; index <= missing; index++)
          active.push(last + ((next - last) * index) / (missing + 1))
      }
      for (let index = first; index < samples.length; index++) {
        const sample = samples[index] ?? 0
        if (Math.abs(sample - still) > stillMillivolts) moved(sample, startedAt + index * step)
        active.push(sample)
      }
      if (first >= samples.length) return
      last = samples[samples.length - 1] ?? 0
      end = startedAt + samples.length * step
      const span = spans.at(-1)
      if (span !== undefined) span.to = end
    },
    end(): void {
      finish()
      classifier.end()
      qualify(
        { beats: judgeByShape(beats), waves, spans, probes, zero: zero ?? 0 },
        { found, measured, poor },
      )
    },
    /** After end(). */
    known: (): SignalKnown => ({ spans, flat, poor, measured }),
  }
}
