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
import {
  beatOrNone,
  isArtefact,
  kindOf,
  pairedInterval,
  pointsOf,
  qualityAround,
  type BeatKind,
  type Waiting,
} from './beat-judgement'
import { createTemplates, known } from './beat-templates'
import { createRecent } from './recent'

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

/** Beats that are known after the one that is judged. */
const lookAhead = 16
/** Before the first is judged. */
const lookAheadFirst = 24

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
    return known > 0 ? known : pairedInterval(waiting)
  }
  const judgeFirst = (): void => {
    const [one, next] = waiting
    if (one === undefined) return
    waiting = waiting.slice(1)
    const normal = templates.dominant() ?? one.template
    const own = ownInterval()
    const interval = one.isAfterGap || previous === null ? null : one.beat.at - previous.at
    const found = beatOrNone(one, interval, normal, {
      templates: templates.all(),
      beatAt: previous?.at ?? null,
    })
    if (found === 'beat-of-new-shape') templates.keepOnly(one.template)
    if (found === 'none' || isArtefact(one, interval, next, own, normal)) {
      one.template.weight -= 1
      // The beat after it is as far from the one before as if it had not been.
      if (one.isAfterGap && next !== undefined) waiting[0] = { ...next, isAfterGap: true }
      return
    }
    const after = next === undefined || next.isAfterGap ? null : next.beat.at - one.beat.at
    const points = pointsOf(one, interval, after, own, normal, () => qualityAround(passed, waiting))
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
