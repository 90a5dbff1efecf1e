/**
 * The shapes of one heart, learned as they come: Hamilton P., "Open source ECG analysis", Computers
 * in Cardiology 29, 101-104, 2002 (beats are matched to up to so many templates, the best match is
 * averaged in, the least used makes room).
 */
import { compareShapes, shapeLength, type BeatShape } from './beat-shape'
import { createRecent } from './recent'

export interface Template {
  readonly values: Float32Array
  size: number
  width: number
  steepness: number
  /** Of the last members: seconds since the beat before, and how steep they were against it. */
  readonly delays: ReturnType<typeof createRecent>
  readonly slopes: ReturnType<typeof createRecent>
  afterwards: number
  /** Members, the older the less they count. */
  weight: number
  /** Of those: came early; were taken for ventricular. */
  early: number
  ventricular: number
}

const mostTemplates = 12
const leastLikeness = 0.85
/** Members of a template that is no accident. */
export const known = 3
/** A template forgets half of its weight in so many beats. */
const halfLife = 1500
const forget = 0.5 ** (1 / halfLife)

/** Members that are looked at, and how many of them, before a shape is said to go with another. */
const leastDelays = 6
const constantShare = 0.85
/** Seconds. */
const sameDelay = 0.03
const longestT = 0.48

/**
 * Whether a time since the beat before is the one at which nearly all members of a shape came.
 * Seconds.
 */
export const isUsualDelay = ({ delays }: Template, delay: number): boolean =>
  Math.abs(delay - delays.median()) <= sameDelay

/**
 * Whether a shape is no beat but the T wave of the beat before: at a constant delay of a QT
 * interval, far less steep than that beat (the slope is Pan's and Tompkins's sign, there within 360
 * ms), and with a still line after it, where a ventricular beat has its own ST and T. The delay and
 * the line are ours.
 */
export const isWave = (template: Template): boolean => {
  const delays = template.delays.values()
  if (
    delays.length < leastDelays ||
    template.delays.median() > longestT ||
    template.slopes.median() > 0.65 ||
    template.afterwards > 0.1
  )
    return false
  return (
    delays.filter((delay) => isUsualDelay(template, delay)).length >= constantShare * delays.length
  )
}

export const createTemplates = () => {
  let kept: Template[] = []
  return {
    all: (): readonly Template[] => kept,
    /** What was known of the heart is no more; only this shape is. */
    keepOnly(template: Template): void {
      kept = [template]
    },
    /**
     * The template that a shape belongs to, a new one where it is like none; and how like it is to
     * that or, where new, to those that are known.
     */
    join({ values, size, width, steepness, afterwards }: BeatShape): {
      readonly template: Template
      readonly likeness: number
    } {
      let [best, likeness, shift, nearest]: [Template | null, number, number, number] = [
        null,
        leastLikeness,
        0,
        0,
      ]
      for (const template of kept) {
        template.weight *= forget
        template.early *= forget
        template.ventricular *= forget
        const ratio = size / template.size
        if (ratio < 0.7 || ratio > 1.43) continue
        const compared = compareShapes(values, template.values)
        if (template.weight >= known) nearest = Math.max(nearest, compared.likeness)
        if (compared.likeness > likeness)
          [best, likeness, shift] = [template, compared.likeness, compared.shift]
      }
      if (best === null) {
        const template: Template = {
          values: values.slice(),
          size,
          width,
          steepness,
          afterwards,
          weight: 1,
          early: 0,
          ventricular: 0,
          delays: createRecent(16),
          slopes: createRecent(16),
        }
        if (kept.length >= mostTemplates)
          kept = kept.toSorted((a, b) => b.weight - a.weight).slice(0, mostTemplates - 1)
        kept = [...kept, template]
        return { template, likeness: nearest }
      }
      const share = Math.max(1 / (best.weight + 1), 1 / 24)
      for (let index = 0; index < shapeLength; index++) {
        const value = values[Math.min(shapeLength - 1, Math.max(0, index + shift))] ?? 0
        best.values[index] = (best.values[index] ?? 0) * (1 - share) + value * share
      }
      best.size += (size - best.size) * share
      best.width += (width - best.width) * share
      best.steepness += (steepness - best.steepness) * share
      best.afterwards += (afterwards - best.afterwards) * share
      best.weight += 1
      return { template: best, likeness }
    },
    /**
     * The heart's own beat: the shape of most beats that did not come early; null before there is
     * any.
     */
    dominant(): Template | null {
      let [found, most]: [Template | null, number] = [null, 0]
      for (const template of kept) {
        if (isWave(template)) continue
        const own = template.weight - template.early
        if (own > most) [found, most] = [template, own]
      }
      return found
    },
  }
}
