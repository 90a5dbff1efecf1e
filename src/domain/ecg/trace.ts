/** Readings further apart than this split the line (C354), milliseconds. */
export const gapMs = 200

/** A run of evenly spaced samples that a line is drawn through. */
export interface Run {
  /** Epoch milliseconds of the first sample; with fractions. */
  readonly startedAt: number
  /** Hz. */
  readonly frequency: number
  /** mV. */
  readonly samples: Float32Array
  /** The line goes on from the last sample of the run before. */
  readonly joins: boolean
}

/**
 * Where samples are missing: from one sample's time after the last to the next one, epoch
 * milliseconds.
 */
export interface Gap {
  readonly from: number
  readonly to: number
}

export interface Trace {
  /** By time; no two cover the same instant. */
  readonly runs: readonly Run[]
  readonly gaps: readonly Gap[]
}

export interface TraceReading {
  readonly startedAt: number
  readonly frequency: number
  readonly samples: Float32Array
}

/** When a run ends: one sample's time after its last. */
export const endOfRun = ({ startedAt, frequency, samples }: TraceReading): number =>
  startedAt + (samples.length * 1000) / frequency

/**
 * Readings that overlap say the same time twice; the earlier one counts and the later is cut to
 * what it adds, on its own grid of samples.
 */
const cutBefore = (reading: TraceReading, instant: number): TraceReading | null => {
  // Two clocks may be a fraction of a sample apart: half a sample's time is no overlap.
  const skipped = Math.ceil(((instant - reading.startedAt) * reading.frequency) / 1000 - 0.5)
  if (skipped <= 0) return reading
  if (skipped >= reading.samples.length) return null
  return {
    ...reading,
    startedAt: reading.startedAt + (skipped * 1000) / reading.frequency,
    samples: reading.samples.subarray(skipped),
  }
}

/**
 * Readings as lines to draw, split where more than 200 ms are missing. What the samples are is the
 * border's to have checked: finite, in mV.
 */
export const traceOf = (readings: readonly TraceReading[]): Trace => {
  const runs: Run[] = []
  const gaps: Gap[] = []
  let end: number | null = null
  for (const reading of readings.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const added = end === null ? reading : cutBefore(reading, end)
    if (added === null || added.samples.length === 0) continue
    const missing: number = end === null ? Infinity : added.startedAt - end
    const joins = missing <= gapMs
    if (end !== null && !joins) gaps.push({ from: end, to: added.startedAt })
    runs.push({
      startedAt: added.startedAt,
      frequency: added.frequency,
      samples: added.samples,
      joins,
    })
    end = endOfRun(added)
  }
  return { runs, gaps }
}

/** First sample's time, and one sample's time after the last; null of an empty trace. */
export const extentOf = ({ runs }: Trace): Gap | null => {
  const [first, last] = [runs[0], runs.at(-1)]
  return first === undefined || last === undefined
    ? null
    : { from: first.startedAt, to: endOfRun(last) }
}

/** The sample nearest to an instant, mV; null in a gap and outside. */
export const sampleAt = ({ runs }: Trace, instant: number): number | null => {
  for (const run of runs) {
    const index = Math.round(((instant - run.startedAt) * run.frequency) / 1000)
    if (index >= 0 && index < run.samples.length) return run.samples[index] ?? null
  }
  return null
}
