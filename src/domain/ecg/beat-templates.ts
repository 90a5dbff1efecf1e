/**
 * The shapes of one heart, learned as they come: Hamilton P., "Open source ECG analysis", Computers
 * in Cardiology 29, 101-104, 2002 (the best match is averaged in, the least used makes room).
 */
import { changeAfterwards, compareShapes, shapeLength, type BeatShape } from './beat-shape'
import { createRecent } from './recent'

export interface Template {
  readonly values: Float32Array
  size: number
  width: number
  steepness: number
  /** Of the last members: seconds since the beat before, and how steep they were against it. */
  readonly delays: ReturnType<typeof createRecent>
  readonly slopes: ReturnType<typeof createRecent>
  /** Seconds to the beat after, and how steep they were against that one. */
  readonly leads: ReturnType<typeof createRecent>
  readonly leadSlopes: ReturnType<typeof createRecent>
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
const longestPr = 0.4
/** No two beats follow each other so soon again and again. */
const tooClose = 0.3

/** Whether nearly all members of a shape came at this time after the beat before. Seconds. */
export const isUsualDelay = ({ delays }: Template, delay: number): boolean =>
  Math.abs(delay - delays.median()) <= sameDelay

const isConstant = (times: ReturnType<typeof createRecent>): boolean => {
  const values = times.values()
  const usual = times.median()
  return (
    values.filter((value) => Math.abs(value - usual) <= sameDelay).length >=
    constantShare * values.length
  )
}

/**
 * Whether a shape is the T wave of the beat before: constant delay of a QT interval, far less steep
 * (Pan and Tompkins), and a still signal after it. The delay and the stillness are ours.
 */
export const isWave = (template: Template): boolean => {
  const delays = template.delays.values()
  if (
    delays.length < leastDelays ||
    template.delays.median() > longestT ||
    template.slopes.median() > (template.delays.median() < tooClose ? 0.95 : 0.65) ||
    template.afterwards > 0.1
  )
    return false
  return isConstant(template.delays)
}

/**
 * Whether a shape is no beat but the P wave of the beat after it: at a constant PR interval before
 * a steeper one. Two beats of the ventricles are never so close time after time, so that of the two
 * the steeper is the QRS.
 */
export const isPrecursor = ({ leads, leadSlopes }: Template): boolean =>
  leads.values().length >= leastDelays &&
  leads.median() <= (leadSlopes.median() < 0.65 ? longestPr : tooClose) &&
  leadSlopes.median() < 0.95 &&
  isConstant(leads)

/** Whether what follows is as far away as the QRS after this P wave. Seconds. */
export const isUsualLead = ({ leads }: Template, lead: number): boolean =>
  Math.abs(lead - leads.median()) <= sameDelay

export const createTemplates = () => {
  let kept: Template[] = []
  return {
    all: (): readonly Template[] => kept,
    /** What was known of the heart is no more; only this shape is. */
    keepOnly(template: Template): void {
      kept = [template]
    },
    /** The template of a shape, new where it is like none, and the likeness. */
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
        if (ratio < 0.76 || ratio > 1.32) continue
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
          leads: createRecent(16),
          leadSlopes: createRecent(16),
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
      // Of the mean shape: noise beside single beats is out of it.
      best.afterwards = changeAfterwards(best.values, best.size)
      best.weight += 1
      return { template: best, likeness }
    },
    /** The shape of most beats that did not come early; null before there is any. */
    dominant(): Template | null {
      let [found, most]: [Template | null, number] = [null, 0]
      for (const template of kept) {
        if (isWave(template) || isPrecursor(template)) continue
        const own = template.weight - template.early
        if (own > most) [found, most] = [template, own]
      }
      return found
    },
  }
}
