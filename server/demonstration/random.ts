import { v5 } from 'uuid'

/** Numbers from 0 up to 1, the same ones for the same seed on every machine. */
export type Random = () => number

/** A 32-bit hash (FNV-1a with a final mix) of the parts. */
export const hashOf = (...parts: readonly (string | number)[]): number => {
  let hash = 0x811c9dc5
  for (const character of parts.join('|')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A generator (mulberry32, public domain) whose seed is the hash of the parts. */
export const randomOf = (...parts: readonly (string | number)[]): Random => {
  let state = hashOf(...parts)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A normally distributed number with mean 0 and deviation 1 (Box-Muller). */
export const gaussian = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** One entry of a list that is not empty. */
export const pick = <T>(random: Random, list: readonly [T, ...T[]]): T =>
  list[Math.floor(random() * list.length)] ?? list[0]

/** A number that moves smoothly between -1 and 1: cosine steps between random knots. */
export const wander = (seed: string, atMs: number, stepMs: number): number => {
  const step = Math.floor(atMs / stepMs)
  const part = (1 - Math.cos(Math.PI * (atMs / stepMs - step))) / 2
  const knot = (at: number): number => randomOf(seed, at)() * 2 - 1
  return knot(step) * (1 - part) + knot(step + 1) * part
}

const namespace = '5b0f2f0e-8d53-4c37-9d0b-6b1a7c1e4d20'

/** The id of a thing of the demonstration: the same parts always give the same id. */
export const demonstrationId = (...parts: readonly (string | number)[]): string =>
  v5(parts.join('/'), namespace)
