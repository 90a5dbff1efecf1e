/** Draws a 32-bit unsigned integer from a cryptographic source. Handed in, so that this file stays pure. */
export type Draw = () => number

const range = 2 ** 32

/**
 * A whole number in [0, below), every one equally likely: draws that would favour small numbers are thrown away.
 * Throws RangeError when `below` is not in 1 to 2^32.
 */
export const uniform = (below: number, draw: Draw): number => {
  if (!Number.isInteger(below) || below < 1 || below > range) throw new RangeError(`cannot draw below ${below}`)
  const limit = range - (range % below)
  for (;;) {
    const drawn = draw()
    if (drawn < limit) return drawn % below
  }
}

const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

/**
 * Three random words, joined by dashes, one of them (at random) with a capital letter (P112).
 * From the 7,772 words of the EFF long list without a dash that is 38.8 bits, and 1.6 more for the capital: over 40.
 */
export const threeWords = (words: readonly string[], draw: Draw): string => {
  const usable = words.filter((word) => /^[a-z]+$/.test(word))
  const big = uniform(3, draw)
  return [0, 1, 2].map((place) => {
    const word = usable[uniform(usable.length, draw)] ?? ''
    return place === big ? capitalised(word) : word
  }).join('-')
}

/** Bits of chance in a password of `threeWords`. */
export const bitsOfChance = (words: readonly string[]): number =>
  3 * Math.log2(words.filter((word) => /^[a-z]+$/.test(word)).length) + Math.log2(3)
