/** Lowest and highest of blocks of samples, and of blocks of blocks. */
export interface Pyramid {
  readonly samples: Float32Array
  readonly levels: readonly { readonly least: Float32Array; readonly largest: Float32Array }[]
}

const fan = 8

const levelOver = (least: Float32Array, largest: Float32Array): Pyramid['levels'][number] => {
  const count = Math.ceil(least.length / fan)
  const above = { least: new Float32Array(count), largest: new Float32Array(count) }
  for (let block = 0; block < count; block++) {
    let [low, high] = [Infinity, -Infinity]
    for (let at = block * fan; at < Math.min(least.length, (block + 1) * fan); at++) {
      const [a, b] = [least[at] ?? Infinity, largest[at] ?? -Infinity]
      if (a < low) low = a
      if (b > high) high = b
    }
    above.least[block] = low
    above.largest[block] = high
  }
  return above
}

export const pyramidOf = (samples: Float32Array): Pyramid => {
  const levels: Pyramid['levels'][number][] = []
  for (let below = { least: samples, largest: samples }; below.least.length > fan;) {
    below = levelOver(below.least, below.largest)
    levels.push(below)
  }
  return { samples, levels }
}

/** The answer of `rangeOver`: one object for a whole frame, which asks thousands of times. */
export interface Range {
  least: number
  largest: number
}

/**
 * Lowest and highest of the samples `first` to before `end`; Infinity to -Infinity of none. Looks
 * at about 2 · 8 · log8(n) numbers.
 */
export const rangeOver = (
  { samples, levels }: Pyramid,
  first: number,
  end: number,
  into: Range,
): Range => {
  let [low, high] = [Infinity, -Infinity]
  let [from, to] = [Math.max(0, first), Math.min(samples.length, end)]
  let [least, largest] = [samples, samples]
  for (let level = 0; from < to; level++) {
    const above = levels[level]
    const look = (until: number, since: number): void => {
      for (let at = since; at < until; at++) {
        const [a, b] = [least[at] ?? Infinity, largest[at] ?? -Infinity]
        if (a < low) low = a
        if (b > high) high = b
      }
    }
    const [whole, wholeEnd] = [Math.ceil(from / fan), Math.floor(to / fan)]
    if (above === undefined || wholeEnd <= whole) {
      look(to, from)
      break
    }
    look(whole * fan, from)
    look(to, wholeEnd * fan)
    ;[from, to] = [whole, wholeEnd]
    ;[least, largest] = [above.least, above.largest]
  }
  into.least = low
  into.largest = high
  return into
}
