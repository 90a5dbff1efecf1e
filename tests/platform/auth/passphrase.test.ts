import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import {
  generatePassphrase,
  minimumPassphraseLength,
  passphraseWords,
  randomBelow,
} from '../../../src/platform/auth'

describe('a generated passphrase', () => {
  test('is three words of the list joined by hyphens, at least 12 characters long', async () => {
    const words = new Set(await passphraseWords())
    for (let turn = 0; turn < 500; turn += 1) {
      const passphrase = generatePassphrase([...words])
      const parts = passphrase.split('-')
      expect(parts).toHaveLength(3)
      for (const part of parts) expect(words.has(part)).toBe(true)
      expect(passphrase.length).toBeGreaterThanOrEqual(minimumPassphraseLength)
    }
  })

  test('O465 is one of at least 2^38, drawn from a large word list', async () => {
    const plain = (await passphraseWords()).filter((word) => /^[a-z]{3,}$/u.test(word))
    expect(new Set(plain).size).toBe(plain.length)
    expect(3 * Math.log2(plain.length)).toBeGreaterThanOrEqual(38)
  })

  test('too short a draw is drawn again', () => {
    const words = [
      ...Array.from(
        { length: 999 },
        (_, n) =>
          `word${'abcdefghij'[n % 10]}${'abcdefghij'[Math.floor(n / 10) % 10]}${'abcdefghij'[Math.floor(n / 100)]}`,
      ),
      'abc',
    ]
    const short = words.length - 1
    const draws = [short, short, short, 0, 1, 2]
    expect(generatePassphrase(words, () => draws.shift() ?? 0)).toBe(
      `${words[0]}-${words[1]}-${words[2]}`,
    )
    expect(draws).toEqual([])
  })

  test('from a list too short to be safe is refused', () => {
    expect(() => generatePassphrase(['one', 'two', 'three'])).toThrow(RangeError)
  })
})

describe('a random number', () => {
  test('lies below the limit, whatever the generator gives', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 32 }), (below) => {
        const value = randomBelow(below)
        return Number.isInteger(value) && value >= 0 && value < below
      }),
    )
  })

  test('throws away the draws that would make small numbers likelier', () => {
    // 2^32 is 7776 * 552336 + 1984 … so the last 1,984 draws may not count.
    const last = 2 ** 32 - 1
    const draws = [last, 2 ** 32 - (2 ** 32 % 7776), 12_345]
    const generator = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      if (array instanceof Uint32Array) array[0] = draws.shift() ?? 0
      return array
    })
    expect(randomBelow(7776)).toBe(12_345 % 7776)
    expect(generator).toHaveBeenCalledTimes(3)
  })

  test('is never asked of Math.random in this folder', () => {
    expect(readFileSync('src/platform/auth/passphrase.ts', 'utf8')).not.toContain('Math.random')
  })

  test('refuses limits that are no limits', () => {
    for (const below of [0, -1, 1.5, Number.NaN, 2 ** 32 + 1])
      expect(() => randomBelow(below)).toThrow(RangeError)
  })
})
