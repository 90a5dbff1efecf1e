/**
 * The one source of chance of a run: everything that happens by chance asks here, so that a seed is
 * a whole story.
 */
export interface Random {
  /** 0 to below 1. */
  next(): number
  /** True with this probability. */
  chance(probability: number): boolean
  /** A number from `low` to below `high`. */
  between(low: number, high: number): number
  /** A whole number from 0 to below `count`. */
  below(count: number): number
  pick<Item>(items: readonly Item[]): Item
  /** Exponentially distributed around a mean. */
  around(mean: number): number
}

/** splitmix32 over the seed: small, fast, and good enough for choosing faults. */
export const randomOf = (seed: number): Random => {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296
  }
  const below = (count: number): number => Math.floor(next() * count)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    between: (low, high) => low + next() * (high - low),
    pick: <Item>(items: readonly Item[]): Item => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('Nothing to pick from')
      return item
    },
    around: (mean) => -Math.log(1 - next()) * mean,
  }
}
