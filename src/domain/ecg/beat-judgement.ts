/** What a beat is told by: pure decisions about one beat among the others of the same heart. */
import { compareShapes } from './beat-shape'
import type { FoundBeat } from './beat-stream'
import {
  isPrecursor,
  isUsualDelay,
  isUsualLead,
  isWave,
  known,
  type Template,
} from './beat-templates'
import { median } from './recent'

export type BeatKind = 'normal' | 'ventricular'

export interface Waiting {
  readonly beat: FoundBeat
  readonly isAfterGap: boolean
  readonly template: Template
  /** To the known shapes when it came, 0 to 1. */
  readonly likeness: number
}

/** mV, peak to peak: nothing below is told from noise. */
const leastSize = 0.08
/** Seconds and beats after which a much smaller shape is taken for this heart's. */
const anewAfter = 30
const anewBeats = 20

/** The median of half of two intervals that follow each other, seconds; 0: there are none. */
export const pairedInterval = (waiting: readonly Waiting[]): number => {
  const pairs: number[] = []
  for (let index = 2; index < waiting.length; index++) {
    const [one, three] = [waiting[index - 2], waiting[index]]
    if (
      one !== undefined &&
      three !== undefined &&
      !three.isAfterGap &&
      waiting[index - 1]?.isAfterGap === false
    )
      pairs.push((three.beat.at - one.beat.at) / 2)
  }
  return median(pairs)
}

/** Of two beats closer than 0.6 of the interval, the one that is like nothing is noise. */
export const isArtefact = (
  one: Waiting,
  before: number | null,
  next: Waiting | undefined,
  own: number,
  normal: Template,
): boolean => {
  if (own === 0 || one.template.weight > 2.5) return false
  const likeness = compareShapes(one.beat.shape.values, normal.values).likeness
  if (likeness > 0.7) return false
  const after = next === undefined || next.isAfterGap ? null : next.beat.at - one.beat.at
  const isSqueezed =
    (before !== null && before < 0.6 * own) || (after !== null && after < 0.6 * own)
  const { width, roughness } = one.beat.shape
  return isSqueezed && (roughness > 0.03 || width > 190)
}

/** Seconds: the ventricles are not ready again so soon after their own beat. */
const notReady = 0.28
const nearWave = 0.04
/** What came so often is no wave that noise made unlike itself. */
const leastOfShape = 5
/** Of the heart's own interval. */
const postponed = 1.5

/**
 * Whether the beat after one of its shape usually comes later than the heart's own would: a T wave
 * postpones none, a ventricular beat does (compensatory pause). One long interval says nothing: a
 * beat may be dropped after any T wave.
 */
const isPostponed = (before: number, lead: number | null, own: number): boolean =>
  lead !== null && own > 0 && before + lead > postponed * own

/** Whether it is so like a known wave, and at that wave's time, that noise alone makes it look else. */
const isNearly = (
  { beat: { shape } }: Waiting,
  wave: Template,
  time: number,
  usual: number,
): boolean =>
  Math.abs(time - usual) <= nearWave &&
  shape.size > 0.5 * wave.size &&
  shape.size < 1.7 * wave.size &&
  compareShapes(shape.values, wave.values).likeness > 0.6

/**
 * Whether it is a P wave or a T wave that noise made unlike the others, or something just before a
 * QRS of the heart's own that can be no beat.
 *
 * @param before seconds since the beat before; null: not known @param next what was found next; null
 *   after a gap @param own the heart's own interval, seconds; 0: not known
 */
export const isStrayWave = (
  one: Waiting,
  before: number | null,
  next: Waiting | null,
  normal: Template,
  templates: readonly Template[],
  own: number,
): boolean => {
  if (one.template === normal || one.template.weight >= leastOfShape) return false
  const { shape, at } = one.beat
  if (next !== null && shape.steepness < 0.9 * next.beat.shape.steepness) {
    const lead = next.beat.at - at
    const isBeforeOwn =
      next.template === normal ||
      compareShapes(next.beat.shape.values, normal.values).likeness > 0.85
    if (
      isBeforeOwn &&
      (lead < notReady ||
        templates.some(
          (wave) => isPrecursor(wave) && isNearly(one, wave, lead, wave.leads.median()),
        )) &&
      compareShapes(shape.values, normal.values).likeness < 0.85
    )
      return true
  }
  return (
    before !== null &&
    !isPostponed(before, next === null ? null : one.template.leads.median(), own) &&
    shape.steepness < 0.8 * normal.steepness &&
    templates.some((wave) => isWave(wave) && isNearly(one, wave, before, wave.delays.median()))
  )
}

/**
 * Whether it is a beat at all. None is a T wave, or what is left of the signal when beats stay away
 * (P waves, noise): small or flat against this heart's QRS, and like none of its shapes.
 *
 * @param before seconds since the beat before; null: not known
 * @param heart its shapes, and when its last beat was, seconds
 */
export const beatOrNone = (
  { beat: { shape, at }, template }: Waiting,
  before: number | null,
  normal: Template,
  heart: {
    readonly templates: readonly Template[]
    readonly beatAt: number | null
    /** Seconds to what was found next; null: not known. */
    readonly lead: number | null
    /** The heart's own interval, seconds; 0: not known. */
    readonly own: number
    /** Of its last beat. */
    readonly steepness: number
  },
): 'beat' | 'none' | 'beat-of-new-shape' => {
  if (
    before !== null &&
    !isPostponed(before, heart.lead === null ? null : template.leads.median(), heart.own) &&
    isWave(template) &&
    isUsualDelay(template, before)
  )
    return 'none'
  if (heart.lead !== null && isPrecursor(template) && isUsualLead(template, heart.lead))
    return 'none'
  if (shape.size < leastSize) return 'none'
  // What is left of a beat so soon after it is its end.
  if (before !== null && before < notReady && shape.steepness < 0.5 * heart.steepness) return 'none'
  const isSmall =
    shape.size < 0.3 * normal.size ||
    (shape.size < 0.6 * normal.size && shape.steepness < 0.3 * normal.steepness)
  if (!isSmall) return 'beat'
  const isAlike = (other: Template): boolean =>
    compareShapes(shape.values, other.values).likeness > 0.9
  // A shape of this heart, its amplitude lower than it was.
  if (
    isAlike(normal) ||
    heart.templates.some(
      (other) =>
        other !== template &&
        other.weight >= known &&
        shape.size >= 0.3 * other.size &&
        other.size >= 0.6 * normal.size &&
        isAlike(other),
    )
  )
    return 'beat'
  // An electrode that was moved: nothing but this shape, narrow and clean, for half a minute.
  const isAnew =
    heart.beatAt !== null &&
    at - heart.beatAt > anewAfter &&
    template.weight >= anewBeats &&
    shape.width < 85 &&
    shape.roughness < 0.03
  return isAnew ? 'beat-of-new-shape' : 'none'
}

/**
 * How like the beats around are to known shapes, 0 to 1: in noise a strange shape says little.
 *
 * @param passed likenesses of the beats before
 * @param coming beats after
 */
export const qualityAround = (passed: readonly number[], coming: readonly Waiting[]): number => {
  const around = [...passed, ...coming.slice(0, 4).map(({ likeness }) => likeness)]
  return around.reduce((sum, likeness) => sum + likeness, 0) / Math.max(1, around.length)
}

/**
 * How much speaks for a ventricular beat, in points.
 *
 * @param before seconds since the beat before; null: not known
 * @param after seconds to the beat after; null: not known
 * @param own the heart's own interval, seconds; 0: not known
 * @param normal the dominant shape
 * @param quality of the beats around: `qualityAround`
 */
export const pointsOf = (
  one: Waiting,
  before: number | null,
  after: number | null,
  own: number,
  normal: Template,
  quality: () => number,
): number => {
  const { shape } = one.beat
  const { likeness } = compareShapes(shape.values, normal.values)
  const ratio = shape.size / normal.size
  const isWide = shape.width >= 1.35 * normal.width && shape.width >= 90
  const early = before === null || own === 0 ? 1 : before / own
  const isLarge = ratio > (early < 0.75 ? 1.2 : 1.3)
  const isOther = likeness < (early < 0.75 ? 0.9 : 0.85) || isLarge || ratio < 0.6 || isWide
  if (!isOther) return 0
  return (
    (likeness < 0.6 ? 2 : likeness < 0.85 ? 1 : likeness > 0.95 && !isWide ? -1 : 0) +
    (isWide ? 1 : 0) +
    (isLarge || ratio < 0.6 ? 1 : 0) +
    (early < 0.7 ? 2 : early < 0.88 ? 1 : 0) +
    (early < 0.9 && after !== null && after > 1.12 * own ? 1 : 0) -
    (shape.roughness > 0.03 ? 1 : 0) -
    (one.template.weight < 3 && quality() < 0.8 ? 2 : 0)
  )
}

/** What a beat with so many points is, given how the beats of its shape were judged. */
export const kindOf = (points: number, { template }: Waiting, normal: Template): BeatKind => {
  if (template === normal) return points >= 4 ? 'ventricular' : 'normal'
  if (template.weight >= 5) {
    const share = template.ventricular / template.weight
    // A shape of its own that hardly ever comes early: a bundle branch block that comes and goes.
    if (template.early / template.weight < 0.3) return points >= 5 ? 'ventricular' : 'normal'
    if (share >= 0.6) return points >= 2 ? 'ventricular' : 'normal'
  }
  return points >= 3 ? 'ventricular' : 'normal'
}
