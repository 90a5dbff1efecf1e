/**
 * Tells premature ventricular beats from the heart's own: by how early they come, the pause after
 * them, their width, and their likeness to the dominant shape of this heart, so that a bundle
 * branch block or a paced rhythm is its own normal. After Krasteva V., Jekova I., Annals of
 * Biomedical Engineering 35(12), 2065-2076, 2007 (templates and RR together) and Hamilton P.,
 * Computers in Cardiology 29, 101-104, 2002 (a beat is judged when those after it are known, and
 * with its kind). The points are ours.
 */
import { compareShapes } from './beat-shape'
import type { FoundBeat } from './beat-stream'
import { createTemplates, isUsualDelay, isWave, known, type Template } from './beat-templates'
import { createRecent, median } from './recent'

export type BeatKind = 'normal' | 'ventricular'
export interface Beat {
  /** Seconds, as the signal's beats were given. */
  readonly at: number
  readonly kind: BeatKind
  /** Seconds since the beat before; null: a gap lies between, or there is none. */
  readonly interval: number | null
  /** Where the QRS begins and ends, seconds from `at`. */
  readonly onset: number
  readonly offset: number
  /** To the shapes of this heart, 0 to 1: low is noise. */
  readonly likeness: number
}

interface Waiting {
  readonly beat: FoundBeat
  readonly isAfterGap: boolean
  readonly template: Template
  readonly likeness: number
}

/** Beats that are known after the one that is judged. */
const lookAhead = 16
/** Before the first is judged. */
const lookAheadFirst = 24

/** mV, peak to peak: nothing below is told from noise. */
const leastSize = 0.08
/** Seconds and beats after which a much smaller shape is taken for this heart's. */
const anewAfter = 30
const anewBeats = 20

export const createBeatClassifier = (judged: (beat: Beat) => void) => {
  const templates = createTemplates()
  const ownIntervals = createRecent(16)
  let waiting: Waiting[] = []
  let previous: { readonly at: number; readonly kind: BeatKind } | null = null
  let isFirst = true
  /** As it was found, whatever it turns out to be. */
  let before: FoundBeat | null = null
  /** Likenesses of the last beats that were judged. */
  let passed: readonly number[] = []

  /**
   * The heart's own interval: of its own beats, or while none is known, half of two intervals that
   * follow each other (early and late ones together).
   */
  const ownInterval = (): number => {
    const known = ownIntervals.median()
    if (known > 0) return known
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
  const isArtefact = (
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
    const { size, width, roughness } = one.beat.shape
    return isSqueezed && (size < 0.75 * normal.size || roughness > 0.03 || width > 190)
  }
  /**
   * No beat: a T wave, or what is left of the line when beats stay away (P waves, noise): small or
   * flat against this heart's QRS, and like none of its shapes.
   */
  const isNone = (
    { beat: { shape, at }, template }: Waiting,
    before: number | null,
    normal: Template,
  ): boolean => {
    if (before !== null && isWave(template) && isUsualDelay(template, before)) return true
    if (shape.size < leastSize) return true
    const isSmall =
      shape.size < 0.3 * normal.size ||
      (shape.size < 0.6 * normal.size && shape.steepness < 0.3 * normal.steepness)
    if (!isSmall) return false
    const isAlike = (other: Template): boolean =>
      compareShapes(shape.values, other.values).likeness > 0.9
    // A shape of this heart, its amplitude lower than it was.
    if (
      isAlike(normal) ||
      templates
        .all()
        .some(
          (other) =>
            other !== template &&
            other.weight >= known &&
            shape.size >= 0.3 * other.size &&
            other.size >= 0.6 * normal.size &&
            isAlike(other),
        )
    )
      return false
    // An electrode that was moved: nothing but this shape, narrow and clean, for half a minute.
    const isAnew =
      previous !== null &&
      at - previous.at > anewAfter &&
      template.weight >= anewBeats &&
      shape.width < 85 &&
      shape.roughness < 0.03
    if (isAnew) templates.keepOnly(template)
    return !isAnew
  }
  /** How like the beats around are to known shapes: in noise a strange shape says little. */
  const qualityAround = (one: Waiting): number => {
    const around = [
      ...passed,
      ...waiting
        .filter((other) => other !== one)
        .slice(0, 4)
        .map(({ likeness }) => likeness),
    ]
    return around.reduce((sum, likeness) => sum + likeness, 0) / Math.max(1, around.length)
  }
  const pointsOf = (
    one: Waiting,
    before: number | null,
    after: number | null,
    own: number,
    normal: Template,
  ): number => {
    const { shape } = one.beat
    const { likeness } = compareShapes(shape.values, normal.values)
    const ratio = shape.size / normal.size
    const isWide = shape.width >= 1.35 * normal.width && shape.width >= 90
    const isOther = likeness < 0.85 || ratio > 1.3 || ratio < 0.6 || isWide
    if (!isOther) return 0
    const early = before === null || own === 0 ? 1 : before / own
    return (
      (likeness < 0.6 ? 2 : likeness < 0.85 ? 1 : likeness > 0.95 && !isWide ? -1 : 0) +
      (isWide ? 1 : 0) +
      (ratio > 1.3 || ratio < 0.6 ? 1 : 0) +
      (early < 0.7 ? 2 : early < 0.88 ? 1 : 0) +
      (early < 0.9 && after !== null && after > 1.12 * own ? 1 : 0) -
      (shape.roughness > 0.03 ? 1 : 0) -
      (one.template.weight < 3 && qualityAround(one) < 0.8 ? 2 : 0)
    )
  }
  const kindOf = (points: number, { template }: Waiting, normal: Template): BeatKind => {
    if (template === normal) return points >= 4 ? 'ventricular' : 'normal'
    if (template.weight >= 5) {
      const share = template.ventricular / template.weight
      // A shape of its own that hardly ever comes early: a bundle branch block that comes and goes.
      if (template.early / template.weight < 0.3) return points >= 5 ? 'ventricular' : 'normal'
      if (share >= 0.6) return points >= 2 ? 'ventricular' : 'normal'
    }
    return points >= 3 ? 'ventricular' : 'normal'
  }
  const judgeFirst = (): void => {
    const [one, next] = waiting
    if (one === undefined) return
    waiting = waiting.slice(1)
    const normal = templates.dominant() ?? one.template
    const own = ownInterval()
    const interval = one.isAfterGap || previous === null ? null : one.beat.at - previous.at
    if (isNone(one, interval, normal) || isArtefact(one, interval, next, own, normal)) {
      one.template.weight -= 1
      // The beat after it is as far from the one before as if it had not been.
      if (one.isAfterGap && next !== undefined) waiting[0] = { ...next, isAfterGap: true }
      return
    }
    const after = next === undefined || next.isAfterGap ? null : next.beat.at - one.beat.at
    const points = pointsOf(one, interval, after, own, normal)
    if (interval !== null && own > 0 && interval < 0.9 * own) one.template.early += 1
    if (points >= 3) one.template.ventricular += 1
    const kind = kindOf(points, one, normal)
    if (interval !== null && kind === 'normal' && previous?.kind === 'normal')
      ownIntervals.add(interval)
    previous = { at: one.beat.at, kind }
    passed = [...passed, one.likeness].slice(-4)
    const { onset, offset, values } = one.beat.shape
    // What was strange when it came may have become a known shape since.
    const likeness =
      one.template.weight >= known
        ? Math.max(one.likeness, compareShapes(values, one.template.values).likeness)
        : one.likeness
    judged({
      at: one.beat.at,
      kind,
      interval,
      onset: onset / 1000,
      offset: offset / 1000,
      likeness,
    })
  }

  return {
    /** The next beat. @param isAfterGap what lay between it and the one before is not known */
    push(beat: FoundBeat, isAfterGap: boolean): void {
      const joined = templates.join(beat.shape)
      if (before !== null && !isAfterGap) {
        joined.template.delays.add(beat.at - before.at)
        joined.template.slopes.add(beat.shape.steepness / before.shape.steepness)
      }
      before = beat
      waiting.push({ beat, isAfterGap, ...joined })
      while (waiting.length > (isFirst ? lookAheadFirst : lookAhead)) {
        isFirst = false
        judgeFirst()
      }
    },
    end(): void {
      while (waiting.length > 0) judgeFirst()
    },
  }
}
