import { createBeatClassifier } from './beat-classifier'
import type { BeatKind } from './beat-judgement'
import { createBeatStream } from './beat-stream'
import type { Learned } from './qrs-detector'
import type { WaveformReading } from './waveform'

/** A hole of up to so many milliseconds is bridged by a line; a longer one is unknown (C354). */
const bridgedMs = 200

/** A beat of a signal: `at` in epoch milliseconds. */
export interface EcgBeat {
  readonly at: number
  readonly kind: BeatKind
  /** Milliseconds since the beat before; null: what lies between is not known, or there is none. */
  readonly interval: number | null
  /** Where the QRS begins and ends, epoch milliseconds. */
  readonly from: number
  readonly to: number
  /** To the shapes of this heart, 0 to 1: low is noise. */
  readonly likeness: number
}

/** A line that moves by less than this, mV, for two seconds comes from no body. */
const stillMillivolts = 0.01
const stillMs = 2000

/** Samples without a hole: epoch milliseconds. */
export interface KnownSpan {
  readonly from: number
  to: number
}

/**
 * The beats of one lead, run after run, in the order of time: QRS detection (qrs-detector) and kind
 * (beat-classifier). Where a run begins within 200 ms of the last one's end it goes on, so that
 * beats on a border are found; over a longer hole only what was learned of the heart is kept. What
 * overlaps a former run is left out. @param found is told of each beat in order, some ten beats
 * late
 */
export const createEcgBeats = (found: (beat: EcgBeat) => void) => {
  const spans: KnownSpan[] = []
  let learned: Learned | null = null
  let stream: ReturnType<typeof createBeatStream> | null = null
  let [frequency, end, last] = [0, 0, 0]
  let isAfterGap = true
  // Seconds from the first sample of all keep the classifier's arithmetic exact.
  let zero: number | null = null
  const classifier = createBeatClassifier((beat) => {
    const at = (zero ?? 0) + beat.at * 1000
    found({
      at,
      kind: beat.kind,
      interval: beat.interval === null ? null : beat.interval * 1000,
      likeness: beat.likeness,
      from: at + beat.onset * 1000,
      to: at + beat.offset * 1000,
    })
  })
  const flat: KnownSpan[] = []
  let [still, stillFrom] = [0, 0]
  const moved = (value: number, at: number): void => {
    if (at - stillFrom >= stillMs) flat.push({ from: stillFrom, to: at })
    still = value
    stillFrom = at
  }
  const finish = (): void => {
    if (stream !== null) moved(0, end)
    if (stream !== null) learned = stream.end()
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
    },
    /** Where the signal was known. */
    spans: (): readonly KnownSpan[] => spans,
    /** Where the line did not move, after end(). */
    flat: (): readonly KnownSpan[] => flat,
  }
}
