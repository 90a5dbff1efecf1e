/** Hz at which beats are looked for. Every width below is a number of such samples. */
export const rate = 250

/**
 * A running mean over `width` samples: delay (width - 1) / 2, zeros at multiples of rate / width.
 */
export const createMean = (width: number) => {
  const kept = new Float64Array(width)
  let [at, sum, seen] = [0, 0, 0]
  return (value: number): number => {
    // The first sample also counts for those before it: a run that begins off zero is no step.
    if (seen === 0) {
      kept.fill(value)
      sum = value * width
    }
    seen += 1
    sum += value - (kept[at] ?? 0)
    kept[at] = value
    at = at + 1 === width ? 0 : at + 1
    // Sums of floats drift: once a while they are summed anew.
    if (at === 0 && seen > 100_000) {
      seen = 1
      sum = 0
      for (let index = 0; index < width; index++) sum += kept[index] ?? 0
    }
    return sum / width
  }
}

/**
 * Resamples evenly spaced samples to `rate`: linear, after a mean where there are two or more to
 * one.
 */
export const createEvenRate = (frequency: number, take: (value: number) => void) => {
  const width = Math.max(1, Math.round(frequency / rate))
  const mean = createMean(width)
  const step = frequency / rate
  let [next, count, previous] = [0, 0, 0]
  return {
    /** Seconds by which the samples that are handed on are late. */
    delay: (width - 1) / 2 / frequency,
    push(sample: number): void {
      const value = width === 1 ? sample : mean(sample)
      while (next <= count) {
        take(count === 0 ? value : value + (previous - value) * (count - next))
        next += step
      }
      previous = value
      count += 1
    },
  }
}
