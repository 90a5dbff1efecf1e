/** One 90-second window as it was recorded: evenly spaced samples, mV. */
export interface Signal {
  /** Epoch milliseconds of the first sample. */
  readonly startedAt: number
  readonly hertz: number
  readonly samples: Float32Array
}

/**
 * What is seen: milliseconds from the window's first sample to the left edge, and how many
 * milliseconds there are across.
 */
export interface Seen {
  readonly left: number
  readonly span: number
}

/**
 * One way to draw an ECG. Whatever it needs of a signal in its best form was made when it was
 * mounted; what it makes anew for a window or a frame is measured.
 */
export interface Contender {
  /**
   * Another window, by its number, seen from its beginning. Resolves at the latest when it is on
   * the canvas.
   */
  show(window: number, seen: Seen): void | Promise<void>
  /** The same window, moved. Called once a frame. */
  move(seen: Seen): void
  /** Paper speed, mm/s, where more than `seen` hangs on it. */
  setSpeed?(speed: PaperSpeed): void | Promise<void>
  /** Reads a window from its bytes without a screen around it. */
  load?(window: number): Promise<void>
}

/** `host` has its width and height. */
export type Mount = (
  host: HTMLElement,
  signals: readonly Signal[],
) => Contender | Promise<Contender>

/** Paper speed, mm/s. */
export type PaperSpeed = 10 | 25 | 100

/** What the page offers to whoever measures it (`window.ecgBench`). */
export interface EcgBench {
  /**
   * Fetches `windows` windows of 90 s at that many samples a second, and puts a contender in place
   * with the first of them.
   */
  mount(name: string, hertz: number, windows: number): Promise<void>
  setSpeed(next: PaperSpeed): Promise<void>
  /**
   * Shows a window between the marks `draw` and `drawn`, which are made in tasks of their own: a
   * mark costs a part of what is measured. Nobody is given a frame who does not ask for one; the
   * frames that were asked for are over by then.
   */
  draw(window: number): Promise<void>
  /**
   * Moves by what the paper speed moves in a sixtieth of a second, a mark `frame` at the beginning
   * of each.
   */
  pan(frames: number): Promise<void>
  /** Reads a window, without a screen, between the marks `load` and `loaded`. */
  load(window: number): Promise<void>
  /** How long the page is held that reads the same window as JSON numbers itself, milliseconds. */
  parse(window: number): number
}

/** Millivolts at the upper and lower edge: the range that the portal shows first. */
export const edgeMv = 2

/** First and last sample that are seen, with one to spare on both sides. */
export const seenSamples = (
  { hertz, samples }: Signal,
  { left, span }: Seen,
): readonly [number, number] => [
  Math.max(0, Math.floor((left * hertz) / 1000) - 1),
  Math.min(samples.length, Math.ceil(((left + span) * hertz) / 1000) + 2),
]

/** Seconds of each sample from the window's first one. */
export const secondsOf = ({ hertz, samples }: Signal): Float64Array =>
  Float64Array.from(samples, (_, at) => at / hertz)

/**
 * Least and largest sample of each pixel that is seen, in the order of time: what a caller does who
 * decimates for a library.
 */
export const decimated = (
  signal: Signal,
  seconds: Float64Array,
  seen: Seen,
  width: number,
): { readonly at: Float64Array; readonly mv: Float64Array } => {
  const { samples } = signal
  const [from, to] = seenSamples(signal, seen)
  const perBucket = Math.max(1, (to - from) / width)
  const [at, mv] = [new Float64Array(2 * width), new Float64Array(2 * width)]
  let count = 0
  for (let bucket = 0; bucket < width; bucket++) {
    const [begin, end] = [
      from + Math.floor(bucket * perBucket),
      Math.min(to, from + Math.floor((bucket + 1) * perBucket)),
    ]
    if (begin >= end) continue
    let [low, high] = [begin, begin]
    for (let index = begin; index < end; index++) {
      const value = samples[index] ?? 0
      if (value < (samples[low] ?? 0)) low = index
      if (value > (samples[high] ?? 0)) high = index
    }
    for (const index of low === high ? [low] : low < high ? [low, high] : [high, low]) {
      at[count] = seconds[index] ?? 0
      mv[count] = samples[index] ?? 0
      count++
    }
  }
  return { at: at.subarray(0, count), mv: mv.subarray(0, count) }
}
