/** Readings further apart than this split the line (C354), milliseconds. */
export const gapMs = 200

export interface Run {
  /** Epoch milliseconds of the first sample; with fractions. */
  readonly startedAt: number
  readonly frequency: number
  readonly samples: Float32Array
  /** The line goes on from the last sample of the run before. */
  readonly joins: boolean
}

/** Where samples are missing, epoch milliseconds. */
export interface Gap {
  readonly from: number
  readonly to: number
}

export interface Trace {
  /** By time; no two cover the same instant. */
  readonly runs: readonly Run[]
  readonly gaps: readonly Gap[]
  /** What another reading says of a time that a run covers, where the two disagree. */
  readonly others: readonly Run[]
  /** Where that is, by its beginning. */
  readonly conflicts: readonly Gap[]
}

export interface TraceReading {
  readonly startedAt: number
  readonly frequency: number
  readonly samples: Float32Array
}

/** When a run ends: one sample's time after its last. */
export const endOfRun = ({ startedAt, frequency, samples }: TraceReading): number =>
  startedAt + (samples.length * 1000) / frequency

/** Cuts an overlap: the earlier reading counts, on its own grid of samples. */
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

/** mV, mean over the time that two readings share: more is no rounding, and no clock a fraction apart. */
const sameMillivolts = 0.05

/** The part of a reading that runs cover already, if it says something else there. */
const disagreeing = (runs: readonly Run[], reading: TraceReading, end: number): Run | null => {
  const shared = Math.min(
    reading.samples.length,
    Math.ceil(((end - reading.startedAt) * reading.frequency) / 1000 - 0.5),
  )
  let [sum, count] = [0, 0]
  for (let index = 0; index < shared; index++) {
    const before = sampleOf(runs, reading.startedAt + (index * 1000) / reading.frequency)
    if (before === null) continue
    sum += Math.abs((reading.samples[index] ?? 0) - before)
    count += 1
  }
  return count === 0 || sum / count <= sameMillivolts
    ? null
    : { ...reading, samples: reading.samples.subarray(0, shared), joins: false }
}

/** Readings as lines to draw, split at gaps over 200 ms. Samples are checked before: finite, mV. */
export const traceOf = (readings: readonly TraceReading[]): Trace => {
  const runs: Run[] = []
  const gaps: Gap[] = []
  const others: Run[] = []
  let end: number | null = null
  for (const reading of readings.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const other = end === null ? null : disagreeing(runs, reading, end)
    if (other !== null) others.push(other)
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
  const conflicts = others.map((other) => ({ from: other.startedAt, to: endOfRun(other) }))
  return { runs, gaps, others, conflicts }
}

/** First sample's time, and one sample's time after the last; null of an empty trace. */
export const extentOf = ({ runs }: Trace): Gap | null => {
  const [first, last] = [runs[0], runs.at(-1)]
  return first === undefined || last === undefined
    ? null
    : { from: first.startedAt, to: endOfRun(last) }
}

/** The sample nearest to an instant, mV; null in a gap and outside. */
export const sampleAt = ({ runs }: Trace, instant: number): number | null => sampleOf(runs, instant)

const sampleOf = (runs: readonly Run[], instant: number): number | null => {
  for (const run of runs) {
    const index = Math.round(((instant - run.startedAt) * run.frequency) / 1000)
    if (index >= 0 && index < run.samples.length) return run.samples[index] ?? null
  }
  return null
}
